// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Explanations of verdicts.
#include "candidates/explanation.h"

#include "session/engine_words.h"
#include "theme/colors.h"

#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr double kMinGain = 0.02; // search::DecisionOptions' own
/// As the session counts scores as equal where it prefers what changes less.
constexpr double kEqualScores = 0.02;

/// The session took this one because it changes less than its equals.
bool chosenForFewerChanges(const CandidateTable& table, const search::Verdict& winner) {
    return table.chosen && table.rows[*table.chosen].id.toStdString() == winner.id &&
           table.reason.contains("changes less, so it is chosen");
}

QString share(double value) {
    return QString::number(value, 'f', 3);
}

QString percent(double fraction) {
    return QString::number(std::abs(fraction) * 100, 'f', 1) + " %";
}

QString tableRow(const QString& name, const QString& value, const Colors& colors) {
    return QString("<tr><td style='color:%1; padding-right:14px'>%2</td><td>%3</td></tr>")
        .arg(colors.textMuted.name(), name, value);
}

} // namespace

const search::Verdict* verdictOf(const search::Decision* decision, const std::string& id) {
    if (!decision)
        return nullptr;
    for (const search::Verdict& verdict : decision->verdicts)
        if (verdict.id == id)
            return &verdict;
    return nullptr;
}

/// The accuracy limit in the numbers of the samples that this candidate was checked on.
QString Explanation::accuracyLimit(const CandidateTable& table, const search::LimitCheck& check,
                                   const CandidateRow& row) {
    const CandidateRow& original = table.rows[*table.original];
    const bool inSearch = !row.validated || !original.validated;
    const auto quantity = inSearch ? Quantity::SearchAccuracy : Quantity::Accuracy;
    const auto mine = valueOf(row, quantity), base = valueOf(original, quantity);
    if (!mine || !base)
        return {};
    const auto known = original.evaluation.values.find(search::Metric::Accuracy);
    const double drop = known->second.value() - check.limit.bound;
    const QString number = CandidateText::number(quantity, mine->interval.value);
    const QString least = tr("%1 (the original's %2 less %3 points)")
                              .arg(CandidateText::number(quantity, base->interval.value - drop),
                                   CandidateText::number(quantity, base->interval.value))
                              .arg(drop * 100, 0, 'f', 2);
    const int samples = static_cast<int>(mine->samples);
    const QString name =
        inSearch      ? (samples > 0 ? tr("Accuracy on the search's %1 samples:").arg(samples)
                                     : tr("Accuracy on the search's samples:"))
        : samples > 0 ? tr("Accuracy on all %1 validation samples:").arg(samples)
                      : tr("Accuracy on all validation samples:");
    return check.state == search::LimitState::Violated
               ? tr("%1 %2 is below the limit %3").arg(name, number, least)
               : tr("%1 %2 meets the limit %3").arg(name, number, least);
}

QString Explanation::limit(const CandidateTable& table, const search::LimitCheck& check,
                           const CandidateRow& row) {
    if (check.limit.name == "max_accuracy_drop" && table.original)
        if (const QString words = accuracyLimit(table, check, row); !words.isEmpty())
            return words;
    const auto quantity = quantityOf(check.limit.metric);
    if (!quantity)
        return QString::fromStdString(check.limit.text());
    const QString name = CandidateText::name(*quantity);
    const QString bound = CandidateText::number(*quantity, check.limit.bound);
    const auto value = valueOf(row, *quantity);
    if (check.state == search::LimitState::Unverified)
        return tr("%1: nothing here measures it, so the limit %2 cannot be checked")
            .arg(name, bound);
    if (!value)
        return tr("%1 was not measured, so the limit %2 is not shown to hold").arg(name, bound);
    const QString number = CandidateText::number(*quantity, value->interval.value);
    if (check.state == search::LimitState::Violated)
        return check.limit.upper ? tr("%1 %2 is above the limit %3").arg(name, number, bound)
                                 : tr("%1 %2 is below the limit %3").arg(name, number, bound);
    if (check.uncertain)
        return tr("%1 %2 meets the limit %3, but its interval reaches over it")
            .arg(name, number, bound);
    return tr("%1 %2 meets the limit %3").arg(name, number, bound);
}

