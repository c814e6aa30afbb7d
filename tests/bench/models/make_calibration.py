#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Writes NAME.calibration.npz and NAME.validation.npz for the bench models into a folder.

usage: make_calibration.py OUTDIR [NAME ...] [--count N]
Arrays carry the names of the model's inputs; the first axis counts examples of batch 1. The two
files come from different seeds, so that fidelity is never judged on what calibration saw.
"""

import argparse
import pathlib
import sys

import numpy as np

from smooth_data import smooth_images, token_batches
from transformer import LENGTH, VOCABULARY

IMAGE_SIZES = {"mobilenet_v2": 224, "resnet18": 224, "resnet50": 224, "yolov8n": 640,
               "yolov8n_decode": 640, "unet": 256}
TEXT = ["bert_small", "bert_small_dynamic"]
SEEDS = {"calibration": 101, "validation": 202}


def arrays(name, count, seed):
    rng = np.random.Generator(np.random.PCG64(seed))
    if name in TEXT:
        return token_batches(rng, count, LENGTH, VOCABULARY)
    size = IMAGE_SIZES[name]
    return {"images": smooth_images(rng, count, 3, size, size)}


def main():
    known = list(IMAGE_SIZES) + TEXT
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}")
    parser.add_argument("--count", type=int, help="examples per file (default 32; 8 at 640 pixels)")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in known:
            parser.error(f"unknown model {name!r}; known: {', '.join(known)}")
    arguments.outdir.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or known:
        count = arguments.count or (8 if IMAGE_SIZES.get(name) == 640 else 32)
        for purpose, seed in SEEDS.items():
            path = arguments.outdir / f"{name}.{purpose}.npz"
            np.savez(path, **arrays(name, count, seed))
            print(path, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
