// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is to draw of a model: operators with their parameters, tensors between them, and a
// tree of groups that can be folded (name scopes, repeated blocks, control-flow bodies).
#pragma once

#include "base/cancellation.h"
#include "ir/graph.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace metainfer::drawing {

using ItemId = Id<struct DrawingItemTag>;
using TensorId = Id<struct DrawingTensorTag>;
using GroupId = Id<struct DrawingGroupTag>;

/// `Merge` is the end of a control-flow operator: it joins the results of the bodies.
enum class ItemKind { Operator, Input, Output, Constant, Merge };

/// A constant that an operator reads, shown inside the operator.
struct Parameter {
    int input = 0;       ///< index among the operator's inputs
    std::string role;    ///< "W", "B", "scale" …; empty when the operator has no name for it
    std::string name;    ///< of the constant
    std::string type;    ///< "float32[64,3,7,7]"
    std::string content; ///< the numbers when there are few: "[0, -1, 64]"
    ElementType element = ElementType::Undefined;
    std::uint64_t bytes = 0;
    ir::ValueId value;
};

struct Item {
    ItemKind kind = ItemKind::Operator;
    std::string type;       ///< "Conv"; "Input", "Output", "Constant"; "end If" for a Merge
    std::string domain;     ///< of the operator, "" is ai.onnx
    std::string name;       ///< as in the model, may be empty
    std::string attributes; ///< "kernel_shape=[3,3] strides=[2,2]", without subgraphs
    std::vector<Parameter> parameters;
    std::vector<TensorId> inputs;  ///< constants left out
    std::vector<TensorId> outputs; ///< those that somebody reads
    GroupId group;                 ///< the innermost that contains it
    std::uint32_t graph = 0;       ///< index into Diagram::graphPaths
    ir::NodeId node;               ///< operators, and the Merge of one
    ir::ValueId value;             ///< inputs, outputs and constants
    std::vector<ir::SourceId> origins;
    /// Items on the longest way from an input to it and from it to an output, itself counted.
    std::uint32_t wayTo = 1, wayFrom = 1;

    bool isOperator() const { return kind == ItemKind::Operator; }
};

struct TensorUse {
    ItemId item;
    int input = 0; ///< index among the operator's inputs; -1 for captures and orders
    bool operator==(const TensorUse&) const = default;
};

/// A tensor from its producer to all its readers, also into subgraphs.
struct Tensor {
    std::string name;
    std::string type; ///< "float32[batch,64,56,56]"; empty when nothing is known
    ElementType element = ElementType::Undefined;
    ItemId producer;
    std::vector<TensorUse> uses;
    std::uint32_t graph = 0;
    ir::ValueId value;    ///< invalid for an order
    bool isOrder = false; ///< no tensor: the body of a control-flow operator comes after its head
};

/// Scope: of names. Repeat: equal Blocks that follow each other. Section: a part of a long list
/// without other structure. ControlFlow: an If, Loop or Scan with its Bodies.
enum class GroupKind { Root, Scope, Repeat, Block, Section, ControlFlow, Body };

/// Either a group or an item.
struct Child {
    GroupId group;
    ItemId item;
    bool isGroup() const { return group.isValid(); }
    bool operator==(const Child&) const = default;
};

/// The items below a group are `firstItem` … `firstItem + itemCount - 1`.
struct Group {
    GroupKind kind = GroupKind::Root;
    GroupId parent;    ///< invalid for the root
    std::string title; ///< "layer1", "layers.0 … layers.11", "then_branch"
    std::string path;  ///< unique, the same in each run: "/layer1/0/conv"
    std::size_t depth = 0;
    std::vector<Child> children; ///< in topological order
    ItemId firstItem;
    std::size_t itemCount = 0;
    std::size_t operatorCount = 0;
    std::uint64_t structure = 0; ///< equal for groups of equal structure
    std::size_t repeat = 0;      ///< how many equal Blocks a Repeat has
    ItemId head;                 ///< the operator of a ControlFlow
    std::vector<std::pair<std::string, std::size_t>> operators; ///< type and count, most first
};

struct DiagramOptions {
    bool scopes = true;   ///< groups from names "/a/b/c"
    bool repeats = true;  ///< equal neighbours folded
    bool sections = true; ///< long lists cut in parts
};

/// Immutable and independent of the model once built; may be shared between threads.
class Diagram {
  public:
    /// Cancelled is the only error. Damaged graphs (cycles, dangling inputs) are drawn as they are.
    static Result<std::shared_ptr<const Diagram>> build(const ir::Model& model,
                                                        const DiagramOptions& options = {},
                                                        const CancellationToken& cancel = {});

    const std::vector<Item>& items() const { return m_items; }
    const std::vector<Tensor>& tensors() const { return m_tensors; }
    const std::vector<Group>& groups() const { return m_groups; } ///< the first is the root
    const Item& item(ItemId id) const { return m_items[id.index]; }
    const Tensor& tensor(TensorId id) const { return m_tensors[id.index]; }
    const Group& group(GroupId id) const { return m_groups[id.index]; }
    GroupId root() const { return GroupId(0u); }
    const std::string& modelName() const { return m_modelName; }
    /// Paths of the graphs as ir::forEachGraph names them; the first is the main graph's, empty.
    const std::vector<std::string>& graphPaths() const { return m_graphPaths; }

    /// The operator item of a node, invalid when there is none (a folded Constant).
    ItemId find(ir::NodeId node, std::uint32_t graph = 0) const;
    /// The first group with this path, or title when no path fits; invalid when there is none.
    GroupId findGroup(std::string_view pathOrTitle) const;
    /// From the innermost group outwards; the root last.
    std::vector<GroupId> groupsOf(ItemId item) const;
    /// "Conv /layer1/conv", for messages and tool tips.
    std::string label(ItemId item) const;

  private:
    friend class DiagramBuilder;
    friend class Grouper;
    std::vector<Item> m_items;
    std::vector<Tensor> m_tensors;
    std::vector<Group> m_groups;
    std::vector<std::string> m_graphPaths;
    std::vector<std::vector<ItemId>> m_itemOfNode; ///< by graph, by node id
    std::string m_modelName;
};

} // namespace metainfer::drawing
