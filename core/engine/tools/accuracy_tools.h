// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where accuracy is lost: a session examined in detail, and the layers of a model ranked.
#pragma once

#include "engine/queries.h"
#include "engine/requests.h"
#include "engine/tools/tool_context.h"

namespace metainfer::engine::tools {

Result<validation::Examination> examineAccuracy(const ExamineRequest& request,
                                                const ToolContext& context);
Result<std::optional<validation::Examination>>
readExamination(const std::filesystem::path& session);
Result<std::vector<SamplePicture>> samplePictures(const std::filesystem::path& session,
                                                  const std::vector<std::size_t>& samples,
                                                  const ToolContext& context);
Result<LayersOutcome> rankLayers(const LayersRequest& request, const ToolContext& context);

} // namespace metainfer::engine::tools
