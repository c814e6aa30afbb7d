#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Trains the anchor-free detector on scenes of Fashion-MNIST pictures; writes model and data."""

import pathlib
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from scenes import SIZE, make_scenes, map50  # noqa: E402
from training_support import (export, fashion_mnist, save, seed_everything, shuffled,  # noqa: E402
                              train)

SCENES, EPOCHS, BATCH, CALIBRATION, VALIDATION = 12000, 6, 64, 64, 300
STRIDE, CLASSES = 8, 10
CELLS = SIZE // STRIDE


def conv_bn(cin, cout, kernel=3, stride=1):
    return nn.Sequential(nn.Conv2d(cin, cout, kernel, stride, kernel // 2, bias=False),
                         nn.BatchNorm2d(cout), nn.SiLU())


class SplitBlock(nn.Module):
    """Half of the channels go through two convolutions; all three parts are concatenated."""

    def __init__(self, width):
        super().__init__()
        self.half = half = width // 2
        self.enter, self.leave = conv_bn(width, width, 1), conv_bn(width + half, width, 1)
        self.inner = nn.Sequential(conv_bn(half, half), conv_bn(half, half))

    def forward(self, x):
        a, b = torch.split(self.enter(x), self.half, dim=1)
        return self.leave(torch.cat([a, b, b + self.inner(b)], dim=1))


class Detector(nn.Module):
    """image [n, 1, 96, 96] in [-1, 1) -> boxes [n, 144, 4] (x1 y1 x2 y2, pixels) and
    scores [n, 144, 10].

    A cell is responsible for the object whose centre it holds. A score that is not the highest of
    its 3 x 3 neighbourhood is zero, so no suppression is needed afterwards.
    """

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv_bn(1, 16, 3, 2), conv_bn(16, 32, 3, 2), SplitBlock(32),
                                  conv_bn(32, 64, 3, 2), SplitBlock(64), SplitBlock(64))
        self.box_head = nn.Sequential(conv_bn(64, 48), nn.Conv2d(48, 4, 1))
        self.class_head = nn.Sequential(conv_bn(64, 64), nn.Conv2d(64, CLASSES, 1))
        nn.init.constant_(self.box_head[1].bias, 2.0)
        nn.init.constant_(self.class_head[1].bias, -4.0)
        centers = (torch.arange(CELLS) + 0.5) * STRIDE
        y, x = torch.meshgrid(centers, centers, indexing="ij")
        self.register_buffer("centers", torch.stack([x.flatten(), y.flatten()], 1))

    def raw(self, image):
        """Distances to the sides in strides [n, 4, 12, 12] and logits [n, 10, 12, 12]."""
        x = self.body(image)
        return self.box_head(x), self.class_head(x)

    def forward(self, image):
        distances, logits = self.raw(image)
        distances = functional.relu(distances).reshape(-1, 4, CELLS * CELLS)
        distances = distances.transpose(1, 2) * STRIDE
        boxes = torch.cat([self.centers - distances[..., :2], self.centers + distances[..., 2:]], 2)
        scores = torch.sigmoid(logits)
        peak = (functional.max_pool2d(scores, 3, 1, 1) <= scores).to(scores.dtype)
        return boxes, (scores * peak).reshape(-1, CLASSES, CELLS * CELLS).transpose(1, 2)


def targets(boxes, labels):
    """Per scene: distances [4, 12, 12] with a mask [12, 12], and a heat map [10, 12, 12] that is 1
    at the centre cells and falls off around them, so that near misses cost less."""
    n = len(boxes)
    distances = np.zeros((n, 4, CELLS, CELLS), np.float32)
    mask = np.zeros((n, CELLS, CELLS), np.float32)
    heat = np.zeros((n, CLASSES, CELLS, CELLS), np.float32)
    places = np.arange(CELLS)
    for i, slot in zip(*np.nonzero(labels >= 0)):
        box, kind = boxes[i, slot], labels[i, slot]
        column, row = ((box[:2] + box[2:]) / 2 / STRIDE).astype(int).clip(0, CELLS - 1)
        x, y = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
        distances[i, :, row, column] = np.array(
            [x - box[0], y - box[1], box[2] - x, box[3] - y]) / STRIDE
        mask[i, row, column] = 1
        spread = np.exp(-((places - row)[:, None] ** 2 + (places - column)[None] ** 2) / 1.0)
        heat[i, kind] = np.maximum(heat[i, kind], spread)
    return distances, mask, heat


def detection_loss(model, image, distances, mask, heat):
    predicted, logits = model.raw(image)
    positive = (heat == 1).float()
    probability = torch.sigmoid(logits)
    hit = positive * (1 - probability) ** 2 * functional.logsigmoid(logits)
    miss = (1 - positive) * (1 - heat) ** 4 * probability ** 2 * functional.logsigmoid(-logits)
    focal = -(hit + miss)
    error = functional.smooth_l1_loss(predicted, distances, reduction="none", beta=0.2)
    return (focal.sum() + (error * mask[:, None]).sum()) / mask.sum()


def main():
    rng = seed_everything(7)
    scenes, boxes, labels = make_scenes(rng, SCENES, *fashion_mnist("train"))
    learned = targets(boxes, labels)
    model = Detector().to(memory_format=torch.channels_last)

    def batches():
        for index in shuffled(rng, SCENES, BATCH):
            yield tuple(torch.from_numpy(a[index]) for a in (scenes, *learned))

    train(model, batches, SCENES // BATCH, detection_loss, EPOCHS, 4e-3)
    model.to(memory_format=torch.contiguous_format)

    images, true_boxes, true_labels = make_scenes(rng, VALIDATION, *fashion_mnist("t10k"))
    with torch.no_grad():
        found, scores = (t.numpy() for t in model(torch.from_numpy(images)))
    print(f"map50: {map50(found, scores, true_boxes, true_labels):.4f} on {VALIDATION} scenes with "
          f"{(true_labels >= 0).sum()} objects")
    batch = {0: "batch"}
    export(model, torch.from_numpy(images[:2]), HERE / "model.onnx", ["image"], ["boxes", "scores"],
           {"image": batch, "boxes": batch, "scores": batch})
    save(HERE / "data/calibration.npz", image=scenes[:CALIBRATION])
    save(HERE / "data/validation.npz", image=images, boxes=true_boxes, box_labels=true_labels)


if __name__ == "__main__":
    main()
