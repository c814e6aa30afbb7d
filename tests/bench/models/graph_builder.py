# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Builds an ONNX graph and evaluates it with numpy while it grows.

The evaluation exists for one reason: BatchNorm statistics are taken from the activations that a
smooth picture really produces, so that a network with random weights has the activation ranges of a
trained one. Otherwise the ranges would explode or collapse with depth, and the fidelity of an int8
version would say nothing. It runs in double precision and the statistics are rounded to eight
mantissa bits, so that the differences between BLAS libraries vanish and the bytes are the same.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8


def round_mantissa(values, bits=8):
    """Rounds to `bits` mantissa bits; zero stays zero."""
    mantissa, exponent = np.frexp(np.asarray(values, np.float64))
    scale = float(1 << bits)
    return np.ldexp(np.round(mantissa * scale) / scale, exponent).astype(np.float32)


class Tensor:
    """A value of the graph: its name, channel count, and its numpy value (None: not evaluated)."""

    def __init__(self, name, value=None, channels=None):
        self.name = name
        self.value = value
        self.channels = channels if channels is not None else (
            value.shape[1] if value is not None and value.ndim > 1 else None)


class GraphBuilder:
    """Appends nodes named `/scope/Op` and keeps initializers in order of use."""

    def __init__(self, name, seed):
        self.name = name
        self.rng = np.random.Generator(np.random.PCG64(seed))
        self.nodes, self.initializers, self.inputs, self.outputs = [], [], [], []
        self._scopes, self._used = [], {}

    # -- names and constants ------------------------------------------------------------------

    def scope(self, name):
        builder = self

        class Scope:
            def __enter__(self):
                builder._scopes.append(name)

            def __exit__(self, *_):
                builder._scopes.pop()

        return Scope()

    def _unique(self, name):
        count = self._used.get(name, 0)
        self._used[name] = count + 1
        return name if count == 0 else f"{name}_{count}"

    def _path(self, leaf):
        return "/" + "/".join(self._scopes + [leaf])

    def weight(self, leaf, array):
        """Adds an initializer `scope.leaf`, returns its name."""
        name = self._unique(".".join(self._scopes + [leaf]))
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, op, inputs, outputs=1, **attributes):
        """Adds a node; inputs are Tensors or initializer names. Returns output names."""
        path = self._unique(self._path(op))
        names = [f"{path}_output_{i}" for i in range(outputs)]
        inputs = [i.name if isinstance(i, Tensor) else i for i in inputs]
        self.nodes.append(helper.make_node(op, inputs, names, name=path, **attributes))
        return names

    def one(self, op, inputs, value=None, channels=None, **attributes):
        return Tensor(self.node(op, inputs, **attributes)[0], value, channels)

    def input(self, name, shape, dtype=TensorProto.FLOAT, value=None):
        self.inputs.append(helper.make_tensor_value_info(name, dtype, shape))
        return Tensor(name, value)

    def output(self, tensor, name, shape, dtype=TensorProto.FLOAT):
        """Renames the producer's output to `name` and declares it."""
        for node in self.nodes:
            for names in (node.input, node.output):
                for i, old in enumerate(names):
                    if old == tensor.name:
                        names[i] = name
        self.outputs.append(helper.make_tensor_value_info(name, dtype, shape))

    # -- convolutional parts ------------------------------------------------------------------

    def conv(self, x, out, kernel=1, stride=1, groups=1, bias=False, scale=None):
        """2-D convolution with 'same'-like padding and He-scaled weights."""
        cin = x.channels
        fan_in = cin // groups * kernel * kernel
        std = np.sqrt((scale or 2.0) / fan_in)
        w = self.rng.standard_normal((out, cin // groups, kernel, kernel))
        if kernel > 1:
            # Trained filters are mostly smooth: half of the energy is one value per kernel.
            w = np.sqrt(0.5) * (w + self.rng.standard_normal((out, cin // groups, 1, 1)))
        w = (w * std).astype(np.float32)
        inputs = [x, self.weight("weight", w)]
        b = None
        if bias:
            b = (self.rng.standard_normal(out) * 0.1).astype(np.float32)
            inputs.append(self.weight("bias", b))
        pad = kernel // 2
        value = None if x.value is None else _conv(x.value, w, b, stride, pad, groups)
        return self.one("Conv", inputs, value, out, dilations=[1, 1], group=groups,
                        kernel_shape=[kernel, kernel], pads=[pad] * 4, strides=[stride, stride])

    def batch_norm(self, x, gain=1.0, shift=0.0):
        """BatchNorm whose statistics match the evaluated activations, with a random affine part."""
        c = x.channels
        gamma = (gain * self.rng.uniform(0.8, 1.2, c)).astype(np.float32)
        beta = (shift + 0.1 * self.rng.standard_normal(c)).astype(np.float32)
        axes = (0, 2, 3)
        mean = round_mantissa(x.value.mean(axes))
        var = round_mantissa(np.maximum(x.value.var(axes), 1e-3))
        names = [self.weight("weight", gamma), self.weight("bias", beta),
                 self.weight("running_mean", mean), self.weight("running_var", var)]
        factor = (gamma / np.sqrt(var.astype(np.float64) + 1e-5))[None, :, None, None]
        value = (x.value - mean[None, :, None, None]) * factor + beta[None, :, None, None]
        return self.one("BatchNormalization", [x] + names, value, c,
                        epsilon=1e-5, momentum=0.9)

    def relu(self, x):
        return self.one("Relu", [x], np.maximum(x.value, 0), x.channels)

    def relu6(self, x):
        bounds = [self.constant(np.float32(0)), self.constant(np.float32(6))]
        return self.one("Clip", [x] + bounds, np.clip(x.value, 0, 6), x.channels)

    def silu(self, x):
        gate = self.one("Sigmoid", [x])
        return self.one("Mul", [x, gate], x.value / (1 + np.exp(-x.value)), x.channels)

    def constant(self, array):
        """A Constant node, as exporters write small parameters."""
        array = np.asarray(array)
        return Tensor(self.node("Constant", [], value=numpy_helper.from_array(array))[0], array)

    def add(self, x, y):
        return self.one("Add", [x, y], x.value + y.value, x.channels)

    def concat(self, parts, axis=1):
        known = all(p.value is not None for p in parts)
        value = np.concatenate([p.value for p in parts], axis) if known else None
        channels = sum(p.channels for p in parts) if axis == 1 and all(
            p.channels for p in parts) else None
        return self.one("Concat", parts, value, channels, axis=axis)

    def max_pool(self, x, kernel, stride, pad):
        value = _max_pool(x.value, kernel, stride, pad)
        return self.one("MaxPool", [x], value, x.channels, kernel_shape=[kernel, kernel],
                        pads=[pad] * 4, strides=[stride, stride], ceil_mode=0)

    def upsample2(self, x):
        value = x.value.repeat(2, axis=2).repeat(2, axis=3)
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.one("Resize", [x, "", scales], value, x.channels, mode="nearest",
                        coordinate_transformation_mode="asymmetric", nearest_mode="floor")

    def classifier(self, x, classes):
        """Global average pool, flatten, fully connected."""
        pooled = self.one("GlobalAveragePool", [x], None, x.channels)
        flat = self.one("Flatten", [pooled], axis=1)
        with self.scope("fc"):
            w = self.rng.standard_normal((classes, x.channels)) / np.sqrt(x.channels)
            b = 0.05 * self.rng.standard_normal(classes)
            return self.one("Gemm", [flat, self.weight("weight", w.astype(np.float32)),
                                     self.weight("bias", b.astype(np.float32))],
                            alpha=1.0, beta=1.0, transB=1)

    # -- result ---------------------------------------------------------------------------------

    def model(self):
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs,
                                  self.initializers)
        model = helper.make_model(graph, producer_name="make_bench_models",
                                  opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = IR_VERSION
        onnx.checker.check_model(model)
        return model


def _windows(x, kernel, stride, pad, fill=0.0):
    x = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)), constant_values=fill)
    view = np.lib.stride_tricks.sliding_window_view(x, (kernel, kernel), (2, 3))
    return view[:, :, ::stride, ::stride]


def _conv(x, w, b, stride, pad, groups):
    kernel = w.shape[2]
    view = _windows(x, kernel, stride, pad)
    if groups == 1:
        out = np.tensordot(view, w, axes=([1, 4, 5], [1, 2, 3])).transpose(0, 3, 1, 2)
    elif groups == x.shape[1] and w.shape[1] == 1:
        out = sum(view[..., i, j] * w[None, :, 0, i, j, None, None]
                  for i in range(kernel) for j in range(kernel))
    else:
        raise ValueError(f"groups={groups}: only 1 and depthwise are needed here")
    return out if b is None else out + b[None, :, None, None]


def _max_pool(x, kernel, stride, pad):
    return _windows(x, kernel, stride, pad, -np.inf).max((4, 5))
