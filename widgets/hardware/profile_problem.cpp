// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes in the text of a profile.
#include "hardware/profile_problem.h"

#include "session/engine_words.h"

#include <QRegularExpression>
#include <QStringList>

namespace metainfer::widgets {
namespace {

/// "SOURCE:12: hardware.compute.cores is …" or "SOURCE: profile 'x': compute.peak.fp32 is …".
ProfileProblem parsed(const QString& said, const QString& source) {
    static const QRegularExpression placed("^:(\\d+): (?:hardware\\.(\\S+) )?(.*)$",
                                           QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression whole("^: (?:profile '[^']*': )?(.*)$",
                                          QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression field(
        "^((?:compute|memory|ops|scheduling|quantization|fusion)\\.[\\w.\\[\\]:-]*\\w)");
    ProfileProblem problem;
    const QString rest = said.startsWith(source) ? said.mid(source.size()) : said;
    if (const auto inText = placed.match(rest); inText.hasMatch()) {
        problem.line = inText.captured(1).toInt();
        problem.path = inText.captured(2);
        problem.message = inText.captured(3);
        if (!problem.path.isEmpty())
            problem.message.prepend(problem.path + " ");
    } else if (const auto asWhole = whole.match(rest); asWhole.hasMatch()) {
        problem.message = asWhole.captured(1);
        problem.path = field.match(problem.message).captured(1);
    } else {
        problem.message = rest;
    }
    problem.message = EngineWords::text(problem.message);
    return problem;
}

} // namespace

std::vector<ProfileProblem> problemsOf(const Error& error, const QString& source) {
    std::vector<ProfileProblem> problems;
    const QStringList lines = QString::fromStdString(error.message).split('\n', Qt::SkipEmptyParts);
    for (const QString& line : lines)
        problems.push_back(parsed(line, source));
    // Several mistakes carry their remedies in the lines; what is left is no remedy of one.
    if (problems.size() == 1)
        problems.front().remedy = EngineWords::text(error.hint);
    return problems;
}

std::vector<ProfileProblem> warningsOf(const std::vector<std::string>& warnings,
                                       const QString& source) {
    std::vector<ProfileProblem> problems;
    for (const std::string& warning : warnings) {
        problems.push_back(parsed(QString::fromStdString(warning), source));
        problems.back().warning = true;
    }
    return problems;
}

} // namespace metainfer::widgets
