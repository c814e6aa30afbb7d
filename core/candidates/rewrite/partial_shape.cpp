// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Partial evaluation of shape computations.
#include "candidates/rewrite/partial_shape.h"

#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

using Maybe = std::optional<PartialInts>;
constexpr std::size_t kLongestShape = 64;

class Evaluator {
  public:
    Evaluator(const RewriteContext& context, const ir::Graph& graph)
        : m_context(context)
        , m_graph(graph) {}

    Maybe of(ir::ValueId value, int depth) const {
        // The budget keeps diamonds of arithmetic from being walked exponentially often.
        if (!value.isValid() || depth <= 0 || --m_budget < 0)
            return std::nullopt;
        const ElementType type = elementOf(m_graph, value);
        if (type != ElementType::Int64 && type != ElementType::Int32)
            return std::nullopt;
        if (isConstant(m_graph, value))
            return constant(value);
        const ir::Node* node = m_graph.producer(value);
        if (!node || !node->domain.empty() || node->inputs.empty())
            return std::nullopt;
        if (node->is("Shape"))
            return shape(*node);
        if (node->is("Size"))
            return size(*node);
        if (node->is("Identity") || node->is("Cast"))
            return cast(*node, depth);
        if (node->is("Gather"))
            return gather(*node, depth);
        if (node->is("Concat"))
            return concat(*node, depth);
        if (node->is("Unsqueeze") || node->is("Squeeze"))
            return squeeze(*node, depth);
        if (node->is("Slice"))
            return slice(*node, depth);
        if (node->is("Add") || node->is("Sub") || node->is("Mul") || node->is("Div"))
            return binary(*node, depth);
        return std::nullopt;
    }

  private:
    Maybe constant(ir::ValueId value) const {
        const auto data = constantOf(m_graph, value);
        if (!data || data->dims().size() > 1 ||
            data->elementCount() > static_cast<std::int64_t>(kLongestShape))
            return std::nullopt;
        const auto numbers = constantInts(m_graph, value);
        if (!numbers)
            return std::nullopt;
        PartialInts made{data->dims().empty(), {}};
        for (const std::int64_t n : *numbers)
            made.elements.push_back(ShapeElement::known(n));
        return made;
    }

    ShapeElement dimension(ir::ValueId tensor, std::size_t axis) const {
        const ir::Dim& dim = (*m_graph.tensorType(tensor).shape)[axis];
        if (dim.isKnown())
            return ShapeElement::known(dim.value);
        return {std::nullopt, tensor, static_cast<std::int64_t>(axis), dim.symbol};
    }

    Maybe shape(const ir::Node& node) const {
        const auto rank = rankOf(m_graph, node.inputs[0]);
        if (!rank || *rank > kLongestShape)
            return std::nullopt;
        const auto limit = static_cast<std::int64_t>(*rank);
        const auto clamp = [&](std::int64_t at) {
            return std::clamp<std::int64_t>(at < 0 ? at + limit : at, 0, limit);
        };
        PartialInts made;
        for (auto i = clamp(node.intAttribute("start", 0));
             i < clamp(node.intAttribute("end", limit)); ++i)
            made.elements.push_back(dimension(node.inputs[0], static_cast<std::size_t>(i)));
        return made;
    }

    Maybe size(const ir::Node& node) const {
        const auto count = m_graph.tensorType(node.inputs[0]).elementCount();
        if (!count)
            return std::nullopt;
        return PartialInts{true, {ShapeElement::known(*count)}};
    }

    Maybe cast(const ir::Node& node, int depth) const {
        if (elementOf(m_graph, node.inputs[0]) == ElementType::Int32 &&
            elementOf(m_graph, node.outputs[0]) == ElementType::Undefined)
            return std::nullopt;
        Maybe in = of(node.inputs[0], depth - 1);
        if (in && elementOf(m_graph, node.outputs[0]) == ElementType::Int32)
            for (const ShapeElement& e : in->elements)
                if (e.value && (*e.value > INT32_MAX || *e.value < INT32_MIN))
                    return std::nullopt;
        return in;
    }

    Maybe gather(const ir::Node& node, int depth) const {
        const Maybe data = of(node.inputs[0], depth - 1);
        const Maybe indices = node.inputs.size() > 1 ? of(node.inputs[1], depth - 1) : std::nullopt;
        if (!data || data->isScalar || !indices || !indices->isComplete())
            return std::nullopt;
        PartialInts made{indices->isScalar, {}};
        const auto count = static_cast<std::int64_t>(data->elements.size());
        for (const ShapeElement& e : indices->elements) {
            const std::int64_t at = *e.value < 0 ? *e.value + count : *e.value;
            if (at < 0 || at >= count)
                return std::nullopt;
            made.elements.push_back(data->elements[static_cast<std::size_t>(at)]);
        }
        return made;
    }

