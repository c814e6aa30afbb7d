// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The analysis of a model on a device: where the time goes, what the device lacks, and what can be
// done about it.
#pragma once

#include "features/model_features.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metainfer::features {

/// A rewrite at a place, as the caller found it: rules are a later folder's business.
struct RuleAt {
    std::string rule;
    std::string site;
    std::vector<std::string> nodes; ///< sites of all nodes concerned, without the graph's path
    std::string graph;              ///< path of subgraphs
    std::optional<Interval> gainUs;
    std::string declined; ///< why not; empty = it applies
};

struct DiagnosisOptions {
    std::size_t hotSpots = 12;     ///< nodes listed
    double remarkableShare = 0.10; ///< of time: below it a family is not worth a remark
    std::size_t sitesPerRule = 16; ///< listed; the count is complete
    /// Better times than the roofline's, by site: from a predictor or a profile of a run.
    std::map<std::string, double> microseconds;
    NumberSource source = NumberSource::Predicted; ///< of `microseconds`
};

/// A finding, ready to print. `code` is stable.
struct Remark {
    std::string code;     ///< "hot_without_rule", "unsupported", "dynamic_shapes", …
    std::string severity; ///< "error", "warning" or "note"
    std::string text;
};

struct Diagnosis {
    std::vector<Remark> remarks; ///< the most severe first
    Json json;                   ///< schema diagnosis/1, remarks included
};

/// `target` is the profile that `features` was made with, or null. Without any times shares are of
/// work (FLOPs), and the diagnosis says so.
Diagnosis diagnose(const ir::Model& model, const ModelFeatures& features,
                   const hardware::Profile* target, std::span<const RuleAt> rules,
                   const DiagnosisOptions& options = {});

} // namespace metainfer::features
