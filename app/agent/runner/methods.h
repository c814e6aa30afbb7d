// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests that this runner serves, one function each.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "runnable.h"

#include <functional>

namespace metainfer::runner {

using Progress = std::function<void(const Json&)>;
using Method = Result<Json> (*)(const Json& params, const Progress& progress);

Result<Json> inventory(const Json& params, const Progress& progress);
Result<Json> load(const Json& params, const Progress& progress);
Result<Json> types(const Json& params, const Progress& progress);
Result<Json> run(const Json& params, const Progress& progress);
Result<Json> runMany(const Json& params, const Progress& progress);
Result<Json> statistics(const Json& params, const Progress& progress);
Result<Json> measure(const Json& params, const Progress& progress);
Result<Json> compare(const Json& params, const Progress& progress);
Result<Json> profile(const Json& params, const Progress& progress);
Result<Json> memory(const Json& params, const Progress& progress);

/// The session of a request's `model` and `options`, kept for the next request that names the same;
/// a file that changed since is loaded again.
Result<RunnableSession*> cachedSession(const Json& params);

/// The tensors of the file that the request names under `key`.
Result<std::vector<NamedTensor>> tensorsOf(const Json& params, const char* key);

} // namespace metainfer::runner
