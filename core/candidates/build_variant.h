// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From a variant's description to its graph: shapes are bound, rewrites applied, precision lowered.
#pragma once

#include "candidates/candidate.h"
#include "candidates/data/dataset.h"
#include "candidates/estimator.h"
#include "candidates/quantize/fusion_check.h"
#include "candidates/quantize/quantize.h"
#include "hardware/profile.h"
#include "ir/graph.h"

namespace metainfer::candidates {

/// What building may use. Null pointers: what needs them is declined with a reason.
struct BuildContext {
    Executor* executor = nullptr;
    const Dataset* calibration = nullptr; ///< needed by static int8
    CalibrationCache* cache = nullptr;
    const hardware::Profile* target = nullptr;
    const Estimator* estimator = nullptr;
    CalibrateOptions calibrate;
    CancellationToken cancel;
};

/// One rule of the variant and what it did.
struct FiredRule {
    std::string rule;
    std::vector<std::string> sites; ///< first outputs of the anchors where it fired
    std::size_t removed = 0, added = 0;
};

struct BuiltVariant {
    ir::Model model;
    std::vector<FiredRule> fired;
    std::optional<QuantizationSummary> quantization;
    std::shared_ptr<const Calibration> calibration; ///< with static int8
    std::vector<std::string> notes;                 ///< what a person should know
    Json toJson() const; ///< fired rules, quantization, notes; without the calibration's histograms
};

/// Builds a variant of `source`, which is not changed. Same inputs, same bytes. Errors: Unsupported
/// when the variant is not legal for this model, NotFound when static int8 has no calibration data,
/// and what the executor reports.
Result<BuiltVariant> buildVariant(const ir::Model& source, const Variant& variant,
                                  const BuildContext& context);

/// Gives each node a name of its own where several share one, as nodes that a rewrite put in place
/// of one do: the last of them keeps it. Some runtimes take names as keys.
void makeNodeNamesUnique(ir::Model& model);

} // namespace metainfer::candidates
