# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""A BERT-small-like encoder as exporters write it: LayerNorm and GELU decomposed, Q, K, V apart."""

import numpy as np
from onnx import TensorProto

from graph_builder import GraphBuilder

VOCABULARY = 30522
LENGTH = 128
LAYERS, HIDDEN, HEADS, INNER = 4, 512, 8, 2048


def bert_small(seed=16):
    return _encoder("bert_small", seed, 1, LENGTH)


def bert_small_dynamic(seed=16):
    return _encoder("bert_small_dynamic", seed, "batch", "sequence")


def _encoder(name, seed, batch, length):
    g = GraphBuilder(name, seed)
    ids, mask, types = (g.input(n, [batch, length], TensorProto.INT64)
                        for n in ("input_ids", "attention_mask", "token_type_ids"))
    with g.scope("embeddings"):
        x = _embed(g, ids, types, length)
    with g.scope("mask"):
        wide = g.one("Unsqueeze", [mask, g.constant(np.array([1, 2], np.int64))])
        number = g.one("Cast", [wide], to=TensorProto.FLOAT)
        inverse = g.one("Sub", [g.constant(np.float32(1)), number])
        bias = g.one("Mul", [inverse, g.constant(np.float32(-10000))])
    for layer in range(LAYERS):
        with g.scope(f"encoder.layer.{layer}"):
            x = _layer(g, x, bias)
    g.output(x, "last_hidden_state", [batch, length, HIDDEN])
    return g.model()


def _embed(g, ids, types, length):
    def table(leaf, rows):
        return g.weight(leaf, _random(g, (rows, HIDDEN), 0.05))

    words = g.one("Gather", [table("word.weight", VOCABULARY), ids], axis=0)
    kinds = g.one("Gather", [table("type.weight", 2), types], axis=0)
    position_table = table("position.weight", 512)
    if isinstance(length, str):
        shape = g.one("Shape", [ids])
        end = g.one("Gather", [shape, g.constant(np.array([1], np.int64))], axis=0)
    else:
        end = g.constant(np.array([length], np.int64))
    zero, one = (g.constant(np.array([v], np.int64)) for v in (0, 1))
    positions = g.one("Slice", [g.weight("position_ids", np.arange(512, dtype=np.int64)[None]),
                                zero, end, one])
    places = g.one("Gather", [position_table, positions], axis=0)
    x = g.one("Add", [g.one("Add", [words, kinds]), places])
    with g.scope("LayerNorm"):
        return _layer_norm(g, x)


def _layer(g, x, bias):
    with g.scope("attention"):
        heads = [_heads(g, x, n, [0, 2, 3, 1] if n == "key" else [0, 2, 1, 3])
                 for n in ("query", "key", "value")]
        scores = g.one("MatMul", [heads[0], heads[1]])
        scores = g.one("Div", [scores, g.constant(np.float32(np.sqrt(HIDDEN // HEADS)))])
        weights = g.one("Softmax", [g.one("Add", [scores, bias])], axis=-1)
        context = g.one("Transpose", [g.one("MatMul", [weights, heads[2]])], perm=[0, 2, 1, 3])
        context = g.one("Reshape", [context, g.constant(np.array([0, 0, HIDDEN], np.int64))])
        with g.scope("output"):
            y = _linear(g, context, HIDDEN, HIDDEN)
        with g.scope("LayerNorm"):
            x = _layer_norm(g, g.one("Add", [y, x]))
    with g.scope("intermediate"):
        y = _gelu(g, _linear(g, x, HIDDEN, INNER))
    with g.scope("output"):
        y = _linear(g, y, INNER, HIDDEN)
        with g.scope("LayerNorm"):
            return _layer_norm(g, g.one("Add", [y, x]))


def _heads(g, x, name, permutation):
    with g.scope(name):
        y = _linear(g, x, HIDDEN, HIDDEN)
        y = g.one("Reshape", [y, g.constant(np.array([0, 0, HEADS, HIDDEN // HEADS], np.int64))])
        return g.one("Transpose", [y], perm=permutation)


def _random(g, shape, std):
    return (g.rng.standard_normal(shape) * std).astype(np.float32)


def _linear(g, x, fan_in, fan_out):
    y = g.one("MatMul", [x, g.weight("weight", _random(g, (fan_in, fan_out), fan_in ** -0.5))])
    return g.one("Add", [g.weight("bias", _random(g, (fan_out,), 0.02)), y])


def _layer_norm(g, x):
    mean = g.one("ReduceMean", [x], axes=[-1])
    centered = g.one("Sub", [x, mean])
    square = g.one("Pow", [centered, g.constant(np.float32(2))])
    variance = g.one("ReduceMean", [square], axes=[-1])
    root = g.one("Sqrt", [g.one("Add", [variance, g.constant(np.float32(1e-12))])])
    y = g.one("Mul", [g.one("Div", [centered, root]),
                      g.weight("weight", 1 + _random(g, (HIDDEN,), 0.1))])
    return g.one("Add", [y, g.weight("bias", _random(g, (HIDDEN,), 0.05))])


def _gelu(g, x):
    inner = g.one("Erf", [g.one("Div", [x, g.constant(np.float32(np.sqrt(2)))])])
    half = g.one("Mul", [x, g.one("Add", [inner, g.constant(np.float32(1))])])
    return g.one("Mul", [half, g.constant(np.float32(0.5))])
