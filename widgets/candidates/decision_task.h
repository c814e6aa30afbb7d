// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a choice among candidates is made by.
#pragma once

#include "search/objectives.h"

#include "base/json.h"

namespace metainfer::widgets {

struct DecisionTask {
    search::Objectives objectives;
    search::Constraints constraints;
    bool finalistsOnly = false;
    bool operator==(const DecisionTask&) const = default;
};

/// What a person can move: objectives with weights, limits, the scope.
Json toJson(const DecisionTask& task);
/// `base` with what `json` says; what it says wrongly stays as in `base`.
DecisionTask taskFromJson(const Json& json, const DecisionTask& base);

} // namespace metainfer::widgets
