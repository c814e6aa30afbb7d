// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings of the engine in the current language.
#include "session/engine_words.h"

#include <QRegularExpression>

#include <vector>

namespace metainfer::workbench {
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

QString EngineWords::text(const QString& english) {
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
    };
    static const std::vector<Phrase> phrases = [] {
        std::vector<Phrase> made;
        for (const char* words : kWords)
            made.push_back({patternOf(words), words});
        return made;
    }();
    for (const Phrase& phrase : phrases) {
        const auto match = phrase.pattern.match(english);
        if (!match.hasMatch())
            continue;
        QString said = tr(phrase.words);
        // From the last: %1 must not find itself in what was put in for another.
        for (int i = match.lastCapturedIndex(); i >= 1; --i)
            said.replace(QString("%%1").arg(i), match.captured(i));
        return said;
    }
    return english;
}

} // namespace metainfer::workbench
