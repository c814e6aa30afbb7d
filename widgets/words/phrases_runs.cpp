// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about remarks, reasons and failures of a run.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfRuns() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "the outputs point apart: cosine %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cosine %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the batch size is fixed"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the original lets NaN or infinity through, the adapted model hides it"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the mean of %1 of %2 channels moved by up to %3 of their standard deviation"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the variance of %1 of %2 channels changed, by a factor of up to %3"),
        QT_TRANSLATE_NOOP("EngineWords", "relative error %1 on one sample, %2 on the median one"),
        QT_TRANSLATE_NOOP("EngineWords", "the largest class changed on %1 of %2 samples"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 of the values lie outside [%2, %3]"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 takes %2 and no rule applies."),
        QT_TRANSLATE_NOOP("EngineWords", "the work of %1 nodes is not known, mostly because shapes "
                                         "are dynamic; binding dimensions gives better estimates."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 of the estimated time is in nodes whose launch overhead exceeds "
                          "their work: fusing them gains more than speeding them up."),
        QT_TRANSLATE_NOOP("EngineWords", "use fewer threads, pin them, or measure on an idle "
                                         "machine; small operators gain nothing from more threads"),
        QT_TRANSLATE_NOOP("EngineWords", "let transposes cancel or sink, or bring the model into "
                                         "the layout that the operators beside them prefer"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the blocked layout is left and entered again between convolutions: compare with the "
            "layout pass switched off, or move the operators between them"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "lower the peak (smaller batch, 8-bit activations, fused operators), and "
                          "keep the memory arena on so that buffers are reused"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the 8-bit kernel does not reach its rate: try unsigned activations, per-tensor "
            "weights for depthwise convolutions, or leave these operators in float"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the convolution falls on a slow kernel: pad channels to the alignment, "
                          "change the group count, or try 8-bit arithmetic"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 is slow on this device: look for an equivalent or fused form"),
        QT_TRANSLATE_NOOP("EngineWords", "fewer, larger operators: fold and fuse small ones, bind "
                                         "dynamic dimensions so that shape computations vanish"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the prediction is corrected by this measurement; probe the operators "
                          "named in the per-operator table for better ones"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "only %1 of %2 threads were busy; other programs kept %3 cores busy"),
        QT_TRANSLATE_NOOP("EngineWords", "only %1 of %2 threads were busy"),
        QT_TRANSLATE_NOOP("EngineWords", "other programs kept %1 cores busy"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 µs of %2 µs pass between the %3 operators"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1: %2 µs instead of %3 µs, %4 GFLOP/s and %5 GB/s achieved"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "NOISY: coefficient of variation %1; other load on %2 cores"),
        QT_TRANSLATE_NOOP("EngineWords", "NOISY: coefficient of variation %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 drops by %2, more than %3"),
        QT_TRANSLATE_NOOP("EngineWords", "not among the finalists"),
        QT_TRANSLATE_NOOP("EngineWords", "the reference"),
        QT_TRANSLATE_NOOP("EngineWords", "an objective was not measured"),
        QT_TRANSLATE_NOOP("EngineWords", "its measurement is INVALID"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is %2, below the gate %3"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 %2, the original's %3: a drop of %4 points, the limit is %5"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 %2 is above %3: %4"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 %2 is below %3: %4"),
        QT_TRANSLATE_NOOP("EngineWords", "the rewritten float model computes something else: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "static quantization finds nothing to work on: no Conv, "
                                         "Gemm or MatMul with constant weights"),
        QT_TRANSLATE_NOOP("EngineWords", "dynamic quantization finds nothing to work on: no "
                                         "MatMul, Gemm or LSTM with constant weights"),
        QT_TRANSLATE_NOOP("EngineWords", "half precision finds nothing to work on"),
        QT_TRANSLATE_NOOP("EngineWords", "static int8 needs calibration data and there is none"),
        QT_TRANSLATE_NOOP("EngineWords", "static int8 needs a runtime to calibrate with"),
        QT_TRANSLATE_NOOP("EngineWords", "int8 activations with uint8 weights have no kernel"),
        QT_TRANSLATE_NOOP("EngineWords", "the folded weights would not be finite numbers"),
        QT_TRANSLATE_NOOP("EngineWords", "rule %1 is not among the rewrites for this model"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: no large matrix product with constant weights"),
        QT_TRANSLATE_NOOP("EngineWords", "the weights of %1 hold NaN or infinity"),
        QT_TRANSLATE_NOOP("EngineWords", "the runner ended with signal %1 during %2"),
        QT_TRANSLATE_NOOP("EngineWords", "the runner died of signal %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the runner crashed"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: %2; trying once more"),
        QT_TRANSLATE_NOOP("EngineWords", "cancelled"),
        QT_TRANSLATE_NOOP("EngineWords", "This machine has not been probed, so predictions are "
                                         "rough. Probe it once with: metainfer probe local"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 is a profile without a device here: its performance results are "
                          "simulated by the analytic model; accuracy is computed for real"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "No calibration data: int8 ranges come from %1 random inputs, so int8 "
                          "may lose accuracy on real ones. Give accuracy.calibration"),
        QT_TRANSLATE_NOOP("EngineWords", "search.stage_graph.transforms: %1 is not in this "
                                         "version's catalogue; the search goes on without it"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: this objective has no say in the decision"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not honoured on %2: %3"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 candidates from earlier sessions, some of this very model on this device"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 candidates from earlier sessions"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "this model was searched here before: %1 candidates instead of %2"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the original gives other outputs each time for the same input: accuracy "
                          "and equivalence are judged on one draw of them"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1. Accuracy and equivalence say nothing about these values."),
        QT_TRANSLATE_NOOP("EngineWords", "output.format is compiled_binary: a simulated device has "
                                         "no compiler, so adapted.onnx is the result"),
        QT_TRANSLATE_NOOP("EngineWords", "output.artifacts asks for calibration: what was chosen "
                                         "has no calibrated ranges, so there are none"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: which operators fused is not known: %2"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the deployment names no data; using those of the sample model: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "coefficient of variation %1"),
        QT_TRANSLATE_NOOP("EngineWords", "other load on %1 cores"),
        QT_TRANSLATE_NOOP("EngineWords", "not further from 1 than the A/A control, %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the A/A control is off by %1, the interval is wider by as much"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 alone, %2 in turn with the others"),
        QT_TRANSLATE_NOOP("EngineWords", "Leave this model in float."),
        QT_TRANSLATE_NOOP("EngineWords", "Train or export the model again."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "try another version of the runtime, or fewer optimizations"),
        QT_TRANSLATE_NOOP("EngineWords", "faster by %1 [%2]"),
        QT_TRANSLATE_NOOP("EngineWords", "slower by %1 [%2]"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot tell [%1]"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot tell"),
    };
    return phrases;
}

} // namespace metainfer::widgets
