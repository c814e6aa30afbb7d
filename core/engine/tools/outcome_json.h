// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small parts of the documents that tools answer with.
#pragma once

#include "base/json.h"
#include "base/quantity.h"

#include <optional>

namespace metainfer::engine::tools {

inline Json intervalJson(const std::optional<Interval>& interval) {
    if (!interval)
        return {};
    return {{"value", interval->value}, {"low", interval->low}, {"high", interval->high}};
}

} // namespace metainfer::engine::tools
