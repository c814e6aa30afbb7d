// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a session's validation leaves out because it takes long: errors by channel, sample, tensor,
// and layer.
#pragma once

#include "engine/events.h"
#include "validation/examination.h"

#include <filesystem>
#include <optional>
#include <string>

namespace metainfer::engine::tools {

struct ExamineRequest {
    std::filesystem::path session; ///< folder
    std::string candidate;         ///< id; empty = the session's choice
    std::size_t samples = 200;     ///< of the validation data for outputs, at most
    std::size_t layerSamples = 16; ///< for each lowered layer
    std::size_t tensorSamples = 4; ///< for the tensors inside
};

/// Runs original and candidate on the session's validation data and writes accuracy.json into the
/// folder. When the original itself was chosen only the sensitivity is examined.
Result<validation::Examination> examineAccuracy(const ExamineRequest& request,
                                                const EventSink& events,
                                                const CancellationToken& cancel);

/// The examination that the folder holds; nullopt when there is none yet.
Result<std::optional<validation::Examination>>
readExamination(const std::filesystem::path& session);

/// One sample's input as pixels, when the model takes a picture.
struct SamplePicture {
    std::size_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb; ///< 3 bytes a pixel, rows from the top
};
/// Pictures of the validation data's samples, stretched to their range; empty where the input is no
/// picture (rank 4 with 1 or 3 channels) or there is no data.
Result<std::vector<SamplePicture>> samplePictures(const std::filesystem::path& session,
                                                  const std::vector<std::size_t>& samples,
                                                  const CancellationToken& cancel);

} // namespace metainfer::engine::tools
