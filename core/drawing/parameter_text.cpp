// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes and constants in words.
#include "drawing/content.h"
#include "drawing/diagram_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::drawing {
namespace {

struct Roles {
    std::string_view opType;
    std::vector<std::string_view> names; ///< by input
};

// Names of the inputs in the ONNX operator specification, of operators that usually have constants.
const std::vector<Roles>& roleTable() {
    static const std::vector<Roles> kTable{
        {"BatchNormalization", {"", "scale", "B", "mean", "var"}},
        {"Clip", {"", "min", "max"}},
        {"Conv", {"", "W", "B"}},
        {"ConvInteger", {"", "W", "x_zero_point", "w_zero_point"}},
        {"ConvTranspose", {"", "W", "B"}},
        {"DequantizeLinear", {"x", "scale", "zero_point"}},
        {"Expand", {"", "shape"}},
        {"GRU", {"", "W", "R", "B", "sequence_lens", "initial_h"}},
        {"Gather", {"data", "indices"}},
        {"GatherElements", {"data", "indices"}},
        {"GatherND", {"data", "indices"}},
        {"Gemm", {"A", "B", "C"}},
        {"GroupNormalization", {"", "scale", "bias"}},
        {"InstanceNormalization", {"", "scale", "B"}},
        {"LSTM", {"", "W", "R", "B", "sequence_lens", "initial_h", "initial_c", "P"}},
        {"LayerNormalization", {"", "scale", "B"}},
        {"MatMulNBits", {"", "B", "scales", "zero_points", "g_idx", "bias"}},
        {"OneHot", {"", "depth", "values"}},
        {"PRelu", {"", "slope"}},
        {"Pad", {"", "pads", "value", "axes"}},
        {"QLinearConv",
         {"x", "x_scale", "x_zero_point", "W", "w_scale", "w_zero_point", "y_scale", "y_zero_point",
          "B"}},
        {"QLinearMatMul",
         {"a", "a_scale", "a_zero_point", "b", "b_scale", "b_zero_point", "y_scale",
          "y_zero_point"}},
        {"QuantizeLinear", {"x", "scale", "zero_point"}},
        {"RNN", {"", "W", "R", "B", "sequence_lens", "initial_h"}},
        {"Range", {"start", "limit", "delta"}},
        {"ReduceMax", {"", "axes"}},
        {"ReduceMean", {"", "axes"}},
        {"ReduceMin", {"", "axes"}},
        {"ReduceSum", {"", "axes"}},
        {"Reshape", {"", "shape"}},
        {"Resize", {"", "roi", "scales", "sizes"}},
        {"ScatterElements", {"data", "indices", "updates"}},
        {"ScatterND", {"data", "indices", "updates"}},
        {"Slice", {"", "starts", "ends", "axes", "steps"}},
        {"Split", {"", "split"}},
        {"Squeeze", {"", "axes"}},
        {"Tile", {"", "repeats"}},
        {"TopK", {"", "k"}},
        {"Unsqueeze", {"", "axes"}},
        {"Upsample", {"", "scales"}},
        {"Where", {"condition", "X", "Y"}},
    };
    return kTable;
}

constexpr std::size_t kMaxListed = 8;
constexpr std::size_t kMaxAttributeText = 60;
constexpr std::size_t kMaxSummary = 400;

template <typename Values>
std::string listText(const Values& values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size() && i < kMaxListed; ++i)
        text += fmt::format("{}{}", i ? "," : "", values[i]);
    if (values.size() > kMaxListed)
        text += fmt::format(",… {}", values.size());
    return text + "]";
}

std::string tensorText(const ir::TensorData& data) {
    const std::string content = contentText(data);
    return content.empty()
               ? fmt::format("{}{}", elementTypeName(data.type()), listText(data.dims()))
               : content;
}

std::string valueText(const ir::Attribute& attribute) {
    using Kind = ir::Attribute::Kind;
    if (attribute.isReference)
        return "@" + attribute.s;
    switch (attribute.kind) {
    case Kind::Float:
        return fmt::format("{}", attribute.f);
    case Kind::Int:
        return fmt::format("{}", attribute.i);
    case Kind::String:
        return attribute.s;
    case Kind::Floats:
        return listText(attribute.floats);
    case Kind::Ints:
        return listText(attribute.ints);
    case Kind::Strings:
        return listText(attribute.strings);
    case Kind::Tensor:
        return attribute.tensors.size() == 1 ? tensorText(attribute.tensors[0]) : std::string("…");
    default:
        return "…";
    }
}

/// Ends of slices are often the largest integer, which says "to the end".
std::string numberText(std::int64_t value) {
    constexpr std::int64_t kHuge = std::int64_t{1} << 62;
    return value >= kHuge ? "max" : value <= -kHuge ? "min" : fmt::format("{}", value);
}
std::string numberText(float value) {
    return fmt::format("{}", value);
}

template <typename T>
std::string numbersText(const std::vector<T>& values, bool isScalar) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i ? ", " : "") + numberText(values[i]);
    return isScalar ? text : "[" + text + "]";
}

} // namespace

std::string_view parameterRole(std::string_view opType, std::string_view, int input) {
    const auto& table = roleTable();
    const auto row =
        std::lower_bound(table.begin(), table.end(), opType,
                         [](const Roles& a, std::string_view b) { return a.opType < b; });
    if (row == table.end() || row->opType != opType ||
        static_cast<std::size_t>(input) >= row->names.size())
        return {};
    return row->names[static_cast<std::size_t>(input)];
}

std::string attributeSummary(const ir::Node& node) {
    std::string text;
    for (const ir::Attribute& attribute : node.attributes) {
        if (!attribute.graphs.empty())
            continue;
        if (text.size() > kMaxSummary)
            return text + " …";
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", elided(attribute.name, 40),
                            elided(valueText(attribute), kMaxAttributeText));
    }
    return text;
}

std::string contentText(const ir::TensorData& data) {
    const std::int64_t count = data.elementCount();
    if (count < 1 || count > static_cast<std::int64_t>(kMaxListed) || data.dims().size() > 1)
        return {};
    if (data.type() == ElementType::String || data.byteSize() > 64)
        return {};
    if (isInteger(data.type()) || data.type() == ElementType::Bool) {
        const auto values = data.toInt64s();
        return values ? numbersText(*values, data.dims().empty()) : std::string();
    }
    const auto values = data.toFloats();
    return values ? numbersText(*values, data.dims().empty()) : std::string();
}

} // namespace metainfer::drawing
