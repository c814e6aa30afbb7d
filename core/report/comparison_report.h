// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Several sessions side by side in one report.
#pragma once

#include "report/report.h"

#include <span>

namespace metainfer::reporting {

/// What was asked, what came out and what was changed, one column per session. Each ratio is
/// against that session's own original; absolute times are told apart where models or devices
/// differ. InvalidArgument for fewer than two sessions, NotFound when one holds no decision yet.
Result<std::string> renderComparison(std::span<const session::SessionContent> sessions,
                                     Format format);

} // namespace metainfer::reporting
