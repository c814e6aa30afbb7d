# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Composes scenes from labelled pictures, so that every box is exact."""

import numpy as np
import torch
from torch.nn import functional

SIZE, MAX_OBJECTS = 96, 5


def make_scenes(rng, count, pictures, labels):
    """Scenes float32 [count, 1, 96, 96] in [-1, 1), boxes float32 [count, 5, 4] (x1 y1 x2 y2 in
    pixels) and box_labels int64 [count, 5]; unused rows are zero with label -1."""
    scenes = np.zeros((count, 1, SIZE, SIZE), np.float32)
    boxes = np.zeros((count, MAX_OBJECTS, 4), np.float32)
    box_labels = np.full((count, MAX_OBJECTS), -1, np.int64)
    for i in range(count):
        canvas = _background(rng)
        for slot in range(rng.integers(1, MAX_OBJECTS + 1)):
            chosen = rng.integers(len(pictures))
            box = _place(rng, canvas, _scaled(rng, pictures[chosen]), boxes[i, :slot])
            if box is None:
                break
            boxes[i, slot], box_labels[i, slot] = box, labels[chosen]
        scenes[i, 0] = (np.round(canvas) - 128) / 128
    return scenes, boxes, box_labels


def _background(rng):
    """A dark floor with flat rectangles as distraction; flat areas keep the data files small."""
    canvas = np.full((SIZE, SIZE), rng.integers(0, 40), np.float32)
    for _ in range(rng.integers(0, 5)):
        x, y = rng.integers(0, SIZE - 8, 2)
        w, h = rng.integers(4, 40, 2)
        canvas[y:y + h, x:x + w] = rng.integers(0, 90)
    return canvas


def _scaled(rng, picture):
    """The picture, mirrored half of the time, enlarged to 20..44 pixels and cut to its content."""
    side = int(rng.integers(20, 45))
    item = torch.from_numpy(picture.astype(np.float32))[None, None]
    item = functional.interpolate(item, (side, side), mode="bilinear", align_corners=False)[0, 0]
    item = item.numpy()[:, ::-1] if rng.random() < 0.5 else item.numpy()
    rows, columns = np.flatnonzero(item.max(1) > 40), np.flatnonzero(item.max(0) > 40)
    return item[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def _place(rng, canvas, item, taken):
    """Draws `item` where it covers little of what is there; returns its box, None without room."""
    height, width = item.shape
    for _ in range(20):
        x, y = int(rng.integers(0, SIZE - width + 1)), int(rng.integers(0, SIZE - height + 1))
        box = np.array([x, y, x + width, y + height], np.float32)
        if len(taken) == 0 or _overlap(box, taken).max() < 0.1:
            area = canvas[y:y + height, x:x + width]
            area[:] = np.where(item > 40, item, area)
            return box
    return None


def _overlap(box, others):
    """Intersection over union of one box with [k, 4]."""
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    common = np.prod(np.maximum(high - low, 0), 1)
    return common / (_area(box) + _area(others) - common)


def _area(boxes):
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def map50(boxes, scores, true_boxes, true_labels):
    """Mean over the classes of the average precision at an overlap of 0.5 (area under the precision
    envelope). boxes [n, m, 4], scores [n, m, c]; every cell counts, at most 100 per image."""
    precisions = []
    for kind in range(scores.shape[2]):
        found, total = [], int((true_labels == kind).sum())
        for i in range(len(boxes)):
            truth = true_boxes[i][true_labels[i] == kind]
            free = np.ones(len(truth), bool)
            for cell in np.argsort(-scores[i, :, kind], kind="stable")[:100]:
                overlaps = _overlap(boxes[i, cell], truth) * free if len(truth) else np.zeros(1)
                hit = overlaps.max() >= 0.5
                if hit:
                    free[overlaps.argmax()] = False
                found.append((scores[i, cell, kind], hit))
        if total:
            precisions.append(_average_precision(found, total))
    return float(np.mean(precisions))


def _average_precision(found, total):
    hits = np.array([h for _, h in sorted(found, key=lambda f: -f[0])])
    recall = np.cumsum(hits) / total
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(recall, prepend=0) * envelope))
