// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model ready to be run: sizes settled, data opened or made, types of all values known.
#pragma once

#include "candidates/data/dataset.h"
#include "engine/requests.h"
#include "engine/tools/tool_context.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace metainfer::engine::tools {

struct PreparedModel {
    std::filesystem::path path;
    ir::Model model; ///< as imported, with the types that can be told without sizes
    std::map<std::string, std::int64_t> bindings; ///< sizes of symbolic dimensions
    std::vector<candidates::InputSpec> inputs;    ///< at these sizes
    candidates::Dataset data;
    bool realData = false;
    std::size_t batch = 1;
    candidates::Batches feeds;

    /// "16 random samples", "calibration.npz, 64 samples".
    std::string dataText() const;
    Result<std::vector<NamedTensor>> firstFeed() const { return feeds.source.feed(0); }
};

/// ONNX file or sample model by name; NotFound suggests near names.
Result<std::filesystem::path> findModelFile(const std::string& nameOrPath);

/// A symbolic first dimension that nobody fixes is 1; any other one is InvalidArgument and names
/// what to give. `executor` may be null: then types are those that the model itself tells.
Result<PreparedModel> prepareModel(const ModelInput& input, Executor* executor,
                                   const CancellationToken& cancel);
/// All that change no output, for a model whose precision is lowered afterwards. Sizes stay as
/// dynamic as they are: those are a decision of the deployment.
std::vector<candidates::RewriteStep> exactRewrites();
/// The feeds of `model` must fit another one with the inputs `others`: InvalidArgument names the
/// input that `model` lacks.
Status checkSameInputs(const PreparedModel& model, const std::vector<candidates::InputSpec>& others,
                       const std::string& other);
/// The model alone, with symbolic dimensions bound where they are known and no data: for analysis.
Result<ir::Model> modelAtSizes(const ModelInput& input, Executor* executor,
                               const CancellationToken& cancel);

} // namespace metainfer::engine::tools
