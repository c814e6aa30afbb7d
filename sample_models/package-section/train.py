#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a transformer that tells a Debian package's archive section from its name and synopsis.

The text comes from this machine's package lists (`apt-cache dumpavail`, Debian 12). Words are
hashed into ids, so neither the model nor the data files hold the text.
"""

import pathlib
import sys

import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from package_lists import read_packages, split_words, stable_hash  # noqa: E402
from training_support import export, predict, save, seed_everything, shuffled, train  # noqa: E402

VOCABULARY, LENGTH, WIDTH, HEADS, LAYERS, SECTIONS = 4096, 32, 96, 4, 2, 20
EPOCHS, BATCH, CALIBRATION, VALIDATION = 3, 64, 256, 2000
PAD, START = 0, 1


class LayerNorm(nn.Module):
    """Written out, as exporters of older models leave it in the graph."""

    def __init__(self, width):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

    def forward(self, x):
        centered = x - x.mean(-1, keepdim=True)
        variance = centered.pow(2).mean(-1, keepdim=True)
        return centered / torch.sqrt(variance + 1e-5) * self.weight + self.bias


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x, bias):
        n, length = x.shape[0], x.shape[1]

        def heads(y):
            return y.view(n, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        scores = heads(self.query(x)) @ heads(self.key(x)).transpose(2, 3)
        weights = torch.softmax(scores / (WIDTH // HEADS) ** 0.5 + bias, -1)
        context = (weights @ heads(self.value(x))).transpose(1, 2)
        return self.output(context.reshape(n, length, WIDTH))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention, self.norm1, self.norm2 = Attention(), LayerNorm(WIDTH), LayerNorm(WIDTH)
        self.intermediate, self.output = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, bias):
        x = self.norm1(x + self.dropout(self.attention(x, bias)))
        y = self.intermediate(x)
        y = y * 0.5 * (1.0 + torch.erf(y / 2 ** 0.5))
        return self.norm2(x + self.dropout(self.output(y)))


class SectionClassifier(nn.Module):
    """input_ids, attention_mask int64 [n, length] -> logits [n, sections]; length at most 32."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.places = nn.Embedding(LENGTH, WIDTH)
        self.norm = LayerNorm(WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.classifier = nn.Linear(WIDTH, SECTIONS)
        self.dropout = nn.Dropout(0.1)

    def forward(self, input_ids, attention_mask):
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        x = self.dropout(self.norm(self.words(input_ids) + self.places(places)))
        bias = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        return self.classifier(self.dropout(x[:, 0]))


def encode(packages):
    """Word ids [n, LENGTH]: START, the words of the name, the words of the synopsis, PAD."""
    ids = np.full((len(packages), LENGTH), PAD, np.int64)
    for row, package in enumerate(packages):
        words = split_words(package.name) + split_words(package.synopsis)
        numbers = [START] + [2 + stable_hash(w) % (VOCABULARY - 2) for w in words]
        ids[row, :len(numbers[:LENGTH])] = numbers[:LENGTH]
    return ids


def main():
    rng = seed_everything(7)
    packages, sections = read_packages(SECTIONS)
    ids = encode(packages)
    mask = (ids != PAD).astype(np.int64)
    labels = np.array([sections.index(p.section) for p in packages])
    held_out = np.array([stable_hash("split " + p.source) % 10 == 0 for p in packages])
    training, testing = np.flatnonzero(~held_out), rng.permutation(np.flatnonzero(held_out))
    print(f"{len(training)} packages to train on, {len(testing)} held out; {', '.join(sections)}")
    model = SectionClassifier()

    def batches():
        for index in shuffled(rng, len(training), BATCH):
            rows = training[index]
            yield tuple(torch.from_numpy(a[rows]) for a in (ids, mask, labels))

    loss = nn.CrossEntropyLoss(label_smoothing=0.05)
    train(model, batches, len(training) // BATCH, lambda m, i, a, y: loss(m(i, a), y), EPOCHS, 2e-3)

    right = predict(model, [ids[testing], mask[testing]]).argmax(1) == labels[testing]
    print(f"top1: {right.mean():.4f} on all {len(testing)} held-out packages, "
          f"{right[:VALIDATION].mean():.4f} on the {VALIDATION} shipped")
    example = (torch.from_numpy(ids[:2]), torch.from_numpy(mask[:2]))
    both = {0: "batch", 1: "sequence"}
    export(model, example, HERE / "model.onnx", ["input_ids", "attention_mask"], ["logits"],
           {"input_ids": both, "attention_mask": both, "logits": {0: "batch"}})
    chosen, kept = rng.permutation(training)[:CALIBRATION], testing[:VALIDATION]
    save(HERE / "data/calibration.npz", input_ids=ids[chosen], attention_mask=mask[chosen])
    save(HERE / "data/validation.npz", input_ids=ids[kept], attention_mask=mask[kept],
         labels=labels[kept])


if __name__ == "__main__":
    main()
