// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts of the engine in the current language.
#include "session/engine_words.h"

#include "words/phrases.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace metainfer::widgets {
namespace {

constexpr int kDeepest = 4; ///< texts within texts

struct Pattern {
    QRegularExpression english;
    QString sure;      ///< the longest part that does not vary: looked for first, it is cheaper
    const char* words; ///< %1, %2, … are what the pattern captured
};

/// `words` read like the engine's own text, with places for what varies. Those without a place
/// stand in a table; of the others the longest comes first, so that the most exact one wins.
struct Book {
    QHash<QString, const char*> exact;
    std::vector<Pattern> patterns;

    Book() {
        static const QRegularExpression place(R"(%\d)"), escaped(R"(\\%\d)");
        for (const auto& phrases :
             {phrasesOfRuns(),       phrasesOfRuntimes(),   phrasesOfBase(),
              phrasesOfAgent(),      phrasesOfEngine(),     phrasesOfSession(),
              phrasesOfSsh(),        phrasesOfHardware(),   phrasesOfExecution(),
              phrasesOfValidation(), phrasesOfPrediction(), phrasesOfExperience(),
              phrasesOfCandidates(), phrasesOfIr(),         phrasesOfProfiles(),
              phrasesOfToolchains(), phrasesOfProbe(),      phrasesOfLinks(),
              phrasesOfDevices(),    phrasesOfBundles()})
            for (const char* words : phrases) {
                const QString english = QString::fromUtf8(words);
                if (!english.contains(place)) {
                    exact.insert(english, words);
                    continue;
                }
                QString pattern = QRegularExpression::escape(english);
                pattern.replace(escaped, "(.+?)");
                QString sure;
                for (const QString& part : english.split(place))
                    if (part.size() > sure.size())
                        sure = part;
                patterns.push_back({QRegularExpression("^" + pattern + "$"), sure, words});
            }
        std::stable_sort(patterns.begin(), patterns.end(), [](const Pattern& a, const Pattern& b) {
            return qstrlen(a.words) > qstrlen(b.words);
        });
    }
};

/// What varies is a name or a number; only at the end, behind a colon, or in brackets it may be
/// other texts.
bool mayHold(const Pattern& pattern, const QRegularExpressionMatch& match) {
    const QByteArrayView words(pattern.words);
    const int last = match.lastCapturedIndex();
    const bool open = words.endsWith(": %" + QByteArray::number(last));
    for (int i = 1; i <= last; ++i) {
        const QString& captured = match.captured(i);
        if ((captured.contains("; ") || captured.contains(". ")) && !(open && i == last) &&
            !words.contains("(%" + QByteArray::number(i) + ")"))
            return false;
    }
    return true;
}

class Reader {
    Q_DECLARE_TR_FUNCTIONS(EngineWords)

  public:
    static std::optional<QString> phrase(const QString& english, int depth) {
        static const Book book;
        if (english.isEmpty() || depth > kDeepest)
            return std::nullopt;
        if (const char* words = book.exact.value(english))
            return tr(words);
        // A part of a longer text has lost its stop.
        if (const char* words = book.exact.value(english + '.')) {
            const QString said = tr(words);
            return said.endsWith('.') || said.endsWith(QChar(0x3002)) ? said.chopped(1) : said;
        }
        for (const Pattern& pattern : book.patterns) {
            if (!english.contains(pattern.sure))
                continue;
            const auto match = pattern.english.match(english);
            if (!match.hasMatch() || !mayHold(pattern, match))
                continue;
            QString said = tr(pattern.words);
            // From the last: %1 must not find itself in what was put in for another.
            for (int i = match.lastCapturedIndex(); i >= 1; --i)
                said.replace(QString("%%1").arg(i),
                             known(match.captured(i), depth + 1).value_or(match.captured(i)));
            return said;
        }
        return std::nullopt;
    }

    /// Nullopt when nothing in it is known.
    static std::optional<QString> known(const QString& english, int depth) {
        if (const auto whole = phrase(english, depth))
            return whole;
        if (depth > kDeepest || !english.contains(' '))
            return std::nullopt;
        static const QRegularExpression end(R"((?<=[.?!])\s+(?=[A-Za-z`]))");
        if (const auto said = failure(english, depth))
            return said;
        if (const auto said = each(english.split(end), depth, sentence, QString()))
            return said;
        if (const auto said = each(english.split("; "), depth, known, tr("; ", "between reasons")))
            return said;
        if (const auto said = named(english, depth))
            return said;
        return list(english, depth);
    }

