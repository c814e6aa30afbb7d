// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph viewer: time from a file to the first frame, memory, frame times while panning and
// zooming, for transformers of 1 000, 10 000, 30 000 and 100 000 nodes, with and without tensors
// that every layer reads. Software renderer, each graph in a process of its own.
#include "base/file.h"
#include "graph/graph_presenter.h"
#include "graph/graph_view.h"
#include "ir/onnx_io.h"
#include "shell/memory.h"
#include "support/gui_watchdog.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::ir;
using namespace metainfer::workbench;
namespace fs = std::filesystem;

namespace {

ValueType floats(std::vector<std::int64_t> dims) {
    Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(Dim::known(dim));
    return ValueType::ofTensor(ElementType::Float, shape);
}

/// Layers of attention and feed-forward network, 24 nodes each, named as exporters do.
class Transformer {
  public:
    Transformer(int nodes, bool globals)
        : m_nodes(nodes)
        , m_globals(globals) {}

    Model build() {
        m_model.setOpset("", 17);
        Graph& graph = *m_model.graph;
        graph.name = "transformer";
        ValueId x = graph.addInput("hidden", floats({1, 16, 64}));
        if (m_globals) {
            m_mask = graph.addInput("mask", floats({1, 1, 16, 16}));
            m_cos = graph.addInput("cos", floats({1, 16, 64}));
            m_sin = graph.addInput("sin", floats({1, 16, 64}));
        }
        for (int layer = 0; m_made < m_nodes; ++layer)
            x = addLayer("/model/layers." + std::to_string(layer), x);
        graph.setOutputs({x});
        return std::move(m_model);
    }

  private:
    ValueId add(const std::string& name, const char* type, std::vector<ValueId> inputs,
                bool weight = false) {
        Graph& graph = *m_model.graph;
        Node node;
        node.opType = type;
        node.name = name;
        node.inputs = std::move(inputs);
        if (weight)
            node.inputs.push_back(graph.addConstant(name + ".weight", m_weight));
        const ValueId out = graph.addValue(name + "_output_0", floats({1, 16, 64}));
        node.outputs = {out};
        graph.addNode(std::move(node));
        ++m_made;
        return out;
    }

    ValueId rotated(const std::string& at, ValueId x) {
        if (!m_globals)
            return add(at + "/Transpose", "Transpose", {x});
        const ValueId a = add(at + "/Mul", "Mul", {x, m_cos});
        const ValueId b = add(at + "/Mul_1", "Mul", {add(at + "/Neg", "Neg", {x}), m_sin});
        return add(at + "/Add", "Add", {a, b});
    }

    ValueId addLayer(const std::string& at, ValueId x) {
        const std::string a = at + "/self_attn", f = at + "/mlp";
        const ValueId n = add(at + "/input_layernorm/Mul", "Mul",
                              {add(at + "/input_layernorm/Sqrt", "Sqrt", {x}), x});
        ValueId q = rotated(a + "/q_rope", add(a + "/q_proj/MatMul", "MatMul", {n}, true));
        ValueId k = rotated(a + "/k_rope", add(a + "/k_proj/MatMul", "MatMul", {n}, true));
        const ValueId v =
            add(a + "/v_proj/Add", "Add", {add(a + "/v_proj/MatMul", "MatMul", {n}, true)}, true);
        ValueId s = add(a + "/MatMul", "MatMul", {q, k});
        s = add(a + "/Div", "Div", {s}, true);
        if (m_globals)
            s = add(a + "/Mask", "Add", {s, m_mask});
        s = add(a + "/Softmax", "Softmax", {s});
        s = add(a + "/MatMul_1", "MatMul", {s, v});
        s = add(a + "/o_proj/MatMul", "MatMul", {s}, true);
        x = add(at + "/Add", "Add", {x, s});
        const ValueId m = add(at + "/post_layernorm/Mul", "Mul",
                              {add(at + "/post_layernorm/Sqrt", "Sqrt", {x}), x});
        const ValueId g = add(f + "/gate_proj/MatMul", "MatMul", {m}, true);
        const ValueId silu =
            add(f + "/act/Mul", "Mul", {g, add(f + "/act/Sigmoid", "Sigmoid", {g})});
        const ValueId u = add(f + "/up_proj/MatMul", "MatMul", {m}, true);
        const ValueId d =
            add(f + "/down_proj/MatMul", "MatMul", {add(f + "/Mul", "Mul", {silu, u})}, true);
        return add(at + "/Add_1", "Add", {x, d});
    }

    int m_nodes, m_made = 0;
    bool m_globals;
    Model m_model;
    ValueId m_mask, m_cos, m_sin;
    TensorData m_weight = TensorData::fromFloats({2, 2}, std::vector<float>{1, 2, 3, 4});
};

double cpuMs(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
    std::timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double peakMb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// On the heap, now.
double usedMb() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

struct Frames {
    double median = 0, p95 = 0, worst = 0;
};

/// CPU time of the GUI thread for each `move` and painting after it: other load on the machine
/// does not count.
template <typename Move>
Frames frames(widgets::GraphView& view, int count, Move&& move) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const double begin = cpuMs(CLOCK_THREAD_CPUTIME_ID);
        move(i);
        view.repaint();
        times.push_back(cpuMs(CLOCK_THREAD_CPUTIME_ID) - begin);
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[times.size() * 95 / 100], times.back()};
}

