// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model read for looking at it.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "drawing/diagram.h"
#include "ir/graph.h"

#include <filesystem>
#include <map>
#include <memory>

namespace metainfer::workbench {

/// Immutable; shared between the GUI thread and jobs.
struct LoadedModel {
    std::filesystem::path path;
    std::shared_ptr<const ir::Model> model;
    std::shared_ptr<const drawing::Diagram> diagram;
    /// The same graph (same ids) with every size known, as far as it can be: for work, bytes and
    /// lifetimes. Null until `withTypes`.
    std::shared_ptr<const ir::Model> sized;
    std::string sizedWith; ///< "batch = 1"; empty when no size had to be assumed
    std::uint64_t fileBytes = 0;
    std::uint64_t parameters = 0, parameterBytes = 0; ///< constants of all graphs

    const ir::Graph& graph() const { return *model->graph; }
    /// The graph that an item lies in, main or of a body.
    const ir::Graph& graphOf(const drawing::Item& item) const;
    /// The same of `sized`, of the model itself while there is none.
    const ir::Graph& sizedGraphOf(const drawing::Item& item) const;
    /// The operator of an item; null for inputs, outputs and constants.
    const ir::Node* node(drawing::ItemId item) const;
    /// The value of a tensor; null for orders.
    const ir::Value* value(drawing::TensorId tensor) const;
    std::vector<const ir::Graph*> graphs, sizedGraphs; ///< by Item::graph
};

using LoadedModelPtr = std::shared_ptr<const LoadedModel>;

/// Reads the file and makes the diagram; types are those that the file declares.
Result<LoadedModelPtr> loadModel(const std::filesystem::path& path,
                                 const CancellationToken& cancel);

/// The same file with all types that can be inferred, and `sized` for dynamic dimensions as
/// `sizes` says, 1 where it says nothing. Takes longer than loading. The diagram is made anew only
/// when types were missing.
Result<LoadedModelPtr> withTypes(const LoadedModel& loaded,
                                 const std::map<std::string, std::int64_t>& sizes,
                                 const CancellationToken& cancel);

/// The same for an adapted model: `mapping` (a session's mapping.json) names the operators of
/// `source` that each of its operators stands for.
Result<LoadedModelPtr> loadAdapted(const std::filesystem::path& path, const LoadedModel& source,
                                   const Json& mapping, const CancellationToken& cancel);

/// By an operator's name or the name of one of its results; "path:result" in bodies. Invalid when
/// there is none.
drawing::ItemId findByName(const LoadedModel& model, const std::string& name);

/// True when some operator's result has no declared type.
bool lacksTypes(const LoadedModel& model);

} // namespace metainfer::workbench
