// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the plots of candidates show, made from the table; without a widget.
#pragma once

#include "candidates/parallel_view.h"
#include "candidates/quantities.h"
#include "plot/plot_types.h"

#include <QCoreApplication>

namespace metainfer::widgets {

struct ScatterChoice {
    Quantity x = Quantity::P95Latency, y = Quantity::Memory;
    std::optional<Quantity> third;
    ThirdUse use = ThirdUse::None;
    bool logX = false, logY = false;
    bool intervals = true;
};

struct PlotContent {
    PlotAxis x, y, third;
    ThirdUse use = ThirdUse::None;
    std::vector<PlotSeries> series;
    std::vector<ReferenceLine> lines;
    QString title;
};

class CandidatePlots {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::CandidatePlots)

  public:
    /// Front drawn, dominated faint, barred as crosses, the original and the choice marked.
    static PlotContent pareto(const CandidateTable& table, const ScatterChoice& choice,
                              std::optional<std::size_t> chosenNow);
    static PlotContent convergence(const CandidateTable& table);
    static PlotContent hypervolume(const CandidateTable& table);
    static PlotContent prediction(const CandidateTable& table);
    /// Axes for the rows that are measured; `rows` gets them.
    static std::vector<ParallelView::Axis> parallel(const CandidateTable& table,
                                                    const std::vector<Quantity>& quantities,
                                                    std::vector<std::size_t>& rows);
    /// Tip of a candidate's point.
    static QString tip(const CandidateTable& table, std::size_t row,
                       const std::vector<Quantity>& quantities);
};

} // namespace metainfer::widgets
