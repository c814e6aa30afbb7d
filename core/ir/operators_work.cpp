// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Work and traffic of one node: arithmetic from the operator's definition, bytes from the types.
//
// Conventions: a multiply-accumulate counts as two operations; every input and output is read or
// written once (what a cache saves or a poor kernel repeats is the predictor's business); unpacking
// of packed weights and address arithmetic are not counted; a control operator counts nothing, its
// subgraphs are walked by the caller.
#include "ir/operators.h"

#include "ir/operators_table.h"

#include <cmath>
#include <map>
#include <numeric>

namespace metainfer::ir {
namespace {

using Dims = std::vector<std::int64_t>;

double product(const Dims& dims, std::size_t from = 0) {
    double count = 1;
    for (std::size_t i = from; i < dims.size(); ++i)
        count *= static_cast<double>(dims[i]);
    return count;
}

/// Static dimensions of an input or output by position; nullopt when absent or not static.
class Shapes {
  public:
    Shapes(const Graph& graph, const Node& node)
        : m_graph(graph)
        , m_node(node) {}

    bool hasInput(std::size_t i) const {
        return i < m_node.inputs.size() && m_node.inputs[i].isValid();
    }
    std::optional<Dims> input(std::size_t i) const {
        if (!hasInput(i))
            return std::nullopt;
        return m_graph.tensorType(m_node.inputs[i]).dims();
    }
    std::optional<Dims> output(std::size_t i = 0) const {
        if (i >= m_node.outputs.size() || !m_node.outputs[i].isValid())
            return std::nullopt;
        return m_graph.tensorType(m_node.outputs[i]).dims();
    }

