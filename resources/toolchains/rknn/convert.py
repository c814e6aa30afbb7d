# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Converts an ONNX model with rknn-toolkit2, which has no command of its own, or profiles an .rknn file.

Float models only: a quantized graph is quantized before it comes here, and the toolkit reads its QDQ nodes.
"""
import argparse
import sys


def checked(result, what):
    if result != 0:
        sys.exit(f"rknn convert failed: {what} returned {result}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--output")
    parser.add_argument("--platform", default="rk3588")
    parser.add_argument("--quantized-dtype")
    parser.add_argument("--optimization-level", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    from rknn.api import RKNN

    rknn = RKNN(verbose=False)
    if given.profile:
        checked(rknn.load_rknn(given.model), "load_rknn")
        checked(rknn.init_runtime(target=given.platform, perf_debug=True), "init_runtime")
        rknn.eval_perf()
        rknn.release()
        return
    options = {"target_platform": given.platform, "optimization_level": given.optimization_level}
    if given.quantized_dtype:
        options["quantized_dtype"] = given.quantized_dtype
    checked(rknn.config(**options) or 0, "config")
    checked(rknn.load_onnx(model=given.model), "load_onnx")
    checked(rknn.build(do_quantization=False), "build")
    checked(rknn.export_rknn(given.output), "export_rknn")
    rknn.release()


if __name__ == "__main__":
    main()
