// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a choice among candidates is made by.
#pragma once

#include "search/objectives.h"

namespace metainfer::widgets {

struct DecisionTask {
    search::Objectives objectives;
    search::Constraints constraints;
    bool finalistsOnly = false;
    bool operator==(const DecisionTask&) const = default;
};

} // namespace metainfer::widgets