    Maybe concat(const ir::Node& node, int depth) const {
        PartialInts made;
        for (const ir::ValueId input : node.inputs) {
            const Maybe part = of(input, depth - 1);
            if (!part || part->isScalar)
                return std::nullopt;
            made.elements.insert(made.elements.end(), part->elements.begin(), part->elements.end());
        }
        return made.elements.size() <= kLongestShape ? Maybe(std::move(made)) : std::nullopt;
    }

    /// Between a scalar and a vector of one element; other ranks do not occur in shapes.
    Maybe squeeze(const ir::Node& node, int depth) const {
        Maybe in = of(node.inputs[0], depth - 1);
        const auto axes = attributeOrInput(m_graph, node, "axes", 1);
        const bool unsqueeze = node.is("Unsqueeze");
        if (!in || in->elements.size() != 1 || in->isScalar != unsqueeze)
            return std::nullopt;
        if (unsqueeze ? !axes || axes->size() != 1 : axes && axes->size() != 1)
            return std::nullopt;
        in->isScalar = !unsqueeze;
        return in;
    }

    Maybe slice(const ir::Node& node, int depth) const {
        const Maybe in = of(node.inputs[0], depth - 1);
        const auto starts = attributeOrInput(m_graph, node, "starts", 1);
        const auto ends = attributeOrInput(m_graph, node, "ends", 2);
        if (!in || in->isScalar || !starts || !ends || starts->size() != 1 || ends->size() != 1)
            return std::nullopt;
        const auto steps = hasInput(node, 4) ? constantInts(m_graph, node.inputs[4])
                                             : std::optional(std::vector<std::int64_t>{1});
        if (!steps || steps->size() != 1 || steps->front() != 1)
            return std::nullopt;
        const auto count = static_cast<std::int64_t>(in->elements.size());
        const auto clamp = [&](std::int64_t at) {
            return std::clamp<std::int64_t>(at < 0 ? at + count : at, 0, count);
        };
        PartialInts made;
        for (auto i = clamp(starts->front()); i < clamp(ends->front()); ++i)
            made.elements.push_back(in->elements[static_cast<std::size_t>(i)]);
        return made;
    }

    Maybe binary(const ir::Node& node, int depth) const {
        if (node.inputs.size() != 2 || m_context.model.opset() < 7)
            return std::nullopt;
        const Maybe a = of(node.inputs[0], depth - 1);
        const Maybe b = of(node.inputs[1], depth - 1);
        if (!a || !b || a->elements.empty() || b->elements.empty())
            return std::nullopt;
        const std::size_t count = std::max(a->elements.size(), b->elements.size());
        if ((a->elements.size() != count && a->elements.size() != 1) ||
            (b->elements.size() != count && b->elements.size() != 1))
            return std::nullopt;
        PartialInts made{a->isScalar && b->isScalar, {}};
        for (std::size_t i = 0; i < count; ++i) {
            const auto& x = a->elements[a->elements.size() == 1 ? 0 : i].value;
            const auto& y = b->elements[b->elements.size() == 1 ? 0 : i].value;
            ShapeElement e;
            if (x && y)
                e.value = compute(node.opType, *x, *y);
            made.elements.push_back(e);
        }
        return made;
    }

    static std::optional<std::int64_t> compute(std::string_view op, std::int64_t x,
                                               std::int64_t y) {
        std::int64_t result = 0;
        bool overflow = false;
        if (op == "Add")
            overflow = __builtin_add_overflow(x, y, &result);
        else if (op == "Sub")
            overflow = __builtin_sub_overflow(x, y, &result);
        else if (op == "Mul")
            overflow = __builtin_mul_overflow(x, y, &result);
        else if (y == 0 || y == -1)
            return std::nullopt;
        else
            result = x / y; // both truncate toward zero
        return overflow ? std::nullopt : std::optional(result);
    }

    const RewriteContext& m_context;
    const ir::Graph& m_graph;
    mutable int m_budget = 512;
};

} // namespace

bool PartialInts::isComplete() const {
    return std::all_of(elements.begin(), elements.end(),
                       [](const ShapeElement& e) { return e.value.has_value(); });
}

std::optional<PartialInts> evaluateShape(const RewriteContext& context, const ir::Graph& graph,
                                         ir::ValueId value, int depth) {
    return Evaluator(context, graph).of(value, depth);
}

} // namespace metainfer::candidates