  private:
    using Say = std::optional<QString> (*)(const QString&, int);

    static std::optional<QString> each(const QStringList& parts, int depth, Say say,
                                       const QString& between) {
        if (parts.size() < 2)
            return std::nullopt;
        QString text;
        bool any = false, before = true;
        for (const QString& part : parts) {
            const auto said = say(part, depth + 1);
            if (!text.isEmpty())
                text += before ? between : between.isEmpty() ? " " : between;
            text += said.value_or(part);
            any = any || said;
            before = said.has_value();
        }
        return any ? std::optional(text) : std::nullopt;
    }
    /// With or without the stop that the book may have or not.
    static std::optional<QString> sentence(const QString& english, int depth) {
        if (const auto said = known(english, depth))
            return said;
        if (!english.endsWith('.'))
            return std::nullopt;
        const auto said = known(english.chopped(1), depth);
        return said ? std::optional(tr("%1.", "a sentence").arg(*said)) : std::nullopt;
    }
    /// "what (while doing something). What to do", as errors are written in one line.
    static std::optional<QString> failure(const QString& english, int depth) {
        static const QRegularExpression form(R"(^(.+?)( \((while|in|after) (.+?)\))?\. (\S.+)$)"),
            place(R"(^(.+?) \(((?:while|in|after) .+)\)$)");
        if (const auto match = form.match(english); match.hasMatch())
            if (const auto what = phrase(match.captured(1), depth + 1)) {
                const QString hint = match.captured(5);
                const QString where =
                    match.captured(2).isEmpty()
                        ? QString()
                        : tr(" (%1)", "where it failed")
                              .arg(places(match.captured(3) + " " + match.captured(4), depth));
                return tr("%1%2. %3", "failure, where, remedy")
                    .arg(*what, where, known(hint, depth + 1).value_or(hint));
            }
        if (const auto match = place.match(english); match.hasMatch())
            if (const auto what = known(match.captured(1), depth + 1))
                return *what + tr(" (%1)", "where it failed").arg(places(match.captured(2), depth));
        return std::nullopt;
    }
    static QString places(const QString& english, int depth) {
        QStringList said;
        for (const QString& part : english.split("; "))
            said << known(part, depth + 1).value_or(part);
        return said.join(tr("; ", "between reasons"));
    }
    /// "main memory size, matrix tile": names that are all in the book.
    static std::optional<QString> list(const QString& english, int depth) {
        QStringList said;
        for (const QString& part : english.split(", ")) {
            const auto one = phrase(part, depth + 1);
            if (!one)
                return std::nullopt;
            said << *one;
        }
        return said.join(tr(", ", "between names"));
    }
    /// "model.onnx: it is empty": the rest behind a name.
    static std::optional<QString> named(const QString& english, int depth) {
        for (qsizetype at = english.indexOf(": "); at > 0; at = english.indexOf(": ", at + 2))
            if (const auto rest = known(english.mid(at + 2), depth + 1))
                return tr("%1: %2", "name, said of it")
                    .arg(phrase(english.left(at), depth + 1).value_or(english.left(at)), *rest);
        return std::nullopt;
    }
};

} // namespace

std::optional<QString> EngineWords::phrase(const QString& english) {
    return Reader::phrase(english, 0);
}

QString EngineWords::text(const QString& english) {
    if (tr("cancelled") == QLatin1String("cancelled")) // the engine's own language
        return english;
    QStringList lines;
    for (const QString& line : english.split('\n')) {
        const qsizetype text = line.size() - QStringView(line).trimmed().size();
        lines << line.left(line.endsWith(' ') ? 0 : text) +
                     Reader::known(line.trimmed(), 0).value_or(line.trimmed());
    }
    return lines.join('\n');
}

QString EngineWords::error(const Error& error) {
    QString said = text(error.message);
    if (!error.context.empty()) {
        QStringList where;
        for (const std::string& context : error.context)
            where << text(context);
        said += tr(" (%1)", "where it failed").arg(where.join(tr("; ", "between reasons")));
    }
    if (error.hint.empty())
        return said;
    const QString hint = text(error.hint);
    return said.endsWith('.') || said.endsWith(QChar(0x3002))
               ? tr("%1 %2", "failure, remedy").arg(said, hint)
               : tr("%1. %2", "failure, remedy").arg(said, hint);
}

} // namespace metainfer::widgets
