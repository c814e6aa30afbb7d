# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""The bench networks, written down from their published layer tables, with random weights."""

import numpy as np

from graph_builder import GraphBuilder
from smooth_data import smooth_images


def _image(builder, size, evaluate_at):
    """Input `images` [1, 3, size, size], evaluated smaller: statistics agree, time is less."""
    value = smooth_images(builder.rng, 2, 3, evaluate_at, evaluate_at).astype(np.float64)
    return builder.input("images", [1, 3, size, size], value=value)


def _conv_bn(g, x, out, kernel=1, stride=1, groups=1, act=None, gain=1.0, shift=0.3):
    with g.scope("conv"):
        x = g.conv(x, out, kernel, stride, groups)
    with g.scope("bn"):
        x = g.batch_norm(x, gain, shift)
    return x if act is None else act(x)


# -- MobileNetV2 (1.0, 224) ---------------------------------------------------------------------


def mobilenet_v2(seed=11):
    g = GraphBuilder("mobilenet_v2", seed)
    x = _image(g, 224, 224)
    with g.scope("features.0"):
        x = _conv_bn(g, x, 32, 3, 2, act=g.relu6)
    index = 1
    for expand, out, repeats, stride in [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
                                         (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]:
        for repeat in range(repeats):
            with g.scope(f"features.{index}"):
                x = _inverted_residual(g, x, expand, out, stride if repeat == 0 else 1)
            index += 1
    with g.scope(f"features.{index}"):
        x = _conv_bn(g, x, 1280, act=g.relu6)
    g.output(g.classifier(x, 1000), "logits", [1, 1000])
    return g.model()


def _inverted_residual(g, x, expand, out, stride):
    hidden, y = x.channels * expand, x
    if expand != 1:
        with g.scope("expand"):
            y = _conv_bn(g, y, hidden, act=g.relu6, shift=0.6)
    with g.scope("depthwise"):
        y = _conv_bn(g, y, hidden, 3, stride, hidden, act=g.relu6, shift=0.6)
    residual = stride == 1 and x.channels == out
    with g.scope("project"):
        y = _conv_bn(g, y, out, gain=0.5 if residual else 1.0, shift=0.0)
    return g.add(x, y) if residual else y


# -- ResNet ---------------------------------------------------------------------------------------


def resnet18(seed=12):
    return _resnet("resnet18", seed, [2, 2, 2, 2], bottleneck=False)


def resnet50(seed=13):
    return _resnet("resnet50", seed, [3, 4, 6, 3], bottleneck=True)


def _resnet(name, seed, depths, bottleneck):
    g = GraphBuilder(name, seed)
    x = _image(g, 224, 160)
    x = _conv_bn(g, x, 64, 7, 2, act=g.relu)
    x = g.max_pool(x, 3, 2, 1)
    for stage, depth in enumerate(depths):
        for block in range(depth):
            with g.scope(f"layer{stage + 1}.{block}"):
                stride = 2 if block == 0 and stage > 0 else 1
                x = _residual_block(g, x, 64 << stage, stride, bottleneck)
    g.output(g.classifier(x, 1000), "logits", [1, 1000])
    return g.model()


def _residual_block(g, x, width, stride, bottleneck):
    out = width * 4 if bottleneck else width
    layers = [(width, 1, 1), (width, 3, stride), (out, 1, 1)] if bottleneck else [
        (width, 3, stride), (out, 3, 1)]
    y = x
    for i, (channels, kernel, step) in enumerate(layers):
        last = i == len(layers) - 1
        with g.scope(f"conv{i + 1}"):
            y = _conv_bn(g, y, channels, kernel, step, act=None if last else g.relu,
                         gain=0.4 if last else 1.0, shift=0.0 if last else 0.3)
    if x.channels != out or stride != 1:
        with g.scope("downsample"):
            x = _conv_bn(g, x, out, 1, stride, shift=0.0)
    return g.relu(g.add(x, y))


# -- YOLOv8n-like ---------------------------------------------------------------------------------


def yolov8n(seed=14):
    """Raw head: distances [1, 4, 8400] after DFL, class scores [1, 80, 8400]."""
    g, distances, scores = _yolo_body(seed)
    g.output(distances, "distances", [1, 4, 8400])
    g.output(scores, "scores", [1, 80, 8400])
    return g.model()


def yolov8n_decode(seed=14):
    """The same network with boxes decoded: one output [1, 84, 8400], xywh in pixels and scores."""
    g, distances, scores = _yolo_body(seed)
    with g.scope("decode"):
        near, far = (g.one("Slice", [distances] + [g.constant(np.array([v], np.int64))
                                                   for v in (start, start + 2, 1)])
                     for start in (0, 2))
        centers = np.concatenate([_anchor_centers(640 // s) for s in (8, 16, 32)], 1)[None]
        strides = np.concatenate([np.full((640 // s) ** 2, s) for s in (8, 16, 32)])[None, None]
        anchor = g.weight("anchors", centers.astype(np.float32))
        top = g.one("Sub", [anchor, near])
        bottom = g.one("Add", [anchor, far])
        center = g.one("Div", [g.one("Add", [top, bottom]), g.constant(np.float32(2))])
        size = g.one("Sub", [bottom, top])
        boxes = g.one("Mul", [g.one("Concat", [center, size], axis=1),
                              g.weight("strides", strides.astype(np.float32))])
        result = g.one("Concat", [boxes, scores], axis=1)
    g.output(result, "output0", [1, 84, 8400])
    return g.model()


def _anchor_centers(cells):
    y, x = np.meshgrid(np.arange(cells) + 0.5, np.arange(cells) + 0.5, indexing="ij")
    return np.stack([x.ravel(), y.ravel()])


def _yolo_body(seed):
    g = GraphBuilder("yolov8n", seed)
    x = _image(g, 640, 256)
    saved = {}
    plan = [("conv", 16), ("conv", 32), ("c2f", 32, 1, True), ("conv", 64), ("c2f", 64, 2, True),
            ("conv", 128), ("c2f", 128, 2, True), ("conv", 256), ("c2f", 256, 1, True),
            ("sppf", 256)]
    for i, (kind, out, *rest) in enumerate(plan):
        with g.scope(f"model.{i}"):
            if kind == "conv":
                x = _conv_bn(g, x, out, 3, 2, act=g.silu)
            elif kind == "c2f":
                x = _c2f(g, x, out, *rest)
            else:
                x = _sppf(g, x, out)
        saved[i] = x
    with g.scope("model.10"):
        x = g.concat([g.upsample2(x), saved[6]])
    with g.scope("model.12"):
        mid = _c2f(g, x, 128, 1, False)
    with g.scope("model.13"):
        x = g.concat([g.upsample2(mid), saved[4]])
    with g.scope("model.15"):
        small = _c2f(g, x, 64, 1, False)
    with g.scope("model.16"):
        x = g.concat([_conv_bn(g, small, 64, 3, 2, act=g.silu), mid])
    with g.scope("model.18"):
        medium = _c2f(g, x, 128, 1, False)
    with g.scope("model.19"):
        x = g.concat([_conv_bn(g, medium, 128, 3, 2, act=g.silu), saved[9]])
    with g.scope("model.21"):
        large = _c2f(g, x, 256, 1, False)
    with g.scope("model.22"):
        distances, scores = _detect_head(g, [small, medium, large], 640)
    return g, distances, scores


def _c2f(g, x, out, repeats, shortcut):
    half = out // 2
    with g.scope("cv1"):
        x = _conv_bn(g, x, out, act=g.silu)
    sizes = g.constant(np.array([half, half], np.int64))
    names = g.node("Split", [x, sizes], outputs=2, axis=1)
    parts = [type(x)(name, value) for name, value in zip(names, np.split(x.value, 2, axis=1))]
    for i in range(repeats):
        with g.scope(f"m.{i}"):
            y = parts[-1]
            with g.scope("cv1"):
                y = _conv_bn(g, y, half, 3, act=g.silu)
            with g.scope("cv2"):
                y = _conv_bn(g, y, half, 3, act=g.silu, gain=0.5)
            parts.append(g.add(parts[-1], y) if shortcut else y)
    with g.scope("cv2"):
        return _conv_bn(g, g.concat(parts), out, act=g.silu)


def _sppf(g, x, out):
    with g.scope("cv1"):
        x = _conv_bn(g, x, x.channels // 2, act=g.silu)
    parts = [x]
    for _ in range(3):
        parts.append(g.max_pool(parts[-1], 5, 1, 2))
    with g.scope("cv2"):
        return _conv_bn(g, g.concat(parts), out, act=g.silu)


def _detect_head(g, levels, size, classes=80, bins=16):
    flat = []
    for i, x in enumerate(levels):
        branches = []
        for branch, width, out in (("cv2", 64, 4 * bins), ("cv3", 80, classes)):
            with g.scope(f"{branch}.{i}"):
                y = x
                for j in range(2):
                    with g.scope(str(j)):
                        y = _conv_bn(g, y, width, 3, act=g.silu)
                with g.scope("2"):
                    branches.append(g.conv(y, out, bias=True, scale=0.25))
        joined = g.concat(branches)
        shape = g.constant(np.array([1, 4 * bins + classes, -1], np.int64))
        flat.append(g.one("Reshape", [joined, shape]))
    sizes = g.constant(np.array([4 * bins, classes], np.int64))
    box, logits = g.node("Split", [g.one("Concat", flat, axis=2), sizes], outputs=2, axis=1)
    anchors = sum((size // s) ** 2 for s in (8, 16, 32))
    with g.scope("dfl"):
        x = g.one("Reshape", [box, g.constant(np.array([1, 4, bins, anchors], np.int64))])
        x = g.one("Transpose", [x], perm=[0, 2, 1, 3])
        x = g.one("Softmax", [x], axis=1)
        weight = g.weight("weight", np.arange(bins, dtype=np.float32).reshape(1, bins, 1, 1))
        x = g.one("Conv", [x, weight], kernel_shape=[1, 1], pads=[0] * 4, strides=[1, 1],
                  dilations=[1, 1], group=1)
        distances = g.one("Reshape", [x, g.constant(np.array([1, 4, anchors], np.int64))])
    return distances, g.one("Sigmoid", [logits])


# -- U-Net ----------------------------------------------------------------------------------------


def unet(seed=15):
    g = GraphBuilder("unet", seed)
    x = _image(g, 256, 128)
    skips = []
    for level, width in enumerate([32, 64, 128, 256]):
        with g.scope(f"down{level}"):
            x = _double_conv(g, x, width)
            skips.append(x)
            x = g.max_pool(x, 2, 2, 0)
    with g.scope("bottom"):
        x = _double_conv(g, x, 512)
    for level, width in reversed(list(enumerate([32, 64, 128, 256]))):
        with g.scope(f"up{level}"):
            with g.scope("reduce"):
                x = _conv_bn(g, g.upsample2(x), width, act=g.relu, shift=1.0)
            x = _double_conv(g, g.concat([skips[level], x]), width)
    with g.scope("head"):
        x = g.conv(x, 2, bias=True)
    g.output(x, "mask_logits", [1, 2, 256, 256])
    return g.model()


def _double_conv(g, x, width):
    for i in range(2):
        with g.scope(f"conv{i}"):
            x = _conv_bn(g, x, width, 3, act=g.relu, shift=1.0)
    return x
