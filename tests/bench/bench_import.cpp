// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Import and export: time and memory for graphs of 1 000, 10 000 and 100 000 nodes and for a model
// with 3 GB of external data. Each import runs in a process of its own, so that the peak is its
// own.
#include "base/file.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <numeric>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::ir;
namespace fs = std::filesystem;

namespace {

struct Figures {
    double importMs = 0, importCpuMs = 0, verifyMs = 0, cloneMs = 0, hashMs = 0, exportMs = 0;
    double peakMb = 0, baseMb = 0;
};

double peakMb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

template <typename Work>
double milliseconds(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

ValueType floats(std::vector<std::int64_t> dims) {
    Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(Dim::known(dim));
    return ValueType::ofTensor(ElementType::Float, shape);
}

/// A chain of MatMul, Add, Relu with a residual Add every fourth node; names as exporters make
/// them.
Model chainModel(int nodes) {
    Model model;
    model.setOpset("", 17);
    Graph& graph = *model.graph;
    graph.name = "chain";
    const ValueId input = graph.addInput("input", floats({1, 16}));
    ValueId current = input, residual = input;
    static const char* kTypes[] = {"MatMul", "Add", "Relu", "Add"};
    std::vector<float> weights(16 * 16);
    std::iota(weights.begin(), weights.end(), 0.f);
    const TensorData matrix = TensorData::fromFloats({16, 16}, weights);
    const TensorData bias = TensorData::fromFloats({16}, std::span(weights).first(16));
    for (int i = 0; i < nodes; ++i) {
        const int kind = i % 4;
        const std::string name = "/layers." + std::to_string(i / 4) + "/" + kTypes[kind];
        Node node;
        node.opType = kTypes[kind];
        node.name = name;
        node.inputs = {current};
        if (kind == 0)
            node.inputs.push_back(graph.addConstant(name + ".weight", matrix));
        if (kind == 1)
            node.inputs.push_back(graph.addConstant(name + ".bias", bias));
        if (kind == 3)
            node.inputs.push_back(std::exchange(residual, current));
        current = graph.addValue(name + "_output_0", floats({1, 16}));
        node.outputs = {current};
        graph.addNode(std::move(node));
    }
    graph.setOutputs({current});
    return model;
}

/// One MatMul weight of 3 GB in a sparse file beside the model.
Result<fs::path> hugeModel(const fs::path& folder) {
    const std::int64_t columns = 16384, rows = (std::int64_t{3} << 30) / 4 / columns;
    const fs::path data = folder / "huge.onnx.data";
    MI_CHECK(writeFileAtomically(data, ""));
    std::error_code problem;
    fs::resize_file(data, static_cast<std::uint64_t>(rows * columns * 4), problem);
    if (problem)
        return fail(errnoError("cannot make " + data.string(), problem.value()));
    MI_ASSIGN(auto file, RandomAccessFile::open(data));
    Model model;
    model.setOpset("", 17);
    Graph& graph = *model.graph;
    const ValueId x = graph.addInput("x", floats({1, rows}));
    TensorData weight =
        TensorData::fromFile(ElementType::Float, {rows, columns}, {file, 0, file->size()});
    weight.externalData = {{"location", data.filename().string()}};
    const ValueId w = graph.addConstant("w", std::move(weight));
    const ValueId y = graph.addValue("y", floats({1, columns}));
    Node node;
    node.opType = "MatMul";
    node.inputs = {x, w};
    node.outputs = {y};
    graph.addNode(std::move(node));
    graph.setOutputs({y});
    ExportOptions options;
    options.keepExternal = true;
    const fs::path path = folder / "huge.onnx";
    MI_CHECK(exportOnnx(model, path, options));
    return path;
}

/// 256 MB of weights in the file itself.
Model wideModel() {
    Model model;
    model.setOpset("", 17);
    Graph& graph = *model.graph;
    ValueId current = graph.addInput("x", floats({1, 2048}));
    const std::vector<float> weights(2048 * 2048, .5f);
    const TensorData matrix = TensorData::fromFloats({2048, 2048}, weights);
    for (int i = 0; i < 16; ++i) {
        Node node;
        node.opType = "MatMul";
        node.inputs = {current, graph.addConstant("w" + std::to_string(i), matrix)};
        current = graph.addValue("h" + std::to_string(i), floats({1, 2048}));
        node.outputs = {current};
        graph.addNode(std::move(node));
    }
    graph.setOutputs({current});
    return model;
}

Figures measure(const fs::path& path, bool whole) {
    Figures figures;
    figures.baseMb = peakMb();
    auto model = importOnnx(path);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().text().c_str());
        std::_Exit(1);
    }
    figures.peakMb = peakMb();
    *model = Model{}; // its destruction is no part of the second import
    const std::clock_t cpu = std::clock();
    figures.importMs = milliseconds([&] { model = importOnnx(path); });
    figures.importCpuMs = 1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
    figures.verifyMs = milliseconds([&] { (void)verify(*model); });
    figures.cloneMs = milliseconds([&] { (void)model->clone(); });
    if (!whole)
        return figures;
    figures.hashMs = milliseconds([&] { (void)model->structuralHash(); });
    const fs::path copy = path.parent_path() / "copy.onnx";
    figures.exportMs = milliseconds([&] { (void)exportOnnx(*model, copy); });
    return figures;
}

