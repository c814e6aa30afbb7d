// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests load and run.
#include "methods.h"

#include "base/hash.h"
#include "execution/agent_codec.h"
#include "execution/tensor_file.h"

namespace metainfer::runner {

Result<Json> load(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(const auto session, loadSession(variant));
    LoadReport report = session->report();
    report.librarySha256 = sha256OfFile(report.libraryFile).value_or(std::string());
    return toJson(report);
}

Result<Json> run(const Json& params, const Progress&) {
    MI_ASSIGN(RunnableSession * session, cachedSession(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    const auto names = jsonValue(params, "output_names", std::vector<std::string>());
    MI_ASSIGN(const auto prepared, session->prepare(std::move(inputs), names));
    MI_CHECK(prepared->run());
    MI_ASSIGN(const std::vector<NamedTensor> outputs, prepared->fetch());
    MI_CHECK(writeTensorFile(jsonValue(params, "outputs", std::string()), outputs));
    return Json::object();
}

} // namespace metainfer::runner
