// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests load, run and run_many.
#include "methods.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/agent_codec.h"
#include "execution/base64.h"
#include "execution/tensor_file.h"

#include <chrono>
#include <iterator>

namespace metainfer::runner {

Result<Json> load(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(const auto session, loadSession(variant));
    LoadReport report = session->report();
    report.librarySha256 = sha256OfFile(report.libraryFile).value_or(std::string());
    return toJson(report);
}

namespace {

/// The result of a run whose outputs are written: with them, where they are small enough for who
/// asked.
Result<Json> resultWith(const Json& params, const std::filesystem::path& outputs, Json result) {
    const auto most = jsonValue(params, "inline_outputs", std::uint64_t{0});
    std::error_code error;
    if (std::filesystem::file_size(outputs, error) > most || error)
        return result;
    MI_ASSIGN(const std::string content, readTextFile(outputs));
    result["data"] = encodeBase64(content);
    return result;
}

Result<std::vector<NamedTensor>> runOnce(RunnableSession& session, std::vector<NamedTensor> inputs,
                                         const std::vector<std::string>& names) {
    MI_ASSIGN(const auto prepared, session.prepare(std::move(inputs), names));
    MI_CHECK(prepared->run());
    return prepared->fetch();
}

std::uint64_t bytesOf(const std::vector<NamedTensor>& tensors) {
    std::uint64_t total = 0;
    for (const NamedTensor& named : tensors)
        total += named.tensor.bytes ? named.tensor.bytes->size() : 0;
    return total;
}

} // namespace

Result<Json> run(const Json& params, const Progress&) {
    MI_ASSIGN(RunnableSession * session, cachedSession(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    const auto names = jsonValue(params, "output_names", std::vector<std::string>());
    MI_ASSIGN(const std::vector<NamedTensor> outputs, runOnce(*session, std::move(inputs), names));
    const std::string file = jsonValue(params, "outputs", std::string());
    MI_CHECK(writeTensorFile(file, outputs));
    return resultWith(params, file, Json::object());
}

/// Runs feed after feed until one fails, time or bytes are used up; at least one. What is not done
/// is for the next request, where a feed that fails is the first and its error the answer.
Result<Json> runMany(const Json& params, const Progress&) {
    MI_ASSIGN(RunnableSession * session, cachedSession(params));
    const auto feeds = jsonValue(params, "feeds", std::vector<std::string>());
    const auto names = jsonValue(params, "output_names", std::vector<std::string>());
    const auto mostBytes = jsonValue(params, "most_bytes", std::uint64_t{16} << 20);
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::duration<double>(jsonValue(params, "most_seconds", 2.0));
    std::vector<NamedTensor> outputs;
    Json counts = Json::array();
    std::uint64_t bytes = 0;
    for (const std::string& feed : feeds) {
        if (!counts.empty() && (bytes >= mostBytes || std::chrono::steady_clock::now() >= end))
            break;
        auto inputs = readTensorFile(feed);
        auto made = inputs ? runOnce(*session, std::move(*inputs), names) : std::move(inputs);
        if (!made && counts.empty())
            return fail(made.error());
        if (!made)
            break;
        bytes += bytesOf(*made);
        counts.push_back(made->size());
        std::move(made->begin(), made->end(), std::back_inserter(outputs));
    }
    const std::string file = jsonValue(params, "outputs", std::string());
    MI_CHECK(writeTensorFile(file, outputs));
    return resultWith(params, file, Json{{"counts", std::move(counts)}});
}

} // namespace metainfer::runner
