#!/usr/bin/env python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the bench models (random weights, fixed seeds, opset 17, IR 8) into a folder.

usage: make_bench_models.py OUTDIR [NAME ...]     without names: all but the variants
Needs numpy and onnx; the bytes are the same whatever BLAS numpy uses.
"""

import argparse
import pathlib
import sys

import architectures
import transformer

MODELS = {
    "mobilenet_v2": architectures.mobilenet_v2,
    "resnet18": architectures.resnet18,
    "resnet50": architectures.resnet50,
    "yolov8n": architectures.yolov8n,
    "unet": architectures.unet,
    "bert_small": transformer.bert_small,
}
VARIANTS = {
    "yolov8n_decode": architectures.yolov8n_decode,
    "bert_small_dynamic": transformer.bert_small_dynamic,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"of {', '.join(list(MODELS) + list(VARIANTS))}")
    arguments = parser.parse_args()
    known = {**MODELS, **VARIANTS}
    unknown = [n for n in arguments.names if n not in known]
    if unknown:
        parser.error(f"unknown model {unknown[0]!r}; known: {', '.join(known)}")
    arguments.outdir.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or MODELS:
        data = known[name]().SerializeToString(deterministic=True)
        path = arguments.outdir / f"{name}.onnx"
        path.write_bytes(data)
        print(f"{path}  {len(data) / 1e6:.1f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
