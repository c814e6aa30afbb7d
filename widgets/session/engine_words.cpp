// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts of the engine in the current language.
#include "session/engine_words.h"

#include <QRegularExpression>

#include <vector>

namespace metainfer::widgets {
namespace {

struct Phrase {
    QRegularExpression pattern;
    const char* words; ///< %1, %2, … are what the pattern captured
};

/// `words` read like the engine's own text, with places for what varies.
QRegularExpression patternOf(const char* words) {
    static const QRegularExpression place(R"(\\?%\d)");
    QString pattern = QRegularExpression::escape(QString::fromUtf8(words));
    return QRegularExpression("^" + pattern.replace(place, "(.+?)") + "$");
}

} // namespace

std::optional<QString> EngineWords::phrase(const QString& english) {
    static const char* const kWords[] = {
        QT_TR_NOOP("the outputs point apart: cosine %1"),
        QT_TR_NOOP("cosine %1"),
        QT_TR_NOOP("the batch size is fixed"),
        QT_TR_NOOP("the original lets NaN or infinity through, the adapted model hides it"),
        QT_TR_NOOP("the mean of %1 of %2 channels moved by up to %3 of their standard deviation"),
        QT_TR_NOOP("the variance of %1 of %2 channels changed, by a factor of up to %3"),
        QT_TR_NOOP("relative error %1 on one sample, %2 on the median one"),
        QT_TR_NOOP("the largest class changed on %1 of %2 samples"),
        QT_TR_NOOP("%1 of the values lie outside [%2, %3]"),
        QT_TR_NOOP("%1 takes %2 and no rule applies."),
        QT_TR_NOOP("the work of %1 nodes is not known, mostly because shapes are dynamic; binding "
                   "dimensions gives better estimates."),
        QT_TR_NOOP("%1 of the estimated time is in nodes whose launch overhead exceeds their work: "
                   "fusing them gains more than speeding them up."),
        QT_TR_NOOP(
            "use fewer threads, pin them, or measure on an idle machine; small operators gain "
            "nothing from more threads"),
        QT_TR_NOOP("let transposes cancel or sink, or bring the model into the layout that the "
                   "operators beside them prefer"),
        QT_TR_NOOP(
            "the blocked layout is left and entered again between convolutions: compare with "
            "the layout pass switched off, or move the operators between them"),
        QT_TR_NOOP(
            "lower the peak (smaller batch, 8-bit activations, fused operators), and keep the "
            "memory arena on so that buffers are reused"),
        QT_TR_NOOP("the 8-bit kernel does not reach its rate: try unsigned activations, per-tensor "
                   "weights for depthwise convolutions, or leave these operators in float"),
        QT_TR_NOOP("the convolution falls on a slow kernel: pad channels to the alignment, change "
                   "the group count, or try 8-bit arithmetic"),
        QT_TR_NOOP("%1 is slow on this device: look for an equivalent or fused form"),
        QT_TR_NOOP("fewer, larger operators: fold and fuse small ones, bind dynamic dimensions so "
                   "that shape computations vanish"),
        QT_TR_NOOP("the prediction is corrected by this measurement; probe the operators named in "
                   "the per-operator table for better ones"),
        QT_TR_NOOP("only %1 of %2 threads were busy; other programs kept %3 cores busy"),
        QT_TR_NOOP("only %1 of %2 threads were busy"),
        QT_TR_NOOP("other programs kept %1 cores busy"),
        QT_TR_NOOP("%1 us of %2 us pass between the %3 operators"),
        QT_TR_NOOP("%1: %2 us instead of %3 us, %4 GFLOP/s and %5 GB/s achieved"),
        QT_TR_NOOP("NOISY: coefficient of variation %1; other load on %2 cores"),
        QT_TR_NOOP("NOISY: coefficient of variation %1"),
        QT_TR_NOOP("%1 drops by %2, more than %3"),
        // Why a candidate cannot win.
        QT_TR_NOOP("not among the finalists"),
        QT_TR_NOOP("the reference"),
        QT_TR_NOOP("an objective was not measured"),
        QT_TR_NOOP("its measurement is INVALID"),
        QT_TR_NOOP("%1 is %2, below the gate %3"),
        QT_TR_NOOP("%1 %2, the original's %3: a drop of %4 points, the limit is %5"),
        QT_TR_NOOP("%1 %2 is above %3: %4"),
        QT_TR_NOOP("%1 %2 is below %3: %4"),
        QT_TR_NOOP("the rewritten float model computes something else: %1"),
        QT_TR_NOOP("static quantization finds nothing to work on: no Conv, Gemm or MatMul with "
                   "constant weights"),
        QT_TR_NOOP("dynamic quantization finds nothing to work on: no MatMul, Gemm or LSTM with "
                   "constant weights"),
        QT_TR_NOOP("half precision finds nothing to work on"),
        QT_TR_NOOP("static int8 needs calibration data and there is none"),
        QT_TR_NOOP("static int8 needs a runtime to calibrate with"),
        QT_TR_NOOP("int8 activations with uint8 weights have no kernel"),
        QT_TR_NOOP("the folded weights would not be finite numbers"),
        QT_TR_NOOP("rule %1 is not among the rewrites for this model"),
        QT_TR_NOOP("%1: no large matrix product with constant weights"),
        QT_TR_NOOP("the weights of %1 hold NaN or infinity"),
        // What happened to a run.
        QT_TR_NOOP("the runner ended with signal %1 during %2"),
        QT_TR_NOOP("the runner died of signal %1"),
        QT_TR_NOOP("the runner crashed"),
        QT_TR_NOOP("%1: %2; trying once more"),
        QT_TR_NOOP("cancelled"),
        // Remarks of a run.
        QT_TR_NOOP("This machine has not been probed, so predictions are rough. Probe it once "
                   "with: metainfer probe local"),
        QT_TR_NOOP("%1 is a profile without a device here: its performance results are simulated "
                   "by the analytic model; accuracy is computed for real"),
        QT_TR_NOOP("No calibration data: int8 ranges come from %1 random inputs, so int8 may lose "
                   "accuracy on real ones. Give accuracy.calibration"),
        QT_TR_NOOP("search.stage_graph.transforms: %1 is not in this version's catalogue; the "
                   "search goes on without it"),
        QT_TR_NOOP("%1: this objective has no say in the decision"),
        QT_TR_NOOP("%1 is not honoured on %2: %3"),
        QT_TR_NOOP("%1 candidates from earlier sessions, some of this very model on this device"),
        QT_TR_NOOP("%1 candidates from earlier sessions"),
        QT_TR_NOOP("this model was searched here before: %1 candidates instead of %2"),
        QT_TR_NOOP("the original gives other outputs each time for the same input: accuracy and "
                   "equivalence are judged on one draw of them"),
        QT_TR_NOOP("%1. Accuracy and equivalence say nothing about these values."),
        QT_TR_NOOP("output.format is compiled_binary: a simulated device has no compiler, so "
                   "adapted.onnx is the result"),
        QT_TR_NOOP("output.artifacts asks for calibration: what was chosen has no calibrated "
                   "ranges, so there are none"),
        QT_TR_NOOP("%1: which operators fused is not known: %2"),
        QT_TR_NOOP("the deployment names no data; using those of the sample model: %1"),
        // Why the period of a measurement is not trusted.
        QT_TR_NOOP("coefficient of variation %1"),
        QT_TR_NOOP("other load on %1 cores"),
        QT_TR_NOOP("not further from 1 than the A/A control, %1"),
        QT_TR_NOOP("the A/A control is off by %1, the interval is wider by as much"),
        QT_TR_NOOP("%1 alone, %2 in turn with the others"),
        // Remedies that stand behind a failure.
        QT_TR_NOOP("Leave this model in float."),
        QT_TR_NOOP("Train or export the model again."),
        QT_TR_NOOP("try another version of the runtime, or fewer optimizations"),
    };
    static const std::vector<Phrase> phrases = [] {
        std::vector<Phrase> made;
        for (const char* words : kWords)
            made.push_back({patternOf(words), words});
        return made;
    }();
    for (const Phrase& phrase : phrases) {
        const auto match = phrase.pattern.match(english);
        const QStringList captured = match.capturedTexts().mid(1);
        // What varies is a name or a number, not another text behind it.
        if (!match.hasMatch() || captured.join("").contains("; "))
            continue;
        QString said = tr(phrase.words);
        // From the last: %1 must not find itself in what was put in for another.
        for (int i = match.lastCapturedIndex(); i >= 1; --i)
            said.replace(QString("%%1").arg(i), match.captured(i));
        return said;
    }
    return std::nullopt;
}

QString EngineWords::text(const QString& english) {
    const QStringList parts = english.split("; ");
    QStringList said;
    qsizetype known = 0;
    for (const QString& part : parts) {
        const auto words = phrase(part);
        known += words ? 1 : 0;
        said << words.value_or(part);
    }
    const QString joined = said.join(tr("; ", "between reasons"));
    if (known == parts.size())
        return joined;
    if (const auto whole = phrase(english))
        return *whole;
    // "what (while doing something). What to do", as errors are written in one line.
    static const QRegularExpression failure(R"(^(.+?)( \((?:while|in) .+?\))?\. (.+)$)");
    if (const auto match = failure.match(english); match.hasMatch())
        if (const auto what = phrase(match.captured(1)))
            return tr("%1%2. %3", "failure, where, remedy")
                .arg(*what, match.captured(2),
                     phrase(match.captured(3)).value_or(match.captured(3)));
    return known > 0 ? joined : english;
}

} // namespace metainfer::widgets
