// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Drawing: CPU time from a model in memory to pictures of it, for transformers with three tensors
// that every layer reads, folded as they open and wholly unfolded.
#include "drawing/writers.h"
#include "picture_quality.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <sys/resource.h>

using namespace metainfer;
using namespace metainfer::drawing;

namespace {

double cpuMs() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <typename Work>
double milliseconds(const Work& work) {
    const double begin = cpuMs();
    work();
    return cpuMs() - begin;
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

/// Decomposed attention and feed-forward, 26 nodes a layer.
class Transformer {
  public:
    explicit Transformer(int nodes) {
        m_model.setOpset("", 17);
        ir::ValueId x = graph().addInput("embedded", type());
        const ir::ValueId mask = graph().addInput("mask", type());
        const ir::ValueId cosine = op("Cos", "/rotary/Cos", {graph().addInput("position", type())});
        const ir::ValueId sine = op("Sin", "/rotary/Sin", {cosine});
        for (int i = 0; m_count < nodes; ++i)
            x = layer("/model/layers." + std::to_string(i), x, mask, cosine, sine);
        graph().setOutputs({x});
    }
    const ir::Model& model() const { return m_model; }

  private:
    ir::Graph& graph() { return *m_model.graph; }
    static ir::ValueType type() {
        return ir::ValueType::ofTensor(
            ElementType::Float,
            ir::Shape{ir::Dim::symbolic("batch"), ir::Dim::symbolic("seq"), ir::Dim::known(8)});
    }
    ir::ValueId op(const char* opType, const std::string& name, std::vector<ir::ValueId> inputs) {
        ir::Node node;
        node.opType = opType;
        node.name = name;
        node.inputs = std::move(inputs);
        const ir::ValueId out = graph().addValue(name + "_output_0", type());
        node.outputs = {out};
        graph().addNode(std::move(node));
        ++m_count;
        return out;
    }
    ir::ValueId linear(const std::string& scope, ir::ValueId x) {
        const ir::ValueId weight =
            graph().addConstant(scope + ".weight", ir::TensorData::fromFloats({8, 8}, m_zeros));
        return op("Add", scope + "/Add", {op("MatMul", scope + "/MatMul", {x, weight}), bias()});
    }
    ir::ValueId bias() {
        return graph().addConstant("bias" + std::to_string(m_count),
                                   ir::TensorData::fromFloats({8}, std::span(m_zeros).first(8)));
    }
    ir::ValueId layer(const std::string& scope, ir::ValueId x, ir::ValueId mask, ir::ValueId cosine,
                      ir::ValueId sine) {
        const std::string attention = scope + "/attn";
        const ir::ValueId normal =
            op("LayerNormalization", scope + "/norm1/LayerNormalization", {x});
        ir::ValueId q = linear(attention + "/q_proj", normal);
        ir::ValueId k = linear(attention + "/k_proj", normal);
        const ir::ValueId v = linear(attention + "/v_proj", normal);
        q = op("Mul", attention + "/Mul_q", {q, cosine});
        k = op("Transpose", attention + "/Transpose", {op("Mul", attention + "/Mul_k", {k, sine})});
        ir::ValueId s = op("MatMul", attention + "/MatMul_qk", {q, k});
        s = op("Softmax", attention + "/Softmax", {op("Add", attention + "/Add_mask", {s, mask})});
        s = linear(attention + "/o_proj", op("MatMul", attention + "/MatMul_av", {s, v}));
        x = op("Add", scope + "/Add", {x, s});
        ir::ValueId y = op("LayerNormalization", scope + "/norm2/LayerNormalization", {x});
        y = linear(scope + "/mlp/fc1", y);
        const ir::ValueId gate = op("Erf", scope + "/mlp/act/Erf", {y});
        y = op("Mul", scope + "/mlp/act/Mul", {y, gate});
        return op("Add", scope + "/Add_1", {x, linear(scope + "/mlp/fc2", y)});
    }

    ir::Model m_model;
    std::vector<float> m_zeros = std::vector<float>(64, 0.f);
    int m_count = 0;
};

struct Measured {
    std::size_t boxes = 0;
    double visibleMs = 0, firstMs = 0, refinedMs = 0, queryUs = 0, svgMs = 0, svgMb = 0;
    double layoutMb = 0;
    PictureQuality quality;
};

Measured measure(const std::shared_ptr<const Diagram>& diagram, const Folding& folding) {
    Measured m;
    std::shared_ptr<const VisibleGraph> visible;
    const double mbBefore = usedMb();
    m.visibleMs =
        milliseconds([&] { visible = std::make_shared<const VisibleGraph>(diagram, folding); });
    m.boxes = visible->boxes().size();
    std::shared_ptr<const Layout> last;
    const double begin = cpuMs();
    const auto result = layout(visible, ApproximateMeasure(), {}, {}, [&](auto found) {
        if (found->pass() == 0)
            m.firstMs = cpuMs() - begin;
        last = std::move(found);
    });
    m.refinedMs = cpuMs() - begin;
    m.layoutMb = usedMb() - mbBefore;
    m.quality = qualityOf(*last);
    // A screen of 1920 x 1080 at many places.
    constexpr int kQueries = 1000;
    std::vector<BoxId> boxes;
    std::vector<RouteId> routes;
    std::vector<FrameId> frames;
    m.queryUs = milliseconds([&] {
                    for (int i = 0; i < kQueries; ++i)
                        last->query({last->bounds().width / 2 - 960,
                                     last->bounds().height * i / kQueries, 1920, 1080},
                                    &boxes, &routes, &frames);
                }) *
                1e3 / kQueries;
    std::string svg;
    m.svgMs = milliseconds([&] { svg = svgDocument(*last); });
    m.svgMb = static_cast<double>(svg.size()) / 1e6;
    return m;
}

void print(int nodes, const char* what, double diagramMs, const Measured& m) {
    std::printf("%7d  %-9s %7zu %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %7.1f %7.0f %7.0f\n", nodes,
                what, m.boxes, diagramMs, m.visibleMs, m.firstMs, m.refinedMs, m.queryUs, m.svgMs,
                m.svgMb, m.layoutMb, peakMb());
    std::printf("         picture: %zu crossings, %zu bends, %.1f px sideways, %.0f x %.0f px\n",
                m.quality.crossings, m.quality.bends, m.quality.sideways, m.quality.width,
                m.quality.height);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<int> sizes{1000, 10000, 30000, 100000};
    if (argc > 1)
        sizes = {std::atoi(argv[1])};
    std::printf("CPU time in ms (query: us for one 1920 x 1080 view)\n");
    std::printf("%7s  %-9s %7s %9s %9s %9s %9s %9s %9s %7s %7s %7s\n", "nodes", "folding", "boxes",
                "diagram", "visible", "first", "refined", "query us", "svg", "svg MB", "mem MB",
                "peak MB");
    for (const int nodes : sizes) {
        const Transformer transformer(nodes);
        std::shared_ptr<const Diagram> diagram;
        const double diagramMs =
            milliseconds([&] { diagram = *Diagram::build(transformer.model()); });
        print(nodes, "first", diagramMs, measure(diagram, Folding::automatic(*diagram)));
        print(nodes, "all open", diagramMs, measure(diagram, Folding::allOpen(*diagram)));
        std::string html;
        const double htmlMs = milliseconds([&] { html = *htmlDocument(diagram); });
        std::printf("%7d  html: %.1f ms, %.1f MB\n", nodes, htmlMs,
                    static_cast<double>(html.size()) / 1e6);
    }
    return 0;
}