Frames pan(widgets::GraphView& view, double scale) {
    widgets::Camera camera = view.camera();
    camera.scale = scale;
    camera.centerOn(view.picture()->layout->bounds().center(), view.size());
    view.setCamera(camera);
    view.repaint();
    return frames(view, 200, [&](int i) {
        widgets::Camera next = view.camera();
        next.offset += QPointF(i % 3 == 0 ? 11 : 0, -37);
        view.setCamera(next);
    });
}

Frames zoom(widgets::GraphView& view) {
    view.fitAll();
    const double widest = view.camera().scale, factor = std::pow(1.5 / widest, 1.0 / 60);
    return frames(view, 120, [&](int i) { view.zoomBy(i < 60 ? factor : 1 / factor); });
}

void print(const char* what, const Frames& f) {
    std::printf("    %-28s median %6.2f ms  p95 %6.2f ms  worst %6.2f ms\n", what, f.median, f.p95,
                f.worst);
}

/// Waits until `done` while jobs deliver.
template <typename Done>
void wait(Done&& done) {
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

int measure(const fs::path& path, const std::string& name, int argc, char** argv) {
    const double baseMb = peakMb(), baseUsed = usedMb(), baseCpu = cpuMs();
    QElapsedTimer wall;
    wall.start();
    testing::WatchedApplication app(argc, argv);
    app.watch();
    Jobs jobs;
    GraphPresenter graph(jobs);
    widgets::GraphView view;
    view.resize(1280, 800);
    view.show();
    wait([&] { return view.windowHandle() && view.windowHandle()->isExposed(); });
    graph.setFonts(view.fonts());
    QObject::connect(&graph, &GraphPresenter::pictureChanged, &view,
                     [&](const GraphElement& anchor) { view.setPicture(graph.picture(), anchor); });
    graph.open(path);
    wait([&] { return graph.picture() != nullptr || graph.failure().has_value(); });
    if (graph.failure())
        return std::fprintf(stderr, "%s\n", graph.failure()->text().c_str()), 1;
    view.repaint();
    std::printf("%s: first frame %lld ms wall, %.0f ms CPU, %zu of %zu boxes\n", name.c_str(),
                static_cast<long long>(wall.elapsed()), cpuMs() - baseCpu,
                graph.picture()->layout->visible().boxes().size(),
                graph.model()->diagram->items().size());
    wait([&] { return !graph.isLoading(); });
    std::printf(
        "    longest event of the GUI thread %.1f ms, peak memory +%.0f MB, in use +%.0f MB",
        app.worstMilliseconds(), peakMb() - baseMb, usedMb() - baseUsed);
    app.watch();
    const double openCpu = cpuMs();
    wall.restart();
    const auto before = graph.picture();
    graph.openAll();
    wait([&] { return graph.picture() != before; });
    view.repaint();
    std::printf("\n    all open: first frame %lld ms wall, %.0f ms CPU; ",
                static_cast<long long>(wall.elapsed()), cpuMs() - openCpu);
    wait([&] { return !graph.isLayingOut(); });
    std::printf("refined after %lld ms; peak memory +%.0f MB, in use +%.0f MB\n",
                static_cast<long long>(wall.elapsed()), peakMb() - baseMb, usedMb() - baseUsed);
    std::printf("    longest event %.1f ms\n", app.worstMilliseconds());
    print("pan, all details", pan(view, 1));
    print("pan, titles (0.4)", pan(view, 0.4));
    print("pan, shapes (0.28)", pan(view, 0.28));
    print("pan, pixels (0.1)", pan(view, 0.1));
    view.fitAll();
    print("pan, whole graph", pan(view, view.camera().scale));
    print("zoom from whole to 1.5", zoom(view));
    std::fflush(stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    useOneHeap(); // as the workbench does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const auto folder = TemporaryDirectory::create("metainfer-bench");
    if (!folder)
        return std::fprintf(stderr, "%s\n", folder.error().text().c_str()), 1;
    bool good = true;
    const auto child = [&](const std::function<int()>& work) {
        std::fflush(stdout);
        const pid_t pid = ::fork();
        if (pid == 0)
            std::_Exit(work());
        int status = 0;
        ::waitpid(pid, &status, 0);
        return good &= status == 0;
    };
    std::vector<int> sizes{1'000, 10'000, 30'000, 100'000};
    if (argc > 1)
        sizes = {std::atoi(argv[1])};
    for (const int nodes : sizes)
        for (const bool globals : {false, true}) {
            const std::string name =
                std::to_string(nodes) + (globals ? " nodes, global tensors" : " nodes");
            const fs::path path = folder->path() / "graph.onnx";
            if (child(
                    [&] { return exportOnnx(Transformer(nodes, globals).build(), path) ? 0 : 1; }))
                child([&] { return measure(path, name, argc, argv); });
        }
    return good ? 0 : 1;
}
