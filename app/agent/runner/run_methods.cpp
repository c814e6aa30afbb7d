// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests inventory, load, types and run.
#include "methods.h"

#include "base/hash.h"
#include "execution/agent_codec.h"
#include "execution/tensor_file.h"
#include "library_finder.h"

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

Result<Json> load(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(const auto session, ModelSession::load(variant));
    LoadReport report = session->report();
    report.librarySha256 = sha256OfFile(report.libraryFile).value_or(std::string());
    return toJson(report);
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

Result<Json> run(const Json& params, const Progress&) {
    MI_ASSIGN(ModelSession * session, cachedSession(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    const auto names = jsonValue(params, "output_names", std::vector<std::string>());
    MI_ASSIGN(PreparedRun prepared, PreparedRun::create(*session, std::move(inputs), names));
    MI_CHECK(prepared.run());
    MI_ASSIGN(const std::vector<NamedTensor> outputs, prepared.fetch());
    MI_CHECK(writeTensorFile(jsonValue(params, "outputs", std::string()), outputs));
    return Json::object();
}

} // namespace metainfer::runner