QString Explanation::ruleAmongEquals(const CandidateTable& table, const search::Verdict& winner) {
    if (chosenForFewerChanges(table, winner))
        return " " + tr("Others cannot be told from it; of these it changes least.");
    if (table.chosen && table.rows[*table.chosen].id.toStdString() == winner.id &&
        table.reason.contains("the first of all these is chosen"))
        return " " + tr("Others are as good in every objective; it comes first.");
    return {};
}

QString Explanation::why(const CandidateTable& table, const CandidateRow& row,
                         const search::Verdict* verdict, const search::Verdict* winner) {
    if (row.state == CandidateState::Failed || row.state == CandidateState::Barred)
        return EngineWords::text(row.reason);
    if (!row.measured())
        return table.done ? tr("It was proposed but never measured.")
                          : tr("It is not measured yet.");
    if (!verdict)
        return EngineWords::text(row.reason);
    if (verdict == winner)
        return row.state == CandidateState::Original
                   ? tr("No candidate beats it distinguishably within the limits.")
                   : tr("It is chosen: %1 of the original's value [%2, %3].")
                             .arg(share(verdict->score.total.value),
                                  share(verdict->score.total.low),
                                  share(verdict->score.total.high)) +
                         ruleAmongEquals(table, *verdict);
    QStringList broken;
    for (const search::LimitCheck& check : verdict->limits)
        if (check.state == search::LimitState::Violated)
            broken << limit(table, check, row);
    if (!broken.isEmpty())
        return broken.join("; ");
    if (row.state == CandidateState::Original)
        return tr("The reference; another one is better.");
    if (!verdict->score.complete)
        return tr("An objective was not measured.");
    const Interval& total = verdict->score.total;
    if (total.value >= 1 && !(winner && winner->score.total.value >= 1))
        return tr("It is not better than the original (%1 of it).").arg(share(total.value));
    if (total.high >= 1 && total.value < 1)
        return tr("It cannot be told from the original: %1 of it [%2, %3].")
            .arg(share(total.value), share(total.low), share(total.high));
    if (total.value > 1 - kMinGain && total.value < 1)
        return tr("It gains only %1, too little for another artefact.")
            .arg(percent(1 - total.value));
    if (!winner)
        return row.reason;
    if (total.value <= winner->score.total.value && row.state == CandidateState::Measured &&
        table.done)
        return tr("It scored %1 in the search's short run, but was not among the finalists.")
            .arg(share(total.value));
    const auto &second = verdict->score.secondary, &its = winner->score.secondary;
    const bool lighter = row.state != CandidateState::Measured &&
                         chosenForFewerChanges(table, *winner) &&
                         total.value < winner->score.total.value * (1 + kEqualScores);
    if (lighter)
        return tr("It cannot be told from the chosen one, which changes no more than it.");
    if (total.value <= winner->score.total.value && second && its && second->value > its->value)
        return tr("It cannot be told from the chosen one in the first objective and is worse in "
                  "the second (%1 against %2).")
            .arg(share(second->value), share(its->value));
    if (total.value <= winner->score.total.value && second && its && second->value < its->value)
        return tr("It cannot be told from the chosen one, which comes before it.");
    if (total.value <= winner->score.total.value)
        return tr("It is as good as the chosen one in every objective, which comes before it.");
    const QString scores = tr("It scores %1, the chosen one %2.")
                               .arg(share(total.value), share(winner->score.total.value));
    return verdict->dominated ? tr("%1 Another one is better in every objective.").arg(scores)
                              : scores;
}

QString Explanation::numbers(const CandidateTable& table, std::size_t index, const Colors& colors) {
    QString rows;
    for (const Quantity quantity : allQuantities()) {
        if (quantity == Quantity::Changes || quantity == Quantity::Threads)
            continue;
        const auto value = valueOf(table.rows[index], quantity);
        if (!value)
            continue;
        QString text = CandidateText::full(quantity, *value);
        QString name = CandidateText::name(quantity);
        if ((quantity == Quantity::Accuracy || quantity == Quantity::SearchAccuracy) &&
            !table.qualityName.isEmpty())
            name = tr("%1 (%2)", "accuracy, metric").arg(name, table.qualityName);
        rows += tableRow(name.toHtmlEscaped(), text.toHtmlEscaped(), colors);
    }
    return rows;
}

