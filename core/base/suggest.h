// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// "Did you mean …": the known names nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// Up to `most` of `known`, nearest first by edit distance, only those plausibly meant.
std::vector<std::string> nearestNames(std::string_view given, std::span<const std::string> known,
                                      std::size_t most = 3);
/// "Did you mean a, b or c?" or, when nothing is near, "Known: a, b, c." (all of them up to 12).
std::string didYouMean(std::string_view given, std::span<const std::string> known);

} // namespace metainfer
