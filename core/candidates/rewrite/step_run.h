// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One rule applied to a model, at named sites or wherever it matches.
#pragma once

#include "candidates/rewrite/driver.h"

#include <span>
#include <string>

namespace metainfer::candidates {

/// The site "*" repeats the rule everywhere until nothing matches. NotFound and Unsupported for a
/// named site that is not there or does not match; failures of `*` are kept in the result.
Result<AppliedStep> runStep(ir::Model& model, const RewriteRule& rule,
                            std::span<const std::string> sites, const RewriteContext& context,
                            const DriverOptions& options);

} // namespace metainfer::candidates
