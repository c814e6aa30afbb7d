// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about predictions, their deviations and the diagnosis of a model.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfPrediction() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "%1 GFLOP/s probed for this operator"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 GFLOP/s on %2 of %3 cores (%4)"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 GB/s probed for this operator"),
        QT_TRANSLATE_NOOP("EngineWords", "the device does not support %1 (%2)"),
        QT_TRANSLATE_NOOP("EngineWords", "the device does not compute %1 in %2"),
        QT_TRANSLATE_NOOP("EngineWords", "the device computes neither %1 nor fp32"),
        QT_TRANSLATE_NOOP("EngineWords", "a shape is unknown: only the start overhead is counted"),
        QT_TRANSLATE_NOOP("EngineWords", "start overhead of %1 µs"),
        QT_TRANSLATE_NOOP("EngineWords", "%1, %2 computed in fp32"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 operators meant to be integer are computed in float between Q/DQ pairs: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 integer operators, none computed in float"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 QuantizeLinear and %2 DequantizeLinear are left"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 QuantizeLinear and DequantizeLinear nodes run on "
                                         "their own and take %2 µs (%3 %), %4 µs were expected"),
        QT_TRANSLATE_NOOP("EngineWords", "operators beside them still compute in float: %1"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the runtime did not fuse these groups: use unsigned activations with the zero point "
            "at the type's minimum behind ReLU or Clip, and at least the extended optimization "
            "level; or keep the float operators beside them out of the quantized part"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 take %2 µs (%3 %), %4 µs were expected"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 takes %2 µs (%3 %), %4 µs were expected"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 threads are %2 times as fast as one, %3 were expected"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 % of the time went to other machines of the host"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 MB in use of %2 MB"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 page faults in each request"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 operators work on more than the %2 MB of cache and "
                                         "reach less than the expected bandwidth, %3 µs in all"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 µs more than predicted have no single cause"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 µs faster than predicted: the model is too pessimistic here"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 held out, trained on %2: analytic MAPE %3 % (median %4 %), rho %5; "
                          "learned MAPE %6 % (median %7 %), rho %8; %9 % inside the 90 % interval"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 folds over %2 measurements; legal are 2 up to the number of measurements"),
        QT_TRANSLATE_NOOP("EngineWords", "give more measurements or fewer folds"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the trip count of %1 '%2' is unknown: its body is counted once"),
        QT_TRANSLATE_NOOP("EngineWords", "this operator has no 8-bit form"),
        QT_TRANSLATE_NOOP("EngineWords", "input %1 does not come from a DequantizeLinear"),
        QT_TRANSLATE_NOOP("EngineWords", "it has no output"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "its result has several readers or is an output of the model"),
        QT_TRANSLATE_NOOP("EngineWords", "no QuantizeLinear follows its result"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the zero point behind the activation is not the type's minimum"),
        QT_TRANSLATE_NOOP("EngineWords", "an observation lacks `operation`"),
        QT_TRANSLATE_NOOP("EngineWords", "report this with the session's log"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot make a matrix"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot make a model"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot save the model"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot read the model"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 usable operator measurements are too few to learn from; at least %2 are needed"),
        QT_TRANSLATE_NOOP("EngineWords", "probe the device, or go on with the analytic model"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the stored operator model was trained by another version of the program"),
        QT_TRANSLATE_NOOP("EngineWords", "train it again from the stored measurements"),
        QT_TRANSLATE_NOOP("EngineWords", "the stored operator model has no trees"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the shapes of %1 of %2 operators are unknown, so their work cannot be told"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "give sizes for the model's dynamic dimensions (`inputs:` in the deployment file)"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 operators with unknown shapes are counted by their start overhead only"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the device takes no dynamic shapes: bind the model's dynamic dimensions"),
        QT_TRANSLATE_NOOP("EngineWords", "it needs %1 MB, the device's memory '%2' has %3 MB"),
        QT_TRANSLATE_NOOP("EngineWords", "microseconds, predicted by the roofline"),
        QT_TRANSLATE_NOOP("EngineWords", "FLOPs: the profile of %1 gives no times"),
        QT_TRANSLATE_NOOP("EngineWords", "FLOPs: no hardware profile was given"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 of %2 nodes cannot run on the target: %3. They need a "
                                         "rewrite, another precision, or the host."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 takes %2 and is slow on the target: %3."),
        QT_TRANSLATE_NOOP("EngineWords", "the inputs have the dynamic dimensions %1 and %2 takes "
                                         "static shapes only: bind them."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 takes %2 and no rule applies"),
        QT_TRANSLATE_NOOP("EngineWords", "weights and activations need %1 and %2 has %3."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is in %2 of %3"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 at %2 is unsupported in the operator matrix of %3"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 does not compute in %2"),
        QT_TRANSLATE_NOOP("EngineWords", "the number of dimensions of \"%1\" (%2)"),
        QT_TRANSLATE_NOOP("EngineWords", "the work of %1 nodes is not known: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "the work of %1 node is not known: %2"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the inputs have dynamic dimensions: give their sizes with --dim %1=N"),
        QT_TRANSLATE_NOOP("EngineWords", "nothing is known about %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 depends on the content of tensors, not on sizes"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 depend on the content of tensors, not on sizes"),
        QT_TRANSLATE_NOOP("EngineWords", "the device's speed was only assumed, because it has not "
                                         "been probed: probe it, then compare again"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot set %1"),
        QT_TRANSLATE_NOOP("EngineWords", "training failed"),
        QT_TRANSLATE_NOOP("EngineWords", "prediction failed"),
        QT_TRANSLATE_NOOP("EngineWords", "slow_kernel"),
        QT_TRANSLATE_NOOP("EngineWords", "unfused_qdq"),
        QT_TRANSLATE_NOOP("EngineWords", "layout_conversion"),
        QT_TRANSLATE_NOOP("EngineWords", "thread_contention"),
        QT_TRANSLATE_NOOP("EngineWords", "memory_pressure"),
        QT_TRANSLATE_NOOP("EngineWords", "launch_overhead"),
        QT_TRANSLATE_NOOP("EngineWords", "unexplained"),
    };
    return phrases;
}

} // namespace metainfer::widgets
