// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests that only the ONNX Runtime runner answers as it does: inventory and types.
#include "library_finder.h"
#include "methods.h"
#include "ort_session.h"

#include "base/hash.h"
#include "execution/agent_codec.h"

namespace metainfer::runner {

Result<Json> inventory(const Json& params, const Progress&) {
    const bool withHashes = jsonValue(params, "hashes", true);
    Json libraries = Json::array();
    bool isFirst = true;
    for (RuntimeLibrary& library : findLibraries()) {
        if (library.problem.empty())
            askVersion(library);
        if (library.problem.empty() && withHashes)
            library.sha256 = sha256OfFile(library.file).value_or(std::string());
        library.isDefault = isFirst;
        isFirst = false;
        libraries.push_back(toJson(library));
    }
    Json result;
    result["runtimes"] = std::move(libraries);
    return result;
}

Result<Json> types(const Json& params, const Progress&) {
    MI_ASSIGN(ModelVariant variant, variantFromJson(params));
    // As the file has them: optimizations may rename, and cost time.
    variant.options.optimization = OptimizationLevel::None;
    variant.options.prepacking = false;
    variant.options.threads = 1;
    MI_ASSIGN(const auto session, ModelSession::load(variant));
    return toJson(session->types());
}

} // namespace metainfer::runner
