// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Saying a report in the current language, text by text.
#include "session/report_words.h"

#include "session/engine_words.h"
#include "session/number_words.h"

#include <QHash>
#include <QLocale>
#include <QRegularExpression>

#include <vector>

namespace metainfer::workbench {
namespace {

struct Pattern {
    QRegularExpression english;
    const char* words; ///< %1, %2, … are what the pattern captured
};

const char* const kWords[] = {
    // The answer.
    QT_TRANSLATE_NOOP("ReportWords", "%1 times as fast as the original"),
    QT_TRANSLATE_NOOP("ReportWords", "Adapted to meet the limits"),
    QT_TRANSLATE_NOOP("ReportWords", "No candidate meets the limits"),
    QT_TRANSLATE_NOOP("ReportWords", "Keep the original: adapting is not worth it here"),
    QT_TRANSLATE_NOOP("ReportWords", "simulated"),
    QT_TRANSLATE_NOOP("ReportWords", "measured"),
    QT_TRANSLATE_NOOP("ReportWords", "One request takes %1 % of the time that the original takes"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "One request takes %1 % of the time that the original takes (between %2 and "
                      "%3 %, with 95 % confidence)"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "One request takes %1 % of the time that the original takes (between %2 and "
                      "%3 %, by the model's own uncertainty), as predicted for this device"),
    QT_TRANSLATE_NOOP("ReportWords", "the original with the best options set by hand takes %1 %"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 is %2, as before"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 is %2, it was %3"),
    QT_TRANSLATE_NOOP("ReportWords", "Fidelity is %1"),
    QT_TRANSLATE_NOOP("ReportWords", "a fall by %1 point is accepted"),
    QT_TRANSLATE_NOOP("ReportWords", "a fall by %1 points is accepted"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "There is no device for this profile here: every time, memory and throughput "
                      "figure comes from the analytic model of the profile"),
    QT_TRANSLATE_NOOP("ReportWords", "Accuracy is real"),
    QT_TRANSLATE_NOOP("ReportWords", "it was computed on this machine"),
    QT_TRANSLATE_NOOP("ReportWords", "Decision: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "Limits in conflict: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 is %2 of the original's, predicted or simulated in part"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 is %2 of the original's"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 is %2 of it"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 cannot be told from %2 and changes less, so it is chosen"),
    QT_TRANSLATE_NOOP("ReportWords", "A fresh interleaved run says: %1"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "The best candidate (%1) was %2 in a fresh run: keep the original"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "No candidate beats the original distinguishably within the limits: adapting "
                      "is not worth it, keep the original"),
    QT_TRANSLATE_NOOP("ReportWords", "There was no candidate to compare with: keep the original"),
    QT_TRANSLATE_NOOP("ReportWords", "No candidate meets %1"),
    // Figures before and after.
    QT_TRANSLATE_NOOP("ReportWords", "Latency, median"),
    QT_TRANSLATE_NOOP("ReportWords", "Throughput"),
    QT_TRANSLATE_NOOP("ReportWords", "Peak memory"),
    QT_TRANSLATE_NOOP("ReportWords", "Model size"),
    QT_TRANSLATE_NOOP("ReportWords", "Fidelity"),
    QT_TRANSLATE_NOOP("ReportWords", "Accuracy (%1)"),
    QT_TRANSLATE_NOOP("ReportWords", "was %1"),
    QT_TRANSLATE_NOOP("ReportWords", "unchanged"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 (unchanged)"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 (%2 points)"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "The machine was not quiet, so single times and throughputs are rough"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "The comparison in the headline is not: both models took turns"),
    // The comparison.
    QT_TRANSLATE_NOOP("ReportWords", "Original, hand-tuned, adapted"),
    QT_TRANSLATE_NOOP(
        "ReportWords",
        "Time of one request relative to the original with default options, from runs "
        "that took turns on the device"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Time of one request relative to the original with default options, as the "
                      "analytic model of the device predicts it"),
    QT_TRANSLATE_NOOP("ReportWords", "Shorter is faster"),
    QT_TRANSLATE_NOOP("ReportWords", "whiskers are 95 % intervals"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "whiskers are the model's own uncertainty about the ratio, errors that both "
                      "models share left out"),
    QT_TRANSLATE_NOOP("ReportWords", "whiskers are the intervals of the reports"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Hand-tuned is the original model with the best session options that a "
                      "careful engineer would set"),
    QT_TRANSLATE_NOOP("ReportWords", "time relative to the original"),
    QT_TRANSLATE_NOOP("ReportWords", "original"),
    QT_TRANSLATE_NOOP("ReportWords", "hand-tuned"),
    QT_TRANSLATE_NOOP("ReportWords", "adapted"),
    QT_TRANSLATE_NOOP("ReportWords", "model"),
    QT_TRANSLATE_NOOP("ReportWords", "latency p50"),
    QT_TRANSLATE_NOOP("ReportWords", "latency p95"),
    QT_TRANSLATE_NOOP("ReportWords", "throughput"),
    QT_TRANSLATE_NOOP("ReportWords", "peak memory"),
    QT_TRANSLATE_NOOP("ReportWords", "size"),
    QT_TRANSLATE_NOOP("ReportWords", "model size"),
    QT_TRANSLATE_NOOP("ReportWords", "accuracy"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 (%2 clock)"),
    QT_TRANSLATE_NOOP("ReportWords", "against hand-tuned: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "absolute numbers: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "NOISY: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "simulated by a model of the hardware, not measured"),
    // Operators and changes.
    QT_TRANSLATE_NOOP("ReportWords", "Where the time goes"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Time by operator type, as the runtime executes it after its own fusions, "
                      "from a separate profiling run"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Time by operator type, as the analytic model of the device predicts it"),
    QT_TRANSLATE_NOOP("ReportWords", "microseconds per request"),
    QT_TRANSLATE_NOOP("ReportWords", "not there"),
    QT_TRANSLATE_NOOP("ReportWords", "gone"),
    QT_TRANSLATE_NOOP("ReportWords", "What was changed"),
    QT_TRANSLATE_NOOP("ReportWords", "dimension %1 fixed to %2"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 at %2 place"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 at %2 places"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 operators to %2"),
    QT_TRANSLATE_NOOP("ReportWords", "session options %1"),
    QT_TRANSLATE_NOOP("ReportWords", "session options"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "What each change is worth: time when it alone is taken out, relative to the "
                      "adapted model"),
    QT_TRANSLATE_NOOP("ReportWords", "without"),
    QT_TRANSLATE_NOOP("ReportWords", "time"),
    QT_TRANSLATE_NOOP("ReportWords", "verdict"),
    // Accuracy.
    QT_TRANSLATE_NOOP("ReportWords", "Are the outputs still right?"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "%1 on %2 validation samples, against the original model in float"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "%1 on %2 held-out calibration samples, against the original model in float"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 on %2 random inputs"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "give accuracy.validation, against the original model in float"),
    QT_TRANSLATE_NOOP("ReportWords", "metric"),
    QT_TRANSLATE_NOOP("ReportWords", "value [95 % interval]"),
    QT_TRANSLATE_NOOP("ReportWords", "in words"),
    QT_TRANSLATE_NOOP("ReportWords", "gate"),
    QT_TRANSLATE_NOOP("ReportWords", "met"),
    QT_TRANSLATE_NOOP("ReportWords", "not met: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "lowest cosine of an output"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 fidelity"),
    QT_TRANSLATE_NOOP("ReportWords", "fidelity"),
    QT_TRANSLATE_NOOP("ReportWords", "Not verified: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "What to know about unusual inputs"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "The adapted model was also given inputs at and beyond the edge of its data, "
                      "and its inner values were compared"),
    QT_TRANSLATE_NOOP("ReportWords", "These findings did not decide"),
    QT_TRANSLATE_NOOP("ReportWords", "judge them by what your inputs can be"),
    QT_TRANSLATE_NOOP("ReportWords", "smallest batch"),
    QT_TRANSLATE_NOOP("ReportWords", "largest batch"),
    QT_TRANSLATE_NOOP("ReportWords", "zeros"),
    QT_TRANSLATE_NOOP("ReportWords", "lowest value"),
    QT_TRANSLATE_NOOP("ReportWords", "highest value"),
    QT_TRANSLATE_NOOP("ReportWords", "ten times the range"),
    QT_TRANSLATE_NOOP("ReportWords", "NaN in"),
    QT_TRANSLATE_NOOP("ReportWords", "infinity in"),
    QT_TRANSLATE_NOOP("ReportWords", "channel_bias"),
    QT_TRANSLATE_NOOP("ReportWords", "channel_variance"),
    QT_TRANSLATE_NOOP("ReportWords", "worst_sample"),
    // The search.
    QT_TRANSLATE_NOOP("ReportWords", "The trade-off"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Each point is a measured candidate: further left is faster, further up is "
                      "better quality"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Each point is a simulated candidate: further left is faster, further up is "
                      "better quality"),
    QT_TRANSLATE_NOOP("ReportWords", "Quality in the search is %1 on the search's %2 samples"),
    QT_TRANSLATE_NOOP("ReportWords", "Quality in the search is %1 on the search's samples"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "Only finalists were checked on all validation samples, and the "
                      "limits of the final decision hold for those figures"),
    QT_TRANSLATE_NOOP("ReportWords", "quality in the search"),
    QT_TRANSLATE_NOOP("ReportWords", "quality, all samples"),
    QT_TRANSLATE_NOOP("ReportWords", "Quality here is what the search saw"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "the tables of models above have the figures of all validation "
                      "samples"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 on the search's %2 samples"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 on the search's samples"),
    QT_TRANSLATE_NOOP("ReportWords", "accuracy, all validation samples"),
    QT_TRANSLATE_NOOP("ReportWords", "All percentiles are one number"),
    QT_TRANSLATE_NOOP("ReportWords", "the model gives the same time for every request"),
    QT_TRANSLATE_NOOP("ReportWords", "chosen"),
    QT_TRANSLATE_NOOP("ReportWords", "chosen,"),
    QT_TRANSLATE_NOOP("ReportWords", "original,"),
    QT_TRANSLATE_NOOP("ReportWords", "best trade-offs (Pareto front), ○ beaten on both by another"),
    QT_TRANSLATE_NOOP("ReportWords", "Point at one for its name"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 — %2 of the time, %3"),
    QT_TRANSLATE_NOOP("ReportWords", "How the search went"),
    QT_TRANSLATE_NOOP("ReportWords", "candidates measured"),
    QT_TRANSLATE_NOOP("ReportWords", "candidates simulated"),
    QT_TRANSLATE_NOOP("ReportWords", "best relative time"),
    QT_TRANSLATE_NOOP("ReportWords", "What was tried"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 candidates were %2, %3 of them failed a check"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 candidate was %2, %3 of them failed a check"),
    QT_TRANSLATE_NOOP("ReportWords", "All candidates"),
    QT_TRANSLATE_NOOP("ReportWords", "candidate"),
    QT_TRANSLATE_NOOP("ReportWords", "time / original"),
    QT_TRANSLATE_NOOP("ReportWords", "outcome"),
    QT_TRANSLATE_NOOP("ReportWords", "scores %1 against %2 of the chosen one and is dominated"),
    QT_TRANSLATE_NOOP("ReportWords", "scores %1 against %2 of the chosen one"),
    QT_TRANSLATE_NOOP("ReportWords", "is not better than the original (%1 of it)"),
    QT_TRANSLATE_NOOP("ReportWords", "cannot be told from the original (%1 of it)"),
    QT_TRANSLATE_NOOP("ReportWords",
                      "cannot be told from the chosen one in the primary objective and is worse in "
                      "the secondary"),
    QT_TRANSLATE_NOOP("ReportWords", "What failed, and why"),
    QT_TRANSLATE_NOOP("ReportWords", "reason"),
    QT_TRANSLATE_NOOP("ReportWords", "Ruled out before measuring"),
    QT_TRANSLATE_NOOP("ReportWords", "Where the prediction was wrong, and why"),
    QT_TRANSLATE_NOOP("ReportWords", "cause"),
    QT_TRANSLATE_NOOP("ReportWords", "evidence"),
    QT_TRANSLATE_NOOP("ReportWords", "remedy"),
    // Where it comes from.
    QT_TRANSLATE_NOOP("ReportWords", "How to repeat this"),
    QT_TRANSLATE_NOOP("ReportWords", "session"),
    QT_TRANSLATE_NOOP("ReportWords", "created"),
    QT_TRANSLATE_NOOP("ReportWords", "program"),
    QT_TRANSLATE_NOOP("ReportWords", "seed"),
    QT_TRANSLATE_NOOP("ReportWords", "hardware"),
    QT_TRANSLATE_NOOP("ReportWords", "time for analysing"),
    QT_TRANSLATE_NOOP("ReportWords", "time for baselines"),
    QT_TRANSLATE_NOOP("ReportWords", "time for searching"),
    QT_TRANSLATE_NOOP("ReportWords", "time for finalists"),
    QT_TRANSLATE_NOOP("ReportWords", "time for validating"),
    QT_TRANSLATE_NOOP("ReportWords", "time for reporting"),
    QT_TRANSLATE_NOOP("ReportWords", "The deployment as asked"),
    // Several sessions.
    QT_TRANSLATE_NOOP("ReportWords", "%1 sessions compared"),
    QT_TRANSLATE_NOOP("ReportWords", "MetaInfer: comparison of %1"),
    QT_TRANSLATE_NOOP("ReportWords", "Same model and target"),
    QT_TRANSLATE_NOOP("ReportWords", "Absolute times come from different periods of the device"),
    QT_TRANSLATE_NOOP("ReportWords", "what can be compared well are the ratios"),
    QT_TRANSLATE_NOOP("ReportWords", "Absolute values do not compare: %1"),
    QT_TRANSLATE_NOOP("ReportWords", "The ratios are each against the session's own original"),
    QT_TRANSLATE_NOOP("ReportWords", "the models differ"),
    QT_TRANSLATE_NOOP("ReportWords", "the targets differ"),
    QT_TRANSLATE_NOOP("ReportWords", "some numbers are measured, some simulated"),
    QT_TRANSLATE_NOOP("ReportWords", "What came out"),
    QT_TRANSLATE_NOOP("ReportWords", "What was asked"),
    QT_TRANSLATE_NOOP("ReportWords", "Rows marked ≠ differ"),
    QT_TRANSLATE_NOOP("ReportWords", "time relative to the session's own original"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 ≠"),
    QT_TRANSLATE_NOOP("ReportWords", "answer"),
    QT_TRANSLATE_NOOP("ReportWords", "adapt"),
    QT_TRANSLATE_NOOP("ReportWords", "keep the original"),
    QT_TRANSLATE_NOOP("ReportWords", "no candidate meets the limits"),
    QT_TRANSLATE_NOOP("ReportWords", "time / its own original"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 (was %2)"),
    QT_TRANSLATE_NOOP("ReportWords", "candidates"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 tried, %2 failed"),
    QT_TRANSLATE_NOOP("ReportWords", "target"),
    QT_TRANSLATE_NOOP("ReportWords", "numbers"),
    QT_TRANSLATE_NOOP("ReportWords", "objective"),
    QT_TRANSLATE_NOOP("ReportWords", "%1, then %2"),
    QT_TRANSLATE_NOOP("ReportWords", "latency at most"),
    QT_TRANSLATE_NOOP("ReportWords", "memory at most"),
    QT_TRANSLATE_NOOP("ReportWords", "accuracy may fall by"),
    QT_TRANSLATE_NOOP("ReportWords", "%1 points"),
    QT_TRANSLATE_NOOP("ReportWords", "threads at most"),
    QT_TRANSLATE_NOOP("ReportWords", "Nothing: the original stays"),
};

/// What reads like the engine's own text, with places for what varies; texts without a place stand
/// in the table beside.
struct Book {
    QHash<QString, const char*> exact;
    std::vector<Pattern> patterns;

    Book() {
        static const QRegularExpression place(R"(\\?%\d)");
        for (const char* words : kWords) {
            const QString english = QString::fromUtf8(words);
            if (!english.contains(QRegularExpression("%\\d"))) {
                exact.insert(english, words);
                continue;
            }
            QString pattern = QRegularExpression::escape(english);
            patterns.push_back(
                {QRegularExpression("^" + pattern.replace(place, "(.+?)") + "$"), words});
        }
    }
};

/// What varies is a name or a number; only behind a colon it may be whole sentences.
bool mayHold(const Pattern& pattern, const QRegularExpressionMatch& match) {
    if (QByteArrayView(pattern.words).endsWith(": %1"))
        return true;
    for (int i = 1; i <= match.lastCapturedIndex(); ++i)
        if (match.captured(i).contains("; ") || match.captured(i).contains(". "))
            return false;
    return true;
}

} // namespace

std::optional<QString> ReportWords::phrase(const QString& english) {
    static const Book book;
    if (const char* words = book.exact.value(english))
        return tr(words);
    for (const Pattern& pattern : book.patterns) {
        const auto match = pattern.english.match(english);
        if (!match.hasMatch() || !mayHold(pattern, match))
            continue;
        QString said = tr(pattern.words);
        // From the last: %1 must not find itself in what was put in for another.
        for (int i = match.lastCapturedIndex(); i >= 1; --i)
            said.replace(QString("%%1").arg(i), text(match.captured(i)));
        // Full-width signs bring their own space.
        static const QRegularExpression wide(QString::fromUtf8("(?<=[）。，；：]) "));
        return said.remove(wide);
    }
    return std::nullopt;
}

/// A sentence without its end, or a part of one.
std::optional<QString> ReportWords::piece(const QString& english) {
    if (const auto known = phrase(english))
        return known;
    if (const auto known = EngineWords::phrase(english))
        return known;
    if (const QStringList parts = english.split("; "); parts.size() > 1) {
        QStringList said;
        bool any = false;
        for (const QString& part : parts) {
            const auto words = piece(part);
            any = any || words;
            said << words.value_or(part);
        }
        return any ? std::optional(said.join(tr("; ", "between parts of a sentence")))
                   : std::nullopt;
    }
    // "the models differ, the targets differ": the longest known beginning, and then the rest.
    for (qsizetype at = english.lastIndexOf(", "); at > 0; at = english.lastIndexOf(", ", at - 1))
        if (const auto first = phrase(english.left(at)))
            if (const auto rest = piece(english.mid(at + 2)))
                return *first + tr(", ", "between reasons") + *rest;
    static const QRegularExpression verdict(
        R"(^((faster|slower) by [\d.]+|cannot tell) \[[^\]]*\](: [^;()]*)?$)");
    if (verdict.match(english).hasMatch())
        return widgets::NumberWords::verdict(english);
    static const QRegularExpression subject(R"(^(\S+) on (\S+)$)");
    if (const auto match = subject.match(english); match.hasMatch())
        return tr("%1 on %2", "model, target").arg(match.captured(1), match.captured(2));
    // A name that only the report knows, as in "NaN in: the original lets …".
    if (const qsizetype colon = english.indexOf(": "); colon > 0)
        if (const auto left = phrase(english.left(colon)))
            if (const auto right = piece(english.mid(colon + 2)))
                return tr("%1: %2", "what, said of it").arg(*left, *right);
    if (const QString words = EngineWords::text(english); words != english)
        return words;
    // "NaN in: the original lets …"
    if (const qsizetype colon = english.indexOf(": "); colon > 0)
        if (const auto right = piece(english.mid(colon + 2)))
            return tr("%1: %2", "what, said of it")
                .arg(piece(english.left(colon)).value_or(english.left(colon)), *right);
    return std::nullopt;
}

QString ReportWords::text(const QString& english) {
    if (english.startsWith(": ")) // behind a name in bold
        return tr(": %1", "behind a name").arg(text(english.mid(2)));
    if (const auto whole = phrase(english))
        return *whole;
    if (const auto whole = EngineWords::phrase(english))
        return *whole;
    static const QRegularExpression gap(R"((?<=[.])\s+(?=[A-Z]))");
    QString said;
    for (const QString& sentence : english.split(gap)) {
        const bool ends = sentence.endsWith('.');
        const auto words = piece(ends ? sentence.chopped(1) : sentence);
        if (!said.isEmpty() && QLocale().script() == QLocale::LatinScript)
            said += ' '; // elsewhere the full stop is space enough
        said += !words ? sentence : ends ? tr("%1.", "a sentence").arg(*words) : *words;
    }
    return said;
}

QString ReportWords::page(const QString& html) {
    if (QLocale().language() == QLocale::English)
        return html;
    static const QRegularExpression node(R"(<(style|pre|code)\b.*?</\1>|>([^<]*[A-Za-z≠][^<]*)<)",
                                         QRegularExpression::DotMatchesEverythingOption);
    const auto plain = [](QString escaped) {
        return escaped.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
    };
    QString out;
    out.reserve(html.size());
    qsizetype from = 0;
    for (qsizetype at = 0;;) {
        const auto match = node.match(html, at);
        if (!match.hasMatch())
            break;
        at = match.capturedEnd();
        if (match.capturedStart(2) < 0)
            continue;
        --at; // the "<" belongs to the next match
        const QString whole = match.captured(2), trimmed = whole.trimmed();
        if (trimmed.isEmpty())
            continue;
        const qsizetype start = match.capturedStart(2) + whole.indexOf(trimmed);
        out += html.mid(from, start - from) + text(plain(trimmed)).toHtmlEscaped();
        from = start + trimmed.size();
    }
    out += html.mid(from);
    return out.replace("<html lang=\"en\">",
                       QString("<html lang=\"%1\">").arg(QLocale().bcp47Name()));
}

} // namespace metainfer::workbench