QString Explanation::html(const CandidateTable& table, std::size_t index,
                          const search::Verdict* verdict, const search::Verdict* winner,
                          const CandidateMark& mark, const Colors& colors) {
    const CandidateRow& row = table.rows[index];
    const auto heading = [&](const QString& text) {
        return QString("<p style='margin:10px 0 2px 0'><b>%1</b></p>").arg(text.toHtmlEscaped());
    };
    QString page = QString("<p style='font-size:16px; margin:0'><b>%1</b> &nbsp;<span "
                           "style='color:%2'>%3</span></p>")
                       .arg(row.id.toHtmlEscaped(), colors.textMuted.name(),
                            CandidateText::state(row.state).toHtmlEscaped());
    page += heading(tr("Why"));
    page +=
        QString("<p style='margin:0'>%1</p>").arg(why(table, row, verdict, winner).toHtmlEscaped());
    if (verdict && !verdict->limits.empty()) {
        page += heading(tr("Limits"));
        for (const search::LimitCheck& check : verdict->limits) {
            const bool broken = check.state == search::LimitState::Violated;
            const bool open = check.state == search::LimitState::Unverified || check.uncertain;
            page += QString("<p style='margin:0; color:%1'>%2 %3</p>")
                        .arg((broken ? colors.danger
                              : open ? colors.warning
                                     : colors.success)
                                 .name(),
                             broken ? "✗"
                             : open ? "?"
                                    : "✓",
                             limit(table, check, row).toHtmlEscaped());
        }
    }
    page += heading(tr("What it does")) + "<table cellspacing='0' cellpadding='1'>";
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            page += tableRow(name.toHtmlEscaped(), value.toHtmlEscaped(), colors);
    };
    if (row.state != CandidateState::Original)
        add(tr("Proposed by"), CandidateText::origin(row.origin));
    add(tr("Made from"), row.parents.join(", "));
    add(tr("Fixed dimensions"), row.bindings);
    add(tr("Rewrites"), row.rewrites.isEmpty() ? tr("none") : row.rewrites);
    add(tr("Precision"), row.precision);
    add(tr("Session options"), row.options.isEmpty() ? tr("default") : row.options);
    add(tr("Clock of the ratio"), row.clock);
    page += "</table>" + heading(tr("Numbers")) + "<table cellspacing='0' cellpadding='1'>" +
            numbers(table, index, colors) + "</table>";
    if (table.simulated)
        page += QString("<p style='margin:4px 0 0 0; color:%1'>%2</p>")
                    .arg(colors.textMuted.name(),
                         tr("All percentiles are one number: the model of the device gives the "
                            "same time for every request.")
                             .toHtmlEscaped());
    if (!mark.note.isEmpty())
        page += heading(tr("Note")) + QString("<p style='margin:0'>%1</p>")
                                          .arg(mark.note.toHtmlEscaped().replace("\n", "<br>"));
    return page;
}

QString Explanation::move(const CandidateTable& table, const search::Decision& decision) {
    const QString now = QString::fromStdString(decision.chosen);
    const QString before = table.chosen ? table.rows[*table.chosen].id
                           : table.answer == search::Answer::KeepOriginal ? QString("original")
                                                                          : QString();
    QString head;
    if (decision.answer == search::Answer::NoneFeasible)
        head = tr("No candidate meets these limits.");
    else if (before.isEmpty())
        head = tr("The choice is %1.").arg(now);
    else if (now == before)
        head = tr("The choice stays %1.").arg(now);
    else
        head = tr("The choice moves from %1 to %2.").arg(before, now);
    QStringList parts{head};
    for (const search::LimitConflict& conflict : decision.conflicts) {
        QStringList names;
        for (const std::string& name : conflict.limits)
            names << QString::fromStdString(name);
        parts << (names.size() == 1 ? tr("No candidate meets %1.").arg(names.first())
                                    : tr("These limits conflict: %1.").arg(names.join(", ")));
    }
    for (const search::NearMiss& miss : decision.nearestMisses)
        parts << tr("Nearest: %1, %2 beyond its limit.")
                     .arg(QString::fromStdString(miss.id), percent(miss.excess));
    if (const auto row = table.find(now)) {
        const auto* winner = verdictOf(&decision, decision.chosen);
        parts << why(table, table.rows[*row], winner, winner);
    }
    if (!before.isEmpty() && now != before)
        if (const auto row = table.find(before))
            parts << tr("%1: %2", "candidate, why it lost")
                         .arg(before, why(table, table.rows[*row],
                                          verdictOf(&decision, before.toStdString()),
                                          verdictOf(&decision, decision.chosen)));
    return parts.join(' ');
}

} // namespace metainfer::widgets
