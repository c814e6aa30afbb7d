// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of requests, named or sent.
#include "execution/agent_files.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/base64.h"
#include "execution/model_files.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>

#include <fmt/format.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

/// Up to here a file travels within the request: one way over the link instead of three.
constexpr std::uint64_t kInline = 48u << 10;
/// Larger ones are sent one by one, in pieces.
constexpr std::uint64_t kTogether = 1u << 20;

fs::path absolutePath(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return error ? path : whole;
}

/// For a file in memory, which is only replaced in place.
Status writeInto(const fs::path& path, std::string_view content) {
    const UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd)
        return fail(errnoError(fmt::format("cannot write {}", path.string()), errno));
    return writeAll(fd.get(), content);
}

/// The agent has not, or no longer, what the request names.
bool lacksFile(const Error& error) {
    return error.code == ErrorCode::NotFound && (error.message.find("blob:") != std::string::npos ||
                                                 error.message.find("new:") != std::string::npos);
}

} // namespace

FileStage::FileStage(AgentClient& client, CancellationToken cancel)
    : m_client(client)
    , m_files(client.files())
    , m_cancel(std::move(cancel))
    , m_isRemote(client.endpoint().isRemote) {}

FileStage::~FileStage() {
    if (!m_isRemote || m_outputs.empty())
        return;
    Json names = Json::array();
    for (const auto& [name, output] : m_outputs)
        names.push_back(name);
    m_client.post("file_drop", {{"files", names}});
}

Status FileStage::addModel(Json& params, const fs::path& model) {
    if (!m_isRemote) {
        params["model"] = absolutePath(model).string();
        return {};
    }
    MI_ASSIGN(params["model"], file(model));
    MI_ASSIGN(const std::vector<std::string> others, externalFilesOf(model));
    for (const std::string& name : others) {
        auto sent = file(model.parent_path() / name);
        if (!sent)
            return failWith(sent.error(),
                            fmt::format("while sending the weights of {}", model.string()));
        params["model_files"][name] = *sent;
    }
    return {};
}

Result<std::string> FileStage::file(const fs::path& file) {
    if (!m_isRemote)
        return absolutePath(file).string();
    MI_ASSIGN(std::string name, m_files.send(file, m_cancel));
    m_sent.push_back(file);
    return name;
}

Result<std::string> FileStage::tensors(const std::vector<NamedTensor>& tensors) {
    MI_ASSIGN(MemoryFile memory, MemoryFile::create("metainfer-inputs"));
    MI_CHECK(writeTensorFile(memory.path(), tensors));
    const fs::path path = memory.path();
    m_inputs.push_back(std::move(memory));
    if (!m_isRemote)
        return path.string();
    std::error_code error;
    const bool knowsInline = m_client.greeting().knows("file_read"); // both came with 1.1
    if (knowsInline && fs::file_size(path, error) <= kInline) {
        MI_ASSIGN(const std::string content, readTextFile(path));
        m_inputs.pop_back();
        return "inline:" + encodeBase64(content);
    }
    return m_files.send(path, m_cancel);
}

Result<Json> FileStage::feeds(const std::vector<std::vector<NamedTensor>>& feeds) {
    Json names = Json::array();
    const bool sendsTogether = m_isRemote && m_client.greeting().knows("blobs_put");
    for (const std::vector<NamedTensor>& feed : feeds) {
        if (!sendsTogether) {
            MI_ASSIGN(std::string name, tensors(feed));
            names.push_back(std::move(name));
            continue;
        }
        MI_ASSIGN(MemoryFile memory, MemoryFile::create("metainfer-inputs"));
        MI_CHECK(writeTensorFile(memory.path(), feed));
        std::error_code error;
        if (fs::file_size(memory.path(), error) > kTogether) {
            MI_ASSIGN(std::string name, m_files.send(memory.path(), m_cancel));
            names.push_back(std::move(name));
            m_inputs.push_back(std::move(memory));
            continue;
        }
        MI_ASSIGN(std::string content, readTextFile(memory.path()));
        if (content.size() <= kInline) {
            names.push_back("inline:" + encodeBase64(content));
            continue;
        }
        std::string hash = sha256Hex(content);
        names.push_back("blob:" + hash);
        m_contents.emplace(std::move(hash), std::move(content));
    }
    MI_CHECK(m_files.sendMany(m_contents, m_cancel));
    return names;
}

void FileStage::forgetInputs() {
    m_inputs.clear();
    m_contents.clear();
}

Result<std::string> FileStage::output(std::string_view what, fs::path target, Presence presence) {
    Output output;
    output.presence = presence;
    if (target.empty()) {
        MI_ASSIGN(output.memory, MemoryFile::create(fmt::format("metainfer-{}", what)));
    } else {
        output.target = absolutePath(target);
    }
    std::string name = m_isRemote ? "new:" + m_files.freshName(what) : output.local().string();
    m_outputs.emplace(name, std::move(output));
    return name;
}

fs::path FileStage::contentOf(const std::string& output) const {
    const auto it = m_outputs.find(output);
    return it == m_outputs.end() ? fs::path() : it->second.local();
}

Result<Json> FileStage::callOnce(std::string_view method, const Json& params,
                                 std::chrono::milliseconds timeout,
                                 const AgentClient::JsonProgress& progress, const Made& made) {
    MI_ASSIGN(Json result, m_client.call(method, params, timeout, m_cancel, progress));
    if (!m_isRemote)
        return result;
    MI_CHECK(fetchOutputs(result, made));
    return result;
}

Status FileStage::fetchOutputs(const Json& result, const Made& made) {
    // A request of one output may bring it in the answer.
    if (const auto data = result.find("data"); data != result.end() && data->is_string()) {
        MI_ASSIGN(const std::string content, decodeBase64(data->get_ref<const std::string&>()));
        if (m_outputs.size() == 1)
            return writeInto(m_outputs.begin()->second.local(), content);
    }
    const std::vector<std::string> there = made ? made(result) : std::vector<std::string>();
    for (const auto& [name, output] : m_outputs)
        if (output.presence == Presence::Certain ||
            std::find(there.begin(), there.end(), name) != there.end())
            MI_CHECK(m_files.fetch(name, output.local(), m_cancel));
    return {};
}

Status FileStage::sendAgain() {
    m_files.forget();
    for (const fs::path& file : m_sent)
        MI_CHECK(m_files.send(file, m_cancel));
    for (const MemoryFile& input : m_inputs)
        MI_CHECK(m_files.send(input.path(), m_cancel));
    return m_files.sendMany(m_contents, m_cancel);
}

Result<Json> FileStage::call(std::string_view method, const Json& params,
                             std::chrono::milliseconds timeout,
                             const AgentClient::JsonProgress& progress, const Made& made) {
    auto result = callOnce(method, params, timeout, progress, made);
    if (result || !m_isRemote || !lacksFile(result.error()))
        return result;
    MI_CHECK(sendAgain());
    return callOnce(method, params, timeout, progress, made);
}

} // namespace metainfer
