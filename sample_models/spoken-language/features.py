# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Log-mel features of 8 kHz telephone speech."""

import pathlib
import wave

import numpy as np

RATE, FRAME, HOP, MELS, FRAMES = 8000, 256, 160, 40, 64
STEP = 0.125  # features are rounded to this step: far below what a model sees, and small as a file


def read_wave(path):
    """Mono 16-bit samples at 8 kHz as float64 in [-1, 1)."""
    with wave.open(str(path)) as file:
        if (file.getframerate(), file.getnchannels(), file.getsampwidth()) != (RATE, 1, 2):
            raise ValueError(f"{path}: expected mono 16-bit samples at {RATE} Hz")
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


def _mel_filters():
    """Triangles [mels, bins], equally spaced on the mel scale from 60 to 3900 Hz."""
    def mel(hertz):
        return 2595 * np.log10(1 + hertz / 700)

    edges = 700 * (10 ** (np.linspace(mel(60), mel(3900), MELS + 2) / 2595) - 1)
    bins = np.arange(FRAME // 2 + 1) * RATE / FRAME
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rising, falling))


_FILTERS = _mel_filters()


def log_mel(samples):
    """float32 [mels, frames]: logarithm of the mel energies above a floor, -9 to about 6."""
    count = 1 + max(0, len(samples) - FRAME) // HOP
    samples = np.pad(samples, (0, max(0, FRAME - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP][:count]
    power = np.abs(np.fft.rfft(frames * np.hanning(FRAME))) ** 2
    return np.log(power @ _FILTERS.T + 1e-4).T.astype(np.float32)


def speech_windows(features):
    """Starts of the half-overlapping windows of FRAMES frames that hold speech, not silence."""
    level = features.mean(0)
    loud = level > level.max() - 4.0
    last = features.shape[1] - FRAMES
    return [s for s in range(0, last + 1, FRAMES // 2) if loud[s:s + FRAMES].mean() > 0.5]


def normalize(window):
    """Removes the recording's level and long-term spectrum, which would give the speaker away, and
    rounds. [mels, frames] -> the same shape, zero mean per mel band."""
    window = window - window.mean(1, keepdims=True)
    return (np.round(window / STEP) * STEP).astype(np.float32)


def load_language(folder):
    """{prompt name: log-mel features} of every recording long enough, in the order of the names."""
    folder = pathlib.Path(folder)
    found = {}
    for path in sorted(folder.rglob("*.wav")):
        features = log_mel(read_wave(path))
        if features.shape[1] >= FRAMES:
            found[str(path.relative_to(folder))] = features
    return found
