// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds a Diagram: first items and tensors of all graphs, then groups; private to core/drawing.
#pragma once

#include "drawing/diagram.h"

#include <unordered_map>

namespace metainfer::drawing {

/// "W" for input 1 of a Conv; "" when the operator has no name for it.
std::string_view parameterRole(std::string_view opType, std::string_view domain, int input);
/// "kernel_shape=[3,3] strides=[2,2]", long values shortened, subgraphs left out.
std::string attributeSummary(const ir::Node& node);
/// "[0, -1, 64]" for a few numbers that are quick to read, else "".
std::string contentText(const ir::TensorData& data);

class DiagramBuilder {
  public:
    DiagramBuilder(const ir::Model& model, const DiagramOptions& options,
                   const CancellationToken& cancel)
        : m_model(model)
        , m_options(options)
        , m_cancel(cancel) {}
    Result<std::shared_ptr<const Diagram>> build();

  private:
    friend class Grouper;
    /// A group under construction; items and groups get their final numbers at the end.
    struct Draft {
        Group group;
        std::vector<Child> children;
    };
    /// Something that grouping moves as a whole: an item or a control-flow group.
    struct Unit {
        Child child;
        std::string scope; ///< the node's name without its last part
    };
    struct GraphState {
        const ir::Graph* graph = nullptr;
        std::uint32_t outer = 0;             ///< index of the enclosing graph
        std::vector<TensorId> tensorOfValue; ///< by value id
        ItemId merge;                        ///< that reads the outputs; invalid: the main graph
    };

    // build_items.cpp
    void addGraph(const ir::Graph& graph, const std::string& path, std::uint32_t outer,
                  GroupId container, ItemId merge);
    void addInputs(std::uint32_t graphIndex, std::vector<Unit>& units);
    void addOutputs(std::uint32_t graphIndex, std::vector<Unit>& units);
    void addConstantOutputs(std::uint32_t graphIndex, std::vector<Unit>& units);
    Unit addNode(std::uint32_t graphIndex, const ir::Node& node, GroupId container);
    GroupId addControlFlow(std::uint32_t graphIndex, const ir::Node& node, ItemId head,
                           GroupId container);
    ItemId addItem(Item item);
    void addOutputTensors(std::uint32_t graphIndex, const ir::Node& node, ItemId producer);
    TensorId addTensor(std::uint32_t graphIndex, ir::ValueId value, ItemId producer);
    TensorId tensorOf(std::uint32_t graphIndex, ir::ValueId value) const;
    const ir::TensorData* constantOf(std::uint32_t graphIndex, ir::ValueId value) const;
    void linkInputs();
    void linkNode(ItemId id);
    void linkOutputs();
    void addUse(TensorId tensor, ItemId item, int input);
    void addOrder(ItemId before, ItemId after);
    void orderBodies();
    void dropUnusedTensors();

    // build_groups.cpp
    GroupId addDraft(GroupKind kind, GroupId parent, std::string title, std::string path);
    void adoptScopes(std::vector<Unit>& units) const;
    void groupAll();
    void finish();
    void countOperators();
    void measureWays();

    const ir::Model& m_model;
    const DiagramOptions m_options;
    const CancellationToken& m_cancel;
    std::shared_ptr<Diagram> m_diagram = std::make_shared<Diagram>();
    std::vector<GraphState> m_graphs;
    std::vector<Draft> m_drafts;
    std::vector<std::pair<GroupId, std::vector<Unit>>> m_containers; ///< root and bodies
    std::vector<std::pair<ItemId, std::uint32_t>> m_bodies;          ///< head and graph of a body
    std::vector<std::uint32_t> m_unitOfItem;                         ///< scratch of Grouper
    std::size_t m_contentsRead = 0;
};

} // namespace metainfer::drawing
