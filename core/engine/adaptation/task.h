// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything an adaptation stands on: the model, the device with its profile, the data, the shapes.
#pragma once

#include "candidates/data/dataset.h"
#include "engine/adaptation/learned_legality.h"
#include "engine/events.h"
#include "engine/target.h"
#include "experience/baselines.h"
#include "ir/graph.h"
#include "session/deployment.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace metainfer::engine {

struct Task {
    session::Deployment deployment;
    std::filesystem::path modelPath; ///< what is measured: the given file, or its port
    std::filesystem::path givenPath; ///< the file that the deployment names
    ir::Model model;                 ///< as imported, with the types that could be inferred
    ir::Model boundModel;  ///< the same at the measured shapes, with all types; for prediction
    std::string modelHash; ///< structure and weights
    std::string architectureHash; ///< structure alone
    Target target;
    /// Symbolic dimensions at the sizes at which everything is measured.
    std::map<std::string, std::int64_t> bindings;
    int batch = 1;                             ///< samples in one request
    std::shared_ptr<LearnedLegality> legality; ///< what the device's runtime refuses; never null
    /// Rules that had to be applied before the device took the model at all; then `model` and
    /// `modelPath` are what came of it.
    std::vector<std::string> portedBy;
    std::vector<candidates::InputSpec> inputs;
    candidates::Dataset calibration;
    candidates::Dataset validation;
    bool realCalibration = false; ///< false: seeded random values
    bool realValidation = false;
    std::string validationText;    ///< "64 held-out calibration samples", "500 validation samples"
    std::vector<NamedTensor> feed; ///< one request, for timing
    std::vector<experience::Baseline>
        manual; ///< what people reached with this model on this device
};

/// False when the session would use more threads than the deployment allows; 0 threads are as many
/// as the machine has.
bool withinThreads(const Task& task, const SessionOptions& session);

/// Reads and checks everything before anything is written. Errors name file and place.
Result<Task> prepareTask(session::Deployment deployment, Target target, const EventSink& events,
                         const CancellationToken& cancel);

} // namespace metainfer::engine
