#!/usr/bin/python3
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Adapts sample models to several targets on this machine and prints the table targets x decision: what was
chosen on each, how long the original and the adapted model take there, and the ratio with its 95 % interval
from the session's own confirmation run. With --variants each target's choice is then measured on all targets,
so that it shows what a decision made elsewhere would cost.

Usage: bench_targets.py METAINFER [--budget N] [--targets T,...] [--out DIR] [--variants] [MODEL...]
MODEL is a folder with a deployment.yaml. A target is DEVICE or DEVICE/THREADS, for example local/1,
local/2, local:opencv/2, ort-web. METAINFER is the built command line program. Only the standard library is
needed; PyYAML is not, since the deployment's two lines that change are written anew."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "sample_models"
MODELS = ["mobilenet-v2-style", "spoken-language"]
TARGETS = ["local/1", "local/2", "local:opencv/2", "ort-web"]


def deployment_for(model, target, folder):
    """The model's own deployment with another device and thread limit, and whole paths."""
    device, _, threads = target.partition("/")
    text = (model / "deployment.yaml").read_text()
    text = re.sub(r"^(\s*)device:.*$", rf"\1device: {device}", text, flags=re.M)
    for key in ("model", "calibration", "validation", "labels"):
        text = re.sub(rf"^(\s*){key}:\s*(?!/)(\S+)", lambda m: f"{m[1]}{key}: {model / m[2]}", text, flags=re.M)
    text = re.sub(r"primary:\s*\w+", "primary: p50_latency", text)
    if threads:
        text = re.sub(r"^(\s*)constraints:\s*$", rf"\1constraints:\n\1  max_threads: {threads}", text, flags=re.M)
    path = folder / f"{model.name}-{re.sub('[^a-z0-9]+', '-', target)}.yaml"
    path.write_text(text)
    return path


def adapt(options, model, target, folder):
    path = deployment_for(model, target, folder)
    session = folder / path.stem
    subprocess.run(["rm", "-rf", session], check=True)
    run = subprocess.run([options.metainfer, "adapt", path, "--out", session, "--budget", str(options.budget),
                          "--no-experience", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        document = json.loads(run.stdout)
    except ValueError:
        document = {}
    if run.returncode not in (0, 3) or "subjects" not in document:
        lines = (run.stderr or run.stdout).strip().splitlines() or ["no answer"]
        return {"target": target, "failure": lines[0], "session": session}
    return {"target": target, "document": document, "session": session}


def subject(document, role):
    return next((s for s in document["subjects"] if s["role"] == role), None)


def milliseconds(one):
    value = (one or {}).get("values", {}).get("p50_latency", {}).get("value")
    return f"{value / 1000:.3f}" if value else "-"


def interval(ratio):
    return f"{ratio['value']:.3f} [{ratio['low']:.3f}, {ratio['high']:.3f}]"


def row(result):
    if "failure" in result:
        return result["target"], "-", "-", "-", "cannot be adapted: " + result["failure"]
    document = result["document"]
    original, adapted = subject(document, "original"), subject(document, "adapted")
    if not adapted:
        return result["target"], milliseconds(original), "-", "1", "kept the original: " + document["reason"]
    return (result["target"], milliseconds(original), milliseconds(adapted), interval(adapted["ratio"]),
            adapted["key"])


def cross_measure(options, model, results, targets):
    """Each choice's graph on every target, with that target's default options, relative to the original there."""
    print("\n  the choices of each target (rows) measured on the others, time relative to the original there")
    print("  " + f"{'chosen on':<18}" + "".join(f"{t:>26}" for t in targets))
    for result in results:
        file = result["session"] / "adapted.onnx"
        if not file.exists():
            continue
        cells = []
        for target in targets:
            device, _, threads = target.partition("/")
            command = [options.metainfer, "measure", file, "--device", device, "--against", model / "model.onnx",
                       "--dim", "batch=1", "--quick", "--json"]
            if threads:
                command += ["--mapping", f"threads={threads}", "--against-mapping", f"threads={threads}"]
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                ratio = json.loads(run.stdout)["comparison"]["variants"][0]["ratio"]
                cells.append(interval(ratio))
            except (ValueError, KeyError, IndexError, TypeError):
                cells.append("cannot run")
        print("  " + f"{result['target']:<18}" + "".join(f"{c:>26}" for c in cells), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("metainfer")
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--budget", type=int, default=18)
    parser.add_argument("--out", help="folder to keep deployments and sessions in")
    parser.add_argument("--variants", action="store_true", help="measure each choice on all targets as well")
    options = parser.parse_intermixed_args()
    folder = pathlib.Path(options.out or tempfile.mkdtemp(prefix="bench_targets")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in options.models:
        model = pathlib.Path(name) if pathlib.Path(name).is_dir() else SAMPLES / name
        targets = options.targets.split(",")
        print(f"\n{model.name}\n  {'target':<18}{'original ms':>12}{'adapted ms':>12}  {'ratio [95 %]':<24}decision",
              flush=True)
        results = []
        for target in targets:
            results.append(adapt(options, model.resolve(), target, folder))
            cells = row(results[-1])
            failed += "failure" in results[-1]
            print(f"  {cells[0]:<18}{cells[1]:>12}{cells[2]:>12}  {cells[3]:<24}{cells[4]}", flush=True)
        if options.variants:
            cross_measure(options, model.resolve(), results, targets)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
