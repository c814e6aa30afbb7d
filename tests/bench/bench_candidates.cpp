// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How fluent the Candidates place is with many candidates: CPU time of the GUI thread to load,
// sort, filter, brush and redraw, and of the decision beside it. The count is an argument; 50 000
// without one.
#include "candidates/candidate_model.h"
#include "candidates/candidate_view.h"
#include "candidates/decision_panel.h"
#include "candidates/parallel_view.h"
#include "candidates/plots.h"
#include "candidates/scatter_pane.h"
#include "plot/plot_view.h"
#include "theme/theme.h"

#include <fmt/format.h>

#include <QApplication>
#include <QHeaderView>

#include <cmath>
#include <cstdlib>
#include <ctime>

using namespace metainfer;
using namespace metainfer::widgets;

namespace {

double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
void report(const char* what, Work&& work) {
    const double begin = threadSeconds();
    work();
    fmt::print("{:<44} {:8.1f} ms\n", what, (threadSeconds() - begin) * 1e3);
}

/// A session in memory: candidates that trade time against accuracy, with noise; one in fifty
/// fails.
session::SessionContent makeContent(std::size_t count) {
    session::SessionContent content;
    content.info.deploymentYaml = "schema: deployment/1\ndeployment:\n  model: m.onnx\n"
                                  "  device: local\n  optimization_objective:\n"
                                  "    primary: p50_latency\n    secondary: memory_usage\n";
    auto number = [state = std::uint64_t{0x9e3779b97f4a7c15}]() mutable {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<double>(state >> 11) / 9007199254740992.0;
    };
    Json original = {{"schema", "metainfer.measurement/1"},
                     {"id", "m"},
                     {"label", "original"},
                     {"device", "local"},
                     {"source", "measured"},
                     {"protocol", "quick"},
                     {"ratio_clock", "wall"},
                     {"batch", 1},
                     {"wall_us", {{"samples", {900.0, 1000.0, 1100.0}}}},
                     {"cpu_us", {{"samples", Json::array()}}},
                     {"requests_per_second", 1000.0},
                     {"samples_per_second", 1000.0},
                     {"peak_memory_bytes", 40000000},
                     {"model_bytes", 8000000},
                     {"validity", {{"grade", "VALID"}, {"reasons", Json::array()}}},
                     {"before", Json::object()},
                     {"after", Json::object()},
                     {"environment", ""},
                     {"runtime_library", ""},
                     {"started_at", ""}};
    content.measurements.push_back({"measurement", "original", "original|quick", "", original});
    static const char* rules[] = {"fold_bn", "constant_folding", "merge_conv1x1", "concat_folding"};
    for (std::size_t i = 0; i < count; ++i) {
        session::CandidateLine line;
        line.candidate.id = fmt::format("c{}", i + 1);
        line.candidate.origin = i % 3 ? "evolution" : "rules";
        for (std::size_t r = 0; r < 4; ++r)
            if (number() < 0.5)
                line.candidate.variant.rewrites.push_back({rules[r], {"*"}});
        const double speed = number();
        line.candidate.variant.precision.precision =
            speed > 0.5 ? candidates::Precision::Int8Static : candidates::Precision::Float;
        line.candidate.mapping.session.threads = 1 + static_cast<int>(number() * 4);
        const double ratio = 1.6 - 1.2 * speed + 0.3 * number();
        line.predicted[measurement::Metric::P50Latency] = {
            Interval::exact(1000 * ratio * (0.8 + 0.4 * number())), NumberSource::Predicted};
        Json evaluation = {{"clock", "wall"}};
        if (i % 50 == 49)
            evaluation["failure"] = {{"code", "crash"}, {"message", "signal 11"}, {"hint", ""}};
        else {
            evaluation["ratio"] = {{"value", ratio}, {"low", ratio * 0.97}, {"high", ratio * 1.03}};
            evaluation["quality"] = 1 - 0.05 * speed * number();
            evaluation["memory_bytes"] = 2e7 + 3e7 * number() + 1e7 * speed;
            evaluation["model_bytes"] = 2e6 + 6e6 * (1 - speed);
        }
        content.measurements.push_back({"comparison",
                                        line.candidate.id,
                                        line.candidate.id,
                                        "",
                                        {{"evaluation", std::move(evaluation)}}});
        content.candidates.push_back(std::move(line));
    }
    return content;
}

void paintNow(QWidget& widget) {
    widget.repaint();
    QCoreApplication::processEvents();
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM",
            qgetenv("QT_QPA_PLATFORM").isEmpty() ? "offscreen" : qgetenv("QT_QPA_PLATFORM"));
    QApplication application(argc, argv);
    applyScheme(Scheme::Light);
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000;
    fmt::print("{} candidates, CPU time of the thread\n", count);
    const session::SessionContent content = makeContent(count);

