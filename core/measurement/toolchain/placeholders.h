// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts with `{placeholders}`.
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

using PlaceholderValues = std::map<std::string, std::string>;

/// Names between braces, each once, in order; `{{` and `}}` are braces. InvalidArgument when a
/// brace has no counterpart or a name is not made of letters, digits and `_`.
Result<std::vector<std::string>> placeholdersOf(std::string_view text);

/// `text` with values in place of the names; NotFound names one that has no value.
Result<std::string> fillPlaceholders(std::string_view text, const PlaceholderValues& values);

} // namespace metainfer::measurement
