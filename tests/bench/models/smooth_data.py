# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Seeded inputs with the statistics of pictures: most energy in low spatial frequencies."""

import numpy as np


def _upsample(grid, height, width):
    """Bilinear enlargement of [n, c, h, w] to height x width."""
    def axis_weights(size, target):
        position = np.linspace(0, size - 1, target)
        low = np.minimum(position.astype(int), size - 2)
        return low, position - low

    y, fy = axis_weights(grid.shape[2], height)
    x, fx = axis_weights(grid.shape[3], width)
    rows = grid[:, :, y] * (1 - fy)[:, None] + grid[:, :, y + 1] * fy[:, None]
    return rows[..., x] * (1 - fx) + rows[..., x + 1] * fx


def smooth_images(rng, count, channels, height, width):
    """float32 [count, channels, height, width], zero mean, unit deviation per image."""
    images = np.zeros((count, channels, height, width))
    amplitude, cells = 1.0, 3
    while cells < height:
        grid = rng.standard_normal((count, channels, cells, cells))
        # Colour channels of a picture are correlated: half of each is shared.
        grid = 0.5 * grid + 0.5 * grid.mean(1, keepdims=True) * np.sqrt(channels)
        images += amplitude * _upsample(grid, height, width)
        amplitude *= 0.6
        cells *= 2
    images -= images.mean((1, 2, 3), keepdims=True)
    return (images / images.std((1, 2, 3), keepdims=True)).astype(np.float32)


def token_batches(rng, count, length, vocabulary):
    """input_ids with word-like (Zipf) frequencies and masks, all int64 [n, length]."""
    ranks = np.minimum(rng.zipf(1.3, (count, length)), vocabulary - 1000)
    ids = (999 + ranks).astype(np.int64)
    mask = np.ones((count, length), np.int64)
    for row, used in enumerate(rng.integers(length // 2, length + 1, count)):
        mask[row, used:] = 0
    ids[:, 0] = 101
    return {"input_ids": ids * mask, "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids)}
