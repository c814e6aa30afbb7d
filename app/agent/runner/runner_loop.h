// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop of every runner: a request a line on stdin, answers on what stdout was.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <functional>
#include <span>
#include <string_view>

namespace metainfer::runner {

struct NamedMethod {
    std::string_view name;
    Result<Json> (*method)(const Json& params, const std::function<void(const Json&)>& progress);
};

/// The rest of a runner's `main`: with the one argument `--version` it prints name and version, so
/// that a device can be asked whether the runner starts there at all; otherwise it serves.
int serveAs(int argc, char** argv, std::span<const NamedMethod> methods);

/// Serves until stdin closes. Moves stdout aside first: libraries print to it. Exceptions of a
/// method end here and become errors.
int serve(std::span<const NamedMethod> methods);

} // namespace metainfer::runner
