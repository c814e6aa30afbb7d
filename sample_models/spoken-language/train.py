#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a one-dimensional convolutional network to tell the language of 1.3 seconds of speech.

The recordings are the telephone prompts of asterisk-core-sounds-{en,es,fr,it,ru}-wav (Debian).
"""

import pathlib
import sys

import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from features import FRAMES, MELS, load_language, normalize, speech_windows  # noqa: E402
from package_lists import stable_hash  # noqa: E402
from training_support import export, predict, save, seed_everything, train  # noqa: E402

LANGUAGES = {"en": "en_US_f_Allison", "es": "es_MX_f_Allison", "fr": "fr_CA_f_June",
             "it": "it_IT_m_Carlo", "ru": "ru_RU_f_IvrvoiceRU"}
ROOT = pathlib.Path("/usr/share/asterisk/sounds")
EPOCHS, STEPS, BATCH, CALIBRATION, PER_LANGUAGE = 8, 250, 64, 200, 100


class ResidualBlock(nn.Module):
    """Two convolutions over time; the shortcut is a 1-wide convolution."""

    def __init__(self, cin, cout):
        super().__init__()
        self.conv1 = nn.Sequential(nn.Conv1d(cin, cout, 9, 2, 4, bias=False), nn.BatchNorm1d(cout),
                                   nn.ReLU())
        self.conv2 = nn.Sequential(nn.Conv1d(cout, cout, 9, 1, 4, bias=False), nn.BatchNorm1d(cout))
        self.shortcut = nn.Sequential(nn.Conv1d(cin, cout, 1, 2, bias=False), nn.BatchNorm1d(cout))

    def forward(self, x):
        return torch.relu(self.conv2(self.conv1(x)) + self.shortcut(x))


class LanguageClassifier(nn.Module):
    """log_mel [n, 40, 64] -> logits [n, 5]; mel bands are the channels."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(MELS, 48, 5, 1, 2, bias=False), nn.BatchNorm1d(48),
                                  nn.ReLU())
        self.blocks = nn.Sequential(ResidualBlock(48, 64), ResidualBlock(64, 80),
                                    ResidualBlock(80, 96))
        self.dropout = nn.Dropout(0.3)
        self.classifier = nn.Linear(96, len(LANGUAGES))

    def forward(self, log_mel):
        x = self.blocks(self.stem(log_mel)).mean(2)
        return self.classifier(self.dropout(x))


def is_held_out(name):
    """A prompt is held out in every language at once: its meaning must not be learned by heart."""
    return stable_hash("split " + name) % 10 == 0


def random_window(rng, features, filters):
    """A random cut with a random tilt of loudness, a noise floor, a hidden band and moment."""
    start = rng.integers(features.shape[1] - FRAMES + 1)
    window = features[:, start:start + FRAMES]
    floor = window.min() + rng.uniform(0, 3)
    window = np.logaddexp(window, floor + rng.normal(0, 0.5, window.shape))
    window = normalize(window + rng.uniform(-1, 1) * filters)
    band, moment = rng.integers(MELS - 6), rng.integers(FRAMES - 8)
    window[band:band + rng.integers(7)] = 0
    window[:, moment:moment + rng.integers(9)] = 0
    return window


def main():
    rng = seed_everything(7)
    recordings = [load_language(ROOT / folder) for folder in LANGUAGES.values()]
    known = [[f for n, f in found.items() if not is_held_out(n)] for found in recordings]
    model = LanguageClassifier()
    tilt = np.linspace(-1, 1, MELS)[:, None] * np.linspace(-1, 1, FRAMES)[None]

    def batches():
        for _ in range(STEPS):
            labels = rng.integers(len(LANGUAGES), size=BATCH)
            windows = [random_window(rng, known[k][rng.integers(len(known[k]))], tilt)
                       for k in labels]
            yield torch.from_numpy(np.stack(windows)), torch.from_numpy(labels)

    loss = nn.CrossEntropyLoss(label_smoothing=0.05)
    train(model, batches, STEPS, lambda m, x, y: loss(m(x), y), EPOCHS, 4e-3)

    test, truth = [], []
    for kind, found in enumerate(recordings):
        windows = [normalize(f[:, s:s + FRAMES]) for n, f in found.items() if is_held_out(n)
                   for s in speech_windows(f)]
        chosen = rng.permutation(len(windows))[:PER_LANGUAGE]
        test += [windows[i] for i in chosen]
        truth += [kind] * len(chosen)
    test, truth = np.stack(test), np.array(truth, np.int64)
    right = predict(model, [test]).argmax(1) == truth
    print(f"top1: {right.mean():.4f} on {len(test)} windows of held-out prompts; "
          + ", ".join(f"{n} {right[truth == k].mean():.3f}" for k, n in enumerate(LANGUAGES)))

    batch = {0: "batch"}
    export(model, torch.from_numpy(test[:2]), HERE / "model.onnx", ["log_mel"], ["logits"],
           {"log_mel": batch, "logits": batch})
    calibration = [normalize(f[:, s:s + FRAMES]) for found in known for f in found
                   for s in speech_windows(f)[:1]]
    chosen = rng.permutation(len(calibration))[:CALIBRATION]
    save(HERE / "data/calibration.npz", log_mel=np.stack([calibration[i] for i in chosen]))
    save(HERE / "data/validation.npz", log_mel=test, labels=truth)


if __name__ == "__main__":
    main()