  private:
    const Graph& m_graph;
    const Node& m_node;
};

struct Arithmetic {
    double flops = 0;
    double macs = 0;
};
using MaybeArithmetic = std::optional<Arithmetic>;

Arithmetic fromMacs(double macs, double extra = 0) {
    return {2 * macs + extra, macs};
}

bool isQuantizedLinear(const Node& node) {
    return node.opType.starts_with("QLinear");
}

/// y[n, m, …] sums over C/group and the kernel; the weight is [M, C/group, k…].
MaybeArithmetic convWork(const Shapes& shapes, const Node& node, double perOutput) {
    const std::size_t weightInput = isQuantizedLinear(node) ? 3 : 1;
    const std::size_t biasInput = isQuantizedLinear(node) ? 8 : 2;
    const auto weight = shapes.input(weightInput);
    const auto out = shapes.output();
    if (!weight || !out || weight->size() < 3)
        return std::nullopt;
    const double outputs = product(*out);
    const bool hasBias = node.opType == "DeformConv"    ? shapes.hasInput(3)
                         : node.opType == "ConvInteger" ? false
                                                        : shapes.hasInput(biasInput);
    return fromMacs(outputs * product(*weight, 1), outputs * (perOutput + (hasBias ? 1 : 0)));
}

/// Every input element meets M/group x kernel weights; the weight is [C, M/group, k…].
MaybeArithmetic convTransposeWork(const Shapes& shapes) {
    const auto in = shapes.input(0);
    const auto weight = shapes.input(1);
    const auto out = shapes.output();
    if (!in || !weight || !out || weight->size() < 3)
        return std::nullopt;
    return fromMacs(product(*in) * product(*weight, 1), shapes.hasInput(2) ? product(*out) : 0);
}

MaybeArithmetic matMulWork(const Shapes& shapes, const Node& node, double perOutput) {
    const auto a = shapes.input(0);
    const auto out = shapes.output();
    if (!a || !out || a->empty())
        return std::nullopt;
    const bool transposed = node.intAttribute("transA", 0) != 0 && a->size() > 1;
    const double depth =
        static_cast<double>(transposed ? (*a)[a->size() - 2] : (*a)[a->size() - 1]);
    return fromMacs(product(*out) * depth, product(*out) * perOutput);
}

MaybeArithmetic gemmWork(const Shapes& shapes, const Node& node, double perOutput) {
    const auto a = shapes.input(0);
    const auto out = shapes.output();
    if (!a || !out || a->size() != 2)
        return std::nullopt;
    const double depth = static_cast<double>((*a)[node.intAttribute("transA", 0) != 0 ? 0 : 1]);
    const std::size_t biasInput = node.opType == "QGemm" ? 6 : 2;
    return fromMacs(product(*out) * depth,
                    product(*out) * (perOutput + (shapes.hasInput(biasInput) ? 1 : 0)));
}

MaybeArithmetic matMulNBitsWork(const Shapes& shapes, const Node& node) {
    const auto out = shapes.output();
    const auto depth = node.intAttribute("K", 0);
    if (!out || depth <= 0)
        return std::nullopt;
    return fromMacs(product(*out) * static_cast<double>(depth),
                    shapes.hasInput(5) ? product(*out) : 0);
}

/// One multiply-accumulate per point of the index space and operand after the first. A contraction
/// of three operands in one loop nest is what the definition says, not what a planner would do.
MaybeArithmetic einsumWork(const Shapes& shapes, const Node& node) {
    const std::string equation = node.stringAttribute("equation", "");
    std::map<std::string, double> extent;
    std::size_t operand = 0;
    auto dims = shapes.input(0);
    std::size_t axis = 0;
    for (std::size_t i = 0; i < equation.size(); ++i) {
        const char c = equation[i];
        if (c == '-')
            break;
        if (c == ',') {
            dims = shapes.input(++operand);
            axis = 0;
        } else if (c == '.') {
            if (!dims)
                return std::nullopt;
            i += 2;
            std::size_t after = 0;
            for (std::size_t j = i + 1;
                 j < equation.size() && equation[j] != ',' && equation[j] != '-'; ++j)
                after += equation[j] != ' ';
            for (std::size_t k = 0; axis + after < dims->size(); ++k, ++axis) {
                double& known = extent["." + std::to_string(dims->size() - after - axis)];
                known = std::max(known, static_cast<double>((*dims)[axis]));
            }
        } else if (c != ' ') {
            if (!dims || axis >= dims->size())
                return std::nullopt;
            double& known = extent[std::string(1, c)];
            known = std::max(known, static_cast<double>((*dims)[axis++]));
        }
    }
    double points = 1;
    for (const auto& [label, size] : extent)
        points *= size;
    if (operand == 0)
        return Arithmetic{points, 0};
    return fromMacs(points * static_cast<double>(operand));
}

/// softmax(Q K^T) V: `queries` x `keys` scores for every head; 5 operations of softmax per score.
Arithmetic scores(double batch, double heads, double queries, double keys, double headSize,
                  double valueSize) {
    const double points = batch * heads * queries * keys;
    return fromMacs(points * (headSize + valueSize), 5 * points);
}

MaybeArithmetic fusedProjectionAttention(const Shapes& shapes, const Node& node) {
    const auto in = shapes.input(0);
    const auto weight = shapes.input(1);
    const auto heads = node.intAttribute("num_heads", 0);
    if (!in || !weight || in->size() != 3 || weight->size() != 2 || heads <= 0)
        return std::nullopt;
    const double batch = static_cast<double>((*in)[0]);
    const double length = static_cast<double>((*in)[1]);
    const double width = static_cast<double>((*weight)[1]) / 3;
    Arithmetic work =
        scores(batch, static_cast<double>(heads), length, length,
               width / static_cast<double>(heads), width / static_cast<double>(heads));
    const double projection = batch * length * product(*weight);
    work.macs += projection;
    work.flops += 2 * projection + (shapes.hasInput(2) ? batch * length * 3 * width : 0);
    return work;
}

MaybeArithmetic attentionWork(const Shapes& shapes, const Node& node) {
    if (node.domain == "com.microsoft" &&
        (node.opType == "Attention" || node.opType == "QAttention"))
        return fusedProjectionAttention(shapes, node);
    const auto q = shapes.input(0);
    const auto k = shapes.input(1);
    const auto v = shapes.input(2);
    if (!q || !k || !v || q->size() != k->size() || q->size() != v->size())
        return std::nullopt;
    if (q->size() == 4) {
        const auto past = shapes.input(4);
        const double keys =
            static_cast<double>((*k)[2] + (past && past->size() == 4 ? (*past)[2] : 0));
        return scores(static_cast<double>((*q)[0]), static_cast<double>((*q)[1]),
                      static_cast<double>((*q)[2]), keys, static_cast<double>((*q)[3]),
                      static_cast<double>((*v)[3]));
    }
    if (q->size() != 3)
        return std::nullopt;
    const bool grouped = node.opType == "GroupQueryAttention";
    const auto past = shapes.input(grouped ? 3 : node.domain.empty() ? 4 : 6);
    const double keys = static_cast<double>((*k)[1] + (past && past->size() == 4 ? (*past)[2] : 0));
    const auto heads = std::max<std::int64_t>(
        1, node.intAttribute("q_num_heads", node.intAttribute("num_heads", 1)));
    const auto valueHeads = std::max<std::int64_t>(
        1, node.intAttribute("kv_num_heads", node.domain.empty() ? heads : heads));
    return scores(static_cast<double>((*q)[0]), static_cast<double>(heads),
                  static_cast<double>((*q)[1]), keys,
                  static_cast<double>((*q)[2]) / static_cast<double>(heads),
                  static_cast<double>((*v)[2]) / static_cast<double>(valueHeads));
}

/// Per step and unit: `gates` rows of W and R, and `pointwise` operations (activations and the
/// state update: LSTM 5 + 4, GRU 3 + 5, RNN 1), plus the bias of W and R of every gate.
MaybeArithmetic recurrentWork(const Shapes& shapes, const Node& node, double gates,
                              double pointwise) {
    const auto x = shapes.input(0);
    const auto w = shapes.input(1);
    if (!x || !w || x->size() != 3 || w->size() != 3)
        return std::nullopt;
    const auto hidden = static_cast<double>(node.intAttribute("hidden_size", 0));
    if (hidden <= 0)
        return std::nullopt;
    const double width = static_cast<double>((*x)[2]);
    const double directions =
        node.stringAttribute("direction", "forward") == "bidirectional" ? 2 : 1;
    const double steps = static_cast<double>((*x)[0]) * static_cast<double>((*x)[1]) * directions;
    const double bias = shapes.hasInput(3) ? 2 * gates : 0;
    return fromMacs(steps * gates * hidden * (width + hidden), steps * hidden * (pointwise + bias));
}

/// One operation per element of a window, `perOutput` more per result.
MaybeArithmetic poolWork(const Shapes& shapes, const Node& node, double perOutput) {
    const auto out = shapes.output();
    if (!out)
        return std::nullopt;
    const Dims kernel = node.intsAttribute("kernel_shape");
    return Arithmetic{product(*out) * (product(kernel) + perOutput), 0};
}

MaybeArithmetic reduceWork(const Shapes& shapes, const Node& node, double perInput) {
    const auto in = shapes.input(0);
    const auto out = shapes.output();
    if (!in || !out)
        return std::nullopt;
    static constexpr std::string_view kFinish[] = {"ReduceMean", "ReduceL2", "ReduceLogSum",
                                                   "ReduceLogSumExp"};
    const bool finish =
        std::find(std::begin(kFinish), std::end(kFinish), node.opType) != std::end(kFinish);
    return Arithmetic{product(*in) * perInput + (finish ? product(*out) : 0), 0};
}

/// Nearest copies; linear weighs 2 and cubic 4 neighbours in each axis that changes size.
MaybeArithmetic resizeWork(const Shapes& shapes, const Node& node) {
    const auto in = shapes.input(0);
    const auto out = shapes.output();
    if (!in || !out || in->size() != out->size())
        return std::nullopt;
    const std::string mode = node.stringAttribute("mode", "nearest");
    if (mode == "nearest")
        return Arithmetic{};
    double taps = 1;
    for (std::size_t i = 0; i < in->size(); ++i)
        if ((*in)[i] != (*out)[i])
            taps *= mode == "cubic" ? 4 : 2;
    return Arithmetic{product(*out) * 2 * taps, 0};
}

/// 5 n log2 n of the fast transform, for every other position.
MaybeArithmetic dftWork(const Shapes& shapes, const Node& node) {
    const auto in = shapes.input(0);
    const auto out = shapes.output();
    if (!in || !out || in->size() < 2)
        return std::nullopt;
    const auto rank = static_cast<std::int64_t>(in->size());
    std::int64_t axis = node.intAttribute("axis", 1);
    axis = axis < 0 ? axis + rank : axis;
    if (axis < 0 || axis >= rank || (*in)[static_cast<std::size_t>(axis)] < 1)
        return std::nullopt;
    const double n = static_cast<double>((*in)[static_cast<std::size_t>(axis)]);
    const double others = product(*in) / n / static_cast<double>(in->back());
    return Arithmetic{others * 5 * n * std::log2(n), 0};
}

MaybeArithmetic samplingWork(const Shapes& shapes, const Node& node, double weight) {
    const auto out = shapes.output();
    if (!out)
        return std::nullopt;
    double points = 1;
    if (node.opType == "RoiAlign") {
        const double ratio = static_cast<double>(node.intAttribute("sampling_ratio", 0));
        points = ratio > 0 ? ratio * ratio : 4; // 0 = adaptive; 2 x 2 is what it usually comes to
    }
    return Arithmetic{product(*out) * weight * points, 0};
}

MaybeArithmetic arithmetic(const Shapes& shapes, const Node& node, const OperatorFacts& facts) {
    const double weight = facts.weight;
    const auto in = shapes.input(0);
    const auto out = shapes.output();
    switch (facts.kind) {
    case WorkKind::View:
    case WorkKind::Move:
    case WorkKind::Pick:
    case WorkKind::Metadata:
    case WorkKind::Control:
        return Arithmetic{};
    case WorkKind::PerOutput:
        return out ? MaybeArithmetic(Arithmetic{weight * product(*out), 0}) : std::nullopt;
    case WorkKind::PerInput:
        return in ? MaybeArithmetic(Arithmetic{weight * product(*in), 0}) : std::nullopt;
    case WorkKind::Variadic: {
        if (!out)
            return std::nullopt;
        const double operands = static_cast<double>(node.inputs.size()) - 1;
        return Arithmetic{product(*out) * (operands + (node.opType == "Mean" ? 1 : 0)), 0};
    }
    case WorkKind::Conv:
        return convWork(shapes, node, weight);
    case WorkKind::ConvTranspose:
        return convTransposeWork(shapes);
    case WorkKind::MatMul:
        return matMulWork(shapes, node, weight);
    case WorkKind::Gemm:
        return gemmWork(shapes, node, weight);
    case WorkKind::MatMulNBits:
        return matMulNBitsWork(shapes, node);
    case WorkKind::Einsum:
        return einsumWork(shapes, node);
    case WorkKind::Attention:
        return attentionWork(shapes, node);
    case WorkKind::Lstm:
        return recurrentWork(shapes, node, 4, 9);
    case WorkKind::Gru:
        return recurrentWork(shapes, node, 3, 8);
    case WorkKind::Rnn:
        return recurrentWork(shapes, node, 1, 1);
    case WorkKind::Pool:
        return poolWork(shapes, node, weight);
    case WorkKind::GlobalPool:
        if (!in || !out)
            return std::nullopt;
        return Arithmetic{product(*in) + weight * product(*out), 0};
    case WorkKind::Reduce:
        return reduceWork(shapes, node, weight);
    case WorkKind::Resize:
        return resizeWork(shapes, node);
    case WorkKind::Lrn:
        // Square and sum over the window, then scale, add, power, divide.
        if (!in)
            return std::nullopt;
        return Arithmetic{
            product(*in) * (2 * static_cast<double>(node.intAttribute("size", 1)) + 4), 0};
    case WorkKind::Sampling:
        return samplingWork(shapes, node, weight);
    case WorkKind::Dft:
        return dftWork(shapes, node);
    case WorkKind::Unknown:
        return std::nullopt;
    }
    return std::nullopt;
}

/// Bytes of a tensor; nullopt when its type is not static. Strings and unknown types have no size.
std::optional<double> bytesOf(const TensorType& type) {
    const auto count = type.elementCount();
    if (!count || elementBits(type.element) == 0)
        return std::nullopt;
    return static_cast<double>(packedBytes(type.element, static_cast<std::uint64_t>(*count)));
}

bool isConstantValue(const Graph& graph, ValueId value) {
    const Graph* at = &graph;
    while (at->value(value).captured.isValid() && at->parent()) {
        value = at->value(value).captured;
        at = at->parent();
    }
    if (at->value(value).isConstant())
        return true;
    const Node* producer = at->producer(value);
    return producer && producer->is("Constant");
}

bool addTraffic(const Graph& graph, const Node& node, const OperatorFacts& facts,
                OperatorWork& work) {
    if (facts.kind == WorkKind::View || facts.kind == WorkKind::Control)
        return true;
    for (const ValueId value : node.outputs) {
        if (!value.isValid())
            continue;
        const auto bytes = bytesOf(graph.tensorType(value));
        if (!bytes)
            return false;
        work.outputBytes += *bytes;
    }
    if (facts.kind == WorkKind::Metadata)
        return true;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId value = node.inputs[i];
        if (!value.isValid())
            continue;
        auto bytes = bytesOf(graph.tensorType(value));
        if (!bytes)
            return false;
        if (facts.kind == WorkKind::Pick && i == 0)
            bytes = std::min(*bytes, work.outputBytes);
        (isConstantValue(graph, value) ? work.weightBytes : work.inputBytes) += *bytes;
    }
    return true;
}

} // namespace

std::optional<OperatorWork> operatorWork(const Graph& graph, const Node& node) {
    const OperatorFacts* facts = operatorFacts(node.opType, node.domain);
    if (!facts)
        return std::nullopt;
    const auto count = arithmetic(Shapes(graph, node), node, *facts);
    if (!count)
        return std::nullopt;
    OperatorWork work;
    work.flops = count->flops;
    work.macs = count->macs;
    if (!addTraffic(graph, node, *facts, work))
        return std::nullopt;
    return work;
}

} // namespace metainfer::ir
