#!/usr/bin/python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Adapts the bench models (random weights, fixed seed) and prints, from each session's one interleaved
confirmation run, the time of the adapted model relative to the default options and to the best hand-set
ones, the fidelity, and how long each stage took.

Usage: bench_adapt.py METAINFER [--threads N] [--budget N] [--out DIR] [MODEL...]
Needs python3-numpy and python3-onnx for the models; METAINFER is the built command line program."""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODELS = ["mobilenet_v2", "resnet50", "yolov8n", "bert_small"]

DEPLOYMENT = """deployment:
  model: {folder}/{name}.onnx
  device: local
  optimization_objective: {{primary: p50_latency, secondary: memory_usage}}
  constraints: {{max_accuracy_drop: 0.015{threads}}}
  accuracy:
    calibration: {folder}/{name}.calibration.npz
    validation: {folder}/{name}.validation.npz
    metric: fidelity
    gate: 0.985
  search: {{seed: 7}}
"""


def prepare(folder, names):
    for script in ("make_bench_models.py", "make_calibration.py"):
        missing = [n for n in names if not (folder / (n + (".onnx" if "models" in script else ".validation.npz"))).exists()]
        if missing:
            subprocess.run([sys.executable, HERE / "models" / script, folder, *missing], check=True,
                           stdout=subprocess.DEVNULL)


def adapt(options, folder, name):
    deployment = folder / f"{name}.yaml"
    threads = f", max_threads: {options.threads}" if options.threads else ""
    deployment.write_text(DEPLOYMENT.format(folder=folder, name=name, threads=threads))
    session = folder / f"session-{name}-{options.threads or 'all'}"
    subprocess.run(["rm", "-rf", session], check=True)
    run = subprocess.run([options.metainfer, "adapt", deployment, "--out", session, "--budget", str(options.budget),
                          "--no-experience", "--json"], stdout=subprocess.PIPE, text=True)
    if run.returncode not in (0, 3):
        sys.exit(f"adapt failed on {name} with exit code {run.returncode}")
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("metainfer")
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--threads", type=int, default=1, help="0 = as many as the machine has")
    parser.add_argument("--budget", type=int, default=24)
    parser.add_argument("--out", help="folder to keep models and sessions in")
    options = parser.parse_intermixed_args()
    folder = pathlib.Path(options.out or tempfile.mkdtemp(prefix="bench_adapt")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    prepare(folder, options.models)
    ratios = []
    print(f"{'model':<14} {'adapted/default':>24} {'against hand-set options':<42} {'fidelity':>9}  stages [s]")
    for name in options.models:
        document = adapt(options, folder, name)
        adapted = next((s for s in document["subjects"] if s["role"] == "adapted"), None)
        ratio = adapted["ratio"] if adapted else {"value": 1, "low": 1, "high": 1}
        ratios.append(ratio["value"])
        text = f"{ratio['value']:.3f} [{ratio['low']:.3f}, {ratio['high']:.3f}]"
        hand = adapted["against_hand_tuned"] if adapted else "kept the original"
        fidelity = adapted["values"]["accuracy"]["value"] if adapted else 1
        stages = " ".join(f"{s['stage']}={s['seconds']:.0f}" for s in document["stages"] if s["seconds"] >= 0.5)
        print(f"{name:<14} {text:>24} {hand:<42} {fidelity:9.5f}  {stages}", flush=True)
        print(f"{'':<14} {adapted['key'] if adapted else document['reason']}", flush=True)
    mean = math.exp(sum(math.log(r) for r in ratios) / len(ratios))
    print(f"geometric mean of adapted / default at {options.threads or 'all'} thread(s): {mean:.3f}")


if __name__ == "__main__":
    main()
