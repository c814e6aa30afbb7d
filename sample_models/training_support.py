# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""What the training scripts of the sample models share: seeds, training loop, export, data."""

import gzip
import pathlib
import time

import numpy as np
import onnx
import torch
from onnx import numpy_helper

OPSET = 16  # the newest that still writes LayerNorm and GELU as their parts


def seed_everything(seed):
    """One thread and fixed seeds: the same machine and library versions give the same weights."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    return np.random.default_rng(seed)


def train(model, batches, steps, loss_of, epochs, learning_rate, weight_decay=0.02):
    """AdamW, one-cycle schedule; `batches()` gives `steps` tuples for `loss_of(model, *batch)`."""
    total = epochs * steps
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, learning_rate, total, pct_start=0.2)
    model.train()
    for epoch in range(epochs):
        start, losses = time.process_time(), []
        for batch in batches():
            optimizer.zero_grad(set_to_none=True)
            loss = loss_of(model, *batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1}/{epochs}: loss {np.mean(losses):.4f}, "
              f"{time.process_time() - start:.0f} CPU s", flush=True)
    model.eval()


def shuffled(rng, count, batch):
    """Index arrays of `batch` examples each, without the incomplete last one."""
    order = rng.permutation(count)
    return [order[i:i + batch] for i in range(0, count - batch + 1, batch)]


def predict(model, arrays, batch=250):
    """Runs `model` over numpy arrays in evaluation mode; returns the first output as numpy."""
    model.eval()
    results = []
    with torch.no_grad():
        for i in range(0, len(arrays[0]), batch):
            result = model(*(torch.from_numpy(a[i:i + batch]) for a in arrays))
            results.append(result[0] if isinstance(result, tuple) else result)
    return torch.cat(results).numpy()


def export(model, example, path, inputs, outputs, dynamic_axes, fold=False):
    """Writes ONNX with every BatchNorm left in the graph, as a trained model usually arrives.
    `fold` computes constant parts: recurrent layers need it, since their weights are rearranged."""
    model.eval()
    torch.onnx.export(model, example, path, input_names=inputs, output_names=outputs,
                      dynamic_axes=dynamic_axes, opset_version=OPSET, do_constant_folding=fold,
                      training=torch.onnx.TrainingMode.PRESERVE)
    exported = onnx.load(path)
    _fold_weight_transposes(exported.graph)
    exported = _settle_output_shapes(exported, dynamic_axes)
    for node in exported.graph.node:
        node.ClearField("doc_string")
    onnx.checker.check_model(exported)
    pathlib.Path(path).write_bytes(exported.SerializeToString(deterministic=True))


def _fold_weight_transposes(graph):
    """Stores each transposed weight as it is used; the exporter's own folding would rename it."""
    weights = {w.name: w for w in graph.initializer}
    for node in [n for n in graph.node if n.op_type == "Transpose" and n.input[0] in weights]:
        name = node.input[0]
        order = next(a.ints for a in node.attribute if a.name == "perm")
        array = numpy_helper.to_array(weights[name]).transpose(order)
        weights[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array), name))
        for user in graph.node:
            for i, value in enumerate(user.input):
                if value == node.output[0]:
                    user.input[i] = name
        graph.node.remove(node)


def _settle_output_shapes(exported, dynamic_axes):
    """Gives every output axis that is not dynamic its size; the exporter invents symbols."""
    for output in exported.graph.output:
        for axis, dimension in enumerate(output.type.tensor_type.shape.dim):
            if axis not in dynamic_axes.get(output.name, {}):
                dimension.Clear()
    inferred = onnx.shape_inference.infer_shapes(exported, strict_mode=True)
    del inferred.graph.value_info[:]  # like most models that arrive
    return inferred


def save(path, **arrays):
    """Compressed .npz with fixed time stamps, so that equal data are equal bytes."""
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(path, **arrays)
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, "
          + ", ".join(f"{k} {v.dtype} {list(v.shape)}" for k, v in arrays.items()))


def fashion_mnist(part, folder="/usr/share/datasets/fashion-mnist"):
    """`part` is `train` or `t10k`: uint8 images [n, 28, 28] and int64 labels [n]."""
    with gzip.open(f"{folder}/{part}-images-idx3-ubyte.gz") as file:
        images = np.frombuffer(file.read(), np.uint8, offset=16).reshape(-1, 28, 28)
    with gzip.open(f"{folder}/{part}-labels-idx1-ubyte.gz") as file:
        labels = np.frombuffer(file.read(), np.uint8, offset=8).astype(np.int64)
    return images, labels