/// Runs `measure` in a child, so that its peak memory is not that of what came before.
bool measured(const fs::path& path, bool whole, Figures& figures) {
    int ends[2];
    if (::pipe(ends) != 0)
        return false;
    const pid_t child = ::fork();
    if (child == 0) {
        const Figures made = measure(path, whole);
        const bool written = ::write(ends[1], &made, sizeof(made)) == sizeof(made);
        std::_Exit(written ? 0 : 1);
    }
    ::close(ends[1]);
    const bool read = ::read(ends[0], &figures, sizeof(figures)) == sizeof(figures);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return read && status == 0;
}

bool report(const char* name, const fs::path& path, std::size_t nodes, bool whole) {
    Figures figures;
    if (!measured(path, whole, figures))
        return false;
    const double megabytes = static_cast<double>(fs::file_size(path)) / 1e6;
    std::printf("%-22s %8zu nodes %8.1f MB  import %8.1f ms (CPU %8.1f)  peak %+7.1f MB  "
                "verify %7.1f ms  clone %7.1f ms",
                name, nodes, megabytes, figures.importMs, figures.importCpuMs,
                figures.peakMb - figures.baseMb, figures.verifyMs, figures.cloneMs);
    if (nodes > 100)
        std::printf("  %5.2f CPU us/node  %5.2f KB/node", figures.importCpuMs * 1e3 / double(nodes),
                    (figures.peakMb - figures.baseMb) * 1024 / double(nodes));
    if (whole)
        std::printf("  hash %7.1f ms  export %7.1f ms (%.0f MB/s)", figures.hashMs,
                    figures.exportMs, megabytes * 1e3 / figures.exportMs);
    std::printf("\n");
    return true;
}

} // namespace

int main() {
    const auto folder = TemporaryDirectory::create("metainfer-bench");
    if (!folder)
        return std::fprintf(stderr, "%s\n", folder.error().text().c_str()), 1;
    bool good = true;
    const auto written = [&](const Model& model, const fs::path& path) {
        const Status status = exportOnnx(model, path);
        if (!status)
            std::fprintf(stderr, "%s\n", status.error().text().c_str());
        return good &= status.has_value();
    };
    // The children are forked before this process grows: files are made by children as well.
    const auto made = [&](const std::function<bool()>& make) {
        const pid_t child = ::fork();
        if (child == 0)
            std::_Exit(make() ? 0 : 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        return good &= status == 0;
    };
    for (const int nodes : {1'000, 10'000, 100'000}) {
        const fs::path path = folder->path() / ("chain" + std::to_string(nodes) + ".onnx");
        if (made([&] { return written(chainModel(nodes), path); }))
            good &= report("chain", path, static_cast<std::size_t>(nodes), true);
    }
    const fs::path wide = folder->path() / "wide.onnx";
    if (made([&] { return written(wideModel(), wide); }))
        good &= report("268 MB inline weights", wide, 16, true);
    const fs::path huge = folder->path() / "huge.onnx";
    if (made([&] { return hugeModel(folder->path()).has_value(); }))
        good &= report("3 GB external data", huge, 1, false);
    return good ? 0 : 1;
}
