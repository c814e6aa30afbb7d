// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Content of the candidates' plots.
#include "candidates/plots.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

/// More interval bars than this are a fog.
constexpr std::size_t kMostIntervals = 400;

PlotAxis axisOf(Quantity quantity, const ShownUnit& unit, bool logarithmic) {
    PlotAxis axis;
    axis.title = CandidateText::axis(quantity, unit);
    axis.scale = logarithmic ? AxisScale::Logarithmic : AxisScale::Linear;
    return axis;
}

/// Points of rows in two quantities, with intervals where asked.
class PointMaker {
  public:
    PointMaker(const CandidateTable& table, const ScatterChoice& choice)
        : m_table(table)
        , m_choice(choice)
        , m_unitX(unitFor(choice.x, table))
        , m_unitY(unitFor(choice.y, table)) {
        if (choice.third)
            m_unitThird = unitFor(*choice.third, table);
    }

    void add(PlotSeries& series, std::size_t index, bool intervals) const {
        series.x.push_back(numberOf(m_table, index, m_choice.x) * m_unitX.factor);
        series.y.push_back(numberOf(m_table, index, m_choice.y) * m_unitY.factor);
        if (intervals) {
            const CandidateRow& row = m_table.rows[index];
            const auto x = valueOf(row, m_choice.x), y = valueOf(row, m_choice.y);
            series.xLow.push_back(x->interval.low * m_unitX.factor);
            series.xHigh.push_back(x->interval.high * m_unitX.factor);
            series.yLow.push_back(y->interval.low * m_unitY.factor);
            series.yHigh.push_back(y->interval.high * m_unitY.factor);
        }
        if (m_choice.third && m_choice.use != ThirdUse::None)
            series.third.push_back(numberOf(m_table, index, *m_choice.third) * m_unitThird.factor);
        series.rows.push_back(index);
    }
    PlotAxis x() const { return axisOf(m_choice.x, m_unitX, m_choice.logX); }
    PlotAxis y() const { return axisOf(m_choice.y, m_unitY, m_choice.logY); }
    PlotAxis third() const {
        return m_choice.third ? axisOf(*m_choice.third, m_unitThird, false) : PlotAxis();
    }

  private:
    const CandidateTable& m_table;
    const ScatterChoice& m_choice;
    ShownUnit m_unitX, m_unitY, m_unitThird;
};

} // namespace

PlotContent CandidatePlots::pareto(const CandidateTable& table, const ScatterChoice& choice,
                                   std::optional<std::size_t> chosenNow) {
    PlotContent content;
    const PointMaker points(table, choice);
    content.x = points.x();
    content.y = points.y();
    content.third = points.third();
    content.use = choice.third ? choice.use : ThirdUse::None;

    const auto front = frontOf(table, choice.x, choice.y);
    std::vector<bool> onFront(table.rows.size(), false);
    for (const std::size_t row : front)
        onFront[row] = true;
    PlotSeries dominated, barred, best, line, original, chosen;
    const bool bars = choice.intervals && table.rows.size() <= kMostIntervals;
    dominated.name = tr("Dominated");
    dominated.color = 7;
    dominated.faint = true;
    barred.name = tr("Not allowed");
    barred.color = 1;
    barred.marker = Marker::Cross;
    barred.faint = true;
    best.name = tr("Best trade-offs");
    best.color = 0;
    best.size = 9;
    line.kind = PlotSeries::Kind::Step;
    line.color = 0;
    line.dashed = true;
    line.faint = true;
    original.name = tr("Original");
    original.color = 4;
    original.marker = Marker::Diamond;
    original.size = 12;
    chosen.name = tr("Chosen");
    chosen.color = 2;
    chosen.marker = Marker::Square;
    chosen.size = 12;
    std::size_t unmeasured = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const CandidateRow& row = table.rows[i];
        if (!row.measured() || !std::isfinite(numberOf(table, i, choice.x)) ||
            !std::isfinite(numberOf(table, i, choice.y))) {
            ++unmeasured;
            continue;
        }
        if (row.state == CandidateState::Original)
            points.add(original, i, bars);
        else if (chosenNow == i)
            points.add(chosen, i, bars);
        else if (row.state == CandidateState::Barred || row.state == CandidateState::Failed)
            points.add(barred, i, false);
        else if (onFront[i])
            points.add(best, i, bars);
        else
            points.add(dominated, i, bars);
    }
    for (const std::size_t row : front)
        points.add(line, row, false);
    line.third.clear();
    line.rows.clear(); // the line is no point
    for (PlotSeries* one : {&dominated, &barred, &line, &best, &original, &chosen})
        if (!one->x.empty())
            content.series.push_back(std::move(*one));
    if (unmeasured > 0)
        content.title = tr("Without these values, in the table only: %1").arg(unmeasured);
    return content;
}

