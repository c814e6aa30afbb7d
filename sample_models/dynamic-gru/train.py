#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a recurrent network that guesses the archive section of a Debian package from the letters
of its name alone. Batch and length are dynamic."""

import pathlib
import sys

import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from package_lists import read_packages, stable_hash  # noqa: E402
from training_support import export, predict, save, seed_everything, shuffled, train  # noqa: E402

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789.+-"
LENGTH, SECTIONS, WIDTH, HIDDEN = 32, 20, 32, 64
EPOCHS, BATCH, CALIBRATION, VALIDATION = 4, 64, 256, 2000


class NameClassifier(nn.Module):
    """letters int64 [n, time], 0 is padding -> logits [n, sections]."""

    def __init__(self):
        super().__init__()
        self.letters = nn.Embedding(len(ALPHABET) + 1, WIDTH)
        self.gru = nn.GRU(WIDTH, HIDDEN, num_layers=2, bidirectional=True, batch_first=True)
        self.classifier = nn.Linear(4 * HIDDEN, SECTIONS)
        self.dropout = nn.Dropout(0.2)

    def forward(self, letters):
        states, _ = self.gru(self.letters(letters))
        used = (letters != 0).to(states.dtype).unsqueeze(2)
        mean = (states * used).sum(1) / used.sum(1)
        highest = (states * used - (1 - used) * 2).max(1).values  # states lie within -1 and 1
        return self.classifier(self.dropout(torch.cat([mean, highest], 1)))


def encode(names):
    numbers = {letter: i + 1 for i, letter in enumerate(ALPHABET)}
    letters = np.zeros((len(names), LENGTH), np.int64)
    for row, name in enumerate(names):
        cut = [numbers[c] for c in name[:LENGTH]]
        letters[row, :len(cut)] = cut
    return letters


def main():
    rng = seed_everything(7)
    packages, sections = read_packages(SECTIONS)
    letters = encode([p.name for p in packages])
    labels = np.array([sections.index(p.section) for p in packages])
    held_out = np.array([stable_hash("split " + p.source) % 10 == 0 for p in packages])
    training, testing = np.flatnonzero(~held_out), rng.permutation(np.flatnonzero(held_out))
    print(f"{len(training)} names to train on, {len(testing)} held out; {', '.join(sections)}")
    model = NameClassifier()

    def batches():
        for index in shuffled(rng, len(training), BATCH):
            yield tuple(torch.from_numpy(a[training[index]]) for a in (letters, labels))

    loss = nn.CrossEntropyLoss(label_smoothing=0.05)
    train(model, batches, len(training) // BATCH, lambda m, x, y: loss(m(x), y), EPOCHS, 5e-3)

    right = predict(model, [letters[testing]]).argmax(1) == labels[testing]
    print(f"top1: {right.mean():.4f} on all {len(testing)} held-out names, "
          f"{right[:VALIDATION].mean():.4f} on the {VALIDATION} shipped")
    export(model, torch.from_numpy(letters[:2]), HERE / "model.onnx", ["letters"], ["logits"],
           {"letters": {0: "batch", 1: "time"}, "logits": {0: "batch"}}, fold=True)
    chosen, kept = rng.permutation(training)[:CALIBRATION], testing[:VALIDATION]
    save(HERE / "data/calibration.npz", letters=letters[chosen])
    save(HERE / "data/validation.npz", letters=letters[kept], labels=labels[kept])


if __name__ == "__main__":
    main()
