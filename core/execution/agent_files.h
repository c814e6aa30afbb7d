// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of requests: where the agent shares this machine, they are named; elsewhere they are
// sent once by content, and what a request makes is fetched.
#pragma once

#include "execution/agent_client.h"
#include "execution/tensor_file.h"

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace metainfer {

/// What the agent of one client is known to have. Thread-safe.
class AgentFiles {
  public:
    explicit AgentFiles(AgentClient& client)
        : m_client(client) {}
    void setSink(ProgressSink sink);

    /// Sees to it that the agent has the content of `file`, going on where an interrupted transfer
    /// stopped; returns "blob:HASH". NoSpace and PermissionDenied are the device's.
    Result<std::string> send(const std::filesystem::path& file, const CancellationToken& cancel);
    /// Small contents, by their hash, of which the agent has perhaps some: in few requests.
    /// Unsupported by agents before 1.2.
    Status sendMany(const std::map<std::string, std::string>& contents,
                    const CancellationToken& cancel);
    /// Copies a file that the agent made to `target`, which is replaced only by the whole of it.
    Status fetch(const std::string& remote, const std::filesystem::path& target,
                 const CancellationToken& cancel);
    /// Asks again about files that it has sent: the agent has lost one.
    void forget();
    std::string freshName(std::string_view what);

  private:
    Status sendContent(const std::string& hash, const std::filesystem::path& file,
                       const CancellationToken& cancel);
    Status putGroup(const std::vector<const std::pair<const std::string, std::string>*>& group,
                    const CancellationToken& cancel);
    Result<std::uint64_t> sendFrom(const std::string& hash, const std::filesystem::path& file,
                                   std::uint64_t offset, const CancellationToken& cancel);
    void tell(std::string_view what, const std::filesystem::path& file, std::uint64_t done,
              std::uint64_t total);

    AgentClient& m_client;
    std::timed_mutex m_sending; ///< one file at a time: a link has one width
    std::mutex m_mutex;         ///< guards the two below
    std::set<std::string> m_known;
    ProgressSink m_sink;
    std::atomic<unsigned> m_names{0};
};

/// The files of one request, or of several with the same files.
class FileStage {
  public:
    FileStage(AgentClient& client, CancellationToken cancel);
    ~FileStage(); ///< what was made for it goes
    FileStage(const FileStage&) = delete;
    FileStage& operator=(const FileStage&) = delete;

    /// Adds what names the model to `params`, with the files of its external data.
    Status addModel(Json& params, const std::filesystem::path& model);
    /// What stands for a file of tensors in a request.
    Result<std::string> tensors(const std::vector<NamedTensor>& tensors);
    /// What stands for the files of several sets of tensors, each as `tensors` says.
    Result<Json> feeds(const std::vector<std::vector<NamedTensor>>& feeds);
    Result<std::string> file(const std::filesystem::path& file);
    /// The tensors given so far are not needed any more.
    void forgetInputs();
    /// What stands for a file that the request makes; the content comes with `call` and is then at
    /// `contentOf`, or at `target` when that is given.
    enum class Presence { Certain, Optional };
    Result<std::string> output(std::string_view what, std::filesystem::path target = {},
                               Presence presence = Presence::Certain);
    std::filesystem::path contentOf(const std::string& output) const;

    /// Which of the optional outputs a result says are there.
    using Made = std::function<std::vector<std::string>(const Json& result)>;
    /// The request, and its outputs. Once more from the start when the agent lost files meanwhile.
    Result<Json> call(std::string_view method, const Json& params,
                      std::chrono::milliseconds timeout,
                      const AgentClient::JsonProgress& progress = {}, const Made& made = {});

  private:
    struct Output {
        std::optional<MemoryFile> memory;
        std::filesystem::path target;
        Presence presence = Presence::Certain;
        const std::filesystem::path& local() const { return memory ? memory->path() : target; }
    };
    Result<Json> callOnce(std::string_view method, const Json& params,
                          std::chrono::milliseconds timeout,
                          const AgentClient::JsonProgress& progress, const Made& made);
    Status sendAgain();
    Status fetchOutputs(const Json& result, const Made& made);

    AgentClient& m_client;
    AgentFiles& m_files;
    CancellationToken m_cancel;
    bool m_isRemote = false;
    std::vector<MemoryFile> m_inputs;              ///< alive while the agent reads them
    std::map<std::string, std::string> m_contents; ///< by hash, of feeds that were sent together
    std::vector<std::filesystem::path> m_sent;     ///< further files that the request names
    std::map<std::string, Output> m_outputs;       ///< by what stands for them
};

/// SHA-256 of a file; remembered while size, time and place stay the same.
Result<std::string> rememberedHash(const std::filesystem::path& file);

} // namespace metainfer