PlotContent CandidatePlots::convergence(const CandidateTable& table) {
    PlotContent content;
    content.x.title = tr("Measured candidates");
    content.y.title = tr("Relative to the original");
    content.title = tr("Best so far");
    PlotSeries each, best;
    each.name = tr("Each candidate");
    each.color = 7;
    each.faint = true;
    best.kind = PlotSeries::Kind::Step;
    best.name = tr("Best so far");
    best.color = 0;
    const auto* original = table.originalEvaluation();
    for (std::size_t i = 0; i < table.convergence.size(); ++i) {
        const ConvergencePoint& point = table.convergence[i];
        const double step = static_cast<double>(i + 1);
        best.x.push_back(step);
        best.y.push_back(point.best);
        best.rows.push_back(point.row);
        const auto score =
            original ? search::relativeValue(table.rows[point.row].evaluation, original->values,
                                             table.objectives.terms.front().metric,
                                             table.objectives.terms.front().direction)
                     : std::nullopt;
        if (score) {
            each.x.push_back(step);
            each.y.push_back(score->value);
            each.rows.push_back(point.row);
        }
    }
    content.lines.push_back({ReferenceLine::Kind::Y, 1, tr("the original")});
    content.series = {std::move(each), std::move(best)};
    if (table.convergence.empty())
        content.series.clear();
    return content;
}

PlotContent CandidatePlots::hypervolume(const CandidateTable& table) {
    PlotContent content;
    content.x.title = tr("Measured candidates");
    content.y.title = tr("Hypervolume");
    content.title = tr("Hypervolume of the best trade-offs");
    PlotSeries volume;
    volume.kind = PlotSeries::Kind::Step;
    volume.color = 2;
    for (std::size_t i = 0; i < table.convergence.size(); ++i) {
        volume.x.push_back(static_cast<double>(i + 1));
        volume.y.push_back(table.convergence[i].hypervolume);
        volume.rows.push_back(table.convergence[i].row);
    }
    if (!volume.x.empty())
        content.series.push_back(std::move(volume));
    return content;
}

PlotContent CandidatePlots::prediction(const CandidateTable& table) {
    PlotContent content;
    // Both in one unit, so that the diagonal is where prediction and measurement agree.
    PlotSeries all;
    all.color = 0;
    const ShownUnit unit = unitFor(Quantity::P50Latency, table);
    const bool bars = table.rows.size() <= kMostIntervals;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const CandidateRow& row = table.rows[i];
        const double p = numberOf(table, i, Quantity::Predicted);
        const double m = numberOf(table, i, Quantity::P50Latency);
        if (row.state == CandidateState::Original || !std::isfinite(p) || !std::isfinite(m))
            continue;
        all.x.push_back(p * unit.factor);
        all.y.push_back(m * unit.factor);
        if (bars) {
            const Interval measured = valueOf(row, Quantity::P50Latency)->interval;
            // Those of the prediction span decades; the tip tells them.
            all.yLow.push_back(measured.low * unit.factor);
            all.yHigh.push_back(measured.high * unit.factor);
        }
        all.rows.push_back(i);
    }
    content.x = axisOf(Quantity::Predicted, unit, true);
    content.y = axisOf(Quantity::P50Latency, unit, true);
    if (!all.x.empty()) {
        const auto [lowX, highX] = std::minmax_element(all.x.begin(), all.x.end());
        const auto [lowY, highY] = std::minmax_element(all.y.begin(), all.y.end());
        content.x.range = content.y.range =
            std::pair(std::min(*lowX, *lowY) / 1.15, std::max(*highX, *highY) * 1.15);
    }
    content.lines.push_back({ReferenceLine::Kind::Diagonal, 1, tr("as predicted")});
    const PredictionQuality quality = predictionQuality(table);
    if (quality.count > 1)
        content.title = std::isfinite(quality.ranks)
                            ? tr("Mean error %1 %, rank correlation %2, over %3 candidates")
                                  .arg(quality.meanError * 100, 0, 'f', 1)
                                  .arg(quality.ranks, 0, 'f', 2)
                                  .arg(quality.count)
                            : tr("Mean error %1 % over %2 candidates")
                                  .arg(quality.meanError * 100, 0, 'f', 1)
                                  .arg(quality.count);
    if (!all.x.empty())
        content.series.push_back(std::move(all));
    return content;
}

std::vector<ParallelView::Axis> CandidatePlots::parallel(const CandidateTable& table,
                                                         const std::vector<Quantity>& quantities,
                                                         std::vector<std::size_t>& rows) {
    rows.clear();
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (table.rows[i].measured())
            rows.push_back(i);
    std::vector<ParallelView::Axis> axes;
    for (const Quantity quantity : quantities) {
        ParallelView::Axis axis;
        const ShownUnit unit = unitFor(quantity, table);
        axis.axis = axisOf(quantity, unit, false);
        axis.smallerIsBetter = smallerIsBetter(quantity);
        axis.values.reserve(rows.size());
        for (const std::size_t row : rows)
            axis.values.push_back(numberOf(table, row, quantity) * unit.factor);
        axes.push_back(std::move(axis));
    }
    return axes;
}

QString CandidatePlots::tip(const CandidateTable& table, std::size_t index,
                            const std::vector<Quantity>& quantities) {
    const CandidateRow& row = table.rows[index];
    QStringList lines{
        tr("%1 (%2)", "candidate, state").arg(row.id, CandidateText::state(row.state))};
    for (const Quantity quantity : quantities)
        if (const auto value = valueOf(row, quantity))
            lines << tr("%1: %2", "quantity, value")
                         .arg(CandidateText::name(quantity), CandidateText::full(quantity, *value));
    QStringList what;
    if (!row.rewrites.isEmpty())
        what << row.rewrites;
    what << row.precision;
    if (!row.options.isEmpty())
        what << row.options;
    lines << what.join(" · ");
    return lines.join("\n");
}

} // namespace metainfer::widgets