    CandidateTablePtr table;
    report("off the GUI thread: rows from the session",
           [&] { table = makeCandidateTable(content); });
    std::shared_ptr<search::Decision> decision;
    report("off the GUI thread: decide", [&] {
        decision = std::make_shared<search::Decision>(
            decideAmong(*table, table->objectives, table->constraints, false));
    });

    CandidateModel model;
    CandidateView view(model);
    view.resize(1200, 300);
    view.show();
    ScatterPane scatter;
    scatter.resize(900, 450);
    scatter.show();
    ParallelView parallel;
    parallel.resize(900, 450);
    parallel.show();
    QCoreApplication::processEvents();

    report("load: table and first paint", [&] {
        model.setTable(table);
        model.setDecision(decision, table->find(QString::fromStdString(decision->chosen)));
        paintNow(view);
    });
    report("load: scatter and first paint", [&] {
        scatter.setTable(table, std::nullopt);
        paintNow(*scatter.plot().viewport());
    });
    std::vector<std::size_t> rows;
    report("load: parallel coordinates, first paint", [&] {
        auto axes = CandidatePlots::parallel(
            *table,
            {Quantity::Ratio, Quantity::P50Latency, Quantity::Memory, Quantity::ModelSize,
             Quantity::Accuracy, Quantity::Predicted, Quantity::Changes, Quantity::Threads},
            rows);
        parallel.setAxes(std::move(axes), rows);
        paintNow(parallel);
    });
    report("sort by a number", [&] {
        model.sort(CandidateModel::columnOf(Quantity::Ratio), Qt::DescendingOrder);
        paintNow(view);
    });
    report("sort by a text", [&] {
        model.sort(CandidateModel::RewritesColumn, Qt::AscendingOrder);
        paintNow(view);
    });
    report("sort by the reason (worst column)", [&] {
        model.sort(CandidateModel::ReasonColumn, Qt::AscendingOrder);
        paintNow(view);
    });
    report("filter by a word", [&] {
        model.setFilterText("fold_bn");
        paintNow(view);
    });
    model.setFilterText({});
    std::vector<std::size_t> brushed;
    PlotView& plot = scatter.plot();
    report("brush half of the scatter: find the rows", [&] {
        const QRectF area = plot.chart()->plotArea();
        brushed = plot.rowsIn(area.adjusted(0, 0, -area.width() / 2, 0));
    });
    std::vector<bool> selected(table->rows.size(), false);
    for (const std::size_t row : brushed)
        selected[row] = true;
    fmt::print("  {} rows brushed\n", brushed.size());
    report("brush: table follows", [&] {
        model.setSelected(selected);
        paintNow(view);
    });
    report("brush: scatter follows", [&] {
        scatter.setSelection(selected, -1);
        paintNow(*plot.viewport());
    });
    report("brush: parallel coordinates follow", [&] {
        parallel.setSelection(selected, -1);
        paintNow(parallel);
    });
    report("brush an axis: find the rows", [&] {
        parallel.setBrush(0, PlotRange{0.5, 0.9});
        brushed = parallel.brushedRows();
    });
    report("redraw scatter, nothing changed", [&] { paintNow(*plot.viewport()); });
    report("zoom scatter by one notch", [&] {
        plot.zoomBy(0.85, plot.chart()->plotArea().center());
        paintNow(*plot.viewport());
    });
    report("hover: nearest point", [&] { (void)plot.hitAt(plot.chart()->plotArea().center()); });
    report("scroll the table by a page", [&] {
        view.scrollTo(model.index(model.rowCount() / 2, CandidateModel::IdColumn));
        paintNow(view);
    });
    return 0;
}
