// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The client over a session that is begun anew when it was lost for good.
#include "execution/agent_client.h"

#include "execution/agent_codec.h"
#include "execution/agent_connection.h"
#include "execution/agent_files.h"
#include "execution/process_link.h"

#include <cstdlib>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kShortCall{30};
constexpr std::string_view kAgentName = "metainfer-agent";

/// Names the model where the agent's own words do not, so that no failure is about "input x" of an
/// unknown file.
Error aboutModel(Error error, std::string_view method, const Json& params) {
    const std::string model = jsonValue(params, "model", std::string());
    if (!model.empty() && !model.starts_with("blob:") && error.code != ErrorCode::Cancelled &&
        error.text().find(model) == std::string::npos)
        error.context.push_back(fmt::format("in `{}` of {}", method, model));
    return error;
}

AgentEndpoint endpointOf(AgentCommand command) {
    AgentEndpoint endpoint;
    endpoint.name = fmt::format("{}", fmt::join(command.arguments, " "));
    endpoint.open = [command = std::move(command)](
                        const CancellationToken&) -> Result<std::unique_ptr<AgentLink>> {
        MI_ASSIGN(auto link, ProcessLink::start(command.arguments, command.environment));
        return std::unique_ptr<AgentLink>(std::move(link));
    };
    return endpoint;
}

} // namespace

Result<AgentCommand> findLocalAgent() {
    std::vector<std::string> tried;
    const auto isProgram = [&](const fs::path& path) {
        tried.push_back(path.string());
        return access(path.c_str(), X_OK) == 0;
    };
    if (const char* named = std::getenv("METAINFER_AGENT"); named && *named) {
        if (isProgram(named))
            return AgentCommand{{named}, {}};
        return fail(ErrorCode::NotFound,
                    fmt::format("METAINFER_AGENT names {}, which is no program", named),
                    "set it to the path of metainfer-agent, or unset it");
    }
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& path :
         {folder / kAgentName, folder.parent_path() / "libexec/metainfer" / kAgentName})
        if (isProgram(path))
            return AgentCommand{{path.string()}, {}};
    return fail(ErrorCode::NotFound,
                fmt::format("the agent was not found; looked for {}", fmt::join(tried, ", ")),
                "install the whole program, or set METAINFER_AGENT to the agent's path");
}

struct AgentClient::Impl {
    AgentEndpoint endpoint;
    std::mutex opening;       ///< one at a time opens
    mutable std::mutex mutex; ///< guards `connection`
    std::shared_ptr<AgentConnection> connection;
    std::unique_ptr<AgentFiles> files;

    std::shared_ptr<AgentConnection> current() const {
        const std::lock_guard lock(mutex);
        return connection;
    }

    /// The living connection; a new one after a loss.
    Result<std::shared_ptr<AgentConnection>> connect(const CancellationToken& cancel) {
        const std::lock_guard lock(opening);
        if (auto living = current(); living && !living->isLost())
            return living;
        {
            const std::lock_guard guard(mutex);
            connection.reset();
        }
        MI_ASSIGN(auto opened, AgentConnection::open(endpoint, cancel));
        const std::lock_guard guard(mutex);
        connection = opened;
        return opened;
    }
};

AgentClient::AgentClient(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {
    m_impl->files = std::make_unique<AgentFiles>(*this);
}
AgentClient::~AgentClient() = default;

Result<std::shared_ptr<AgentClient>> AgentClient::start(AgentEndpoint endpoint,
                                                        const CancellationToken& cancel) {
    auto impl = std::make_unique<Impl>();
    impl->endpoint = std::move(endpoint);
    MI_CHECK(impl->connect(cancel));
    return std::shared_ptr<AgentClient>(new AgentClient(std::move(impl)));
}

Result<std::shared_ptr<AgentClient>> AgentClient::start(AgentCommand command) {
    return start(endpointOf(std::move(command)));
}

Result<std::shared_ptr<AgentClient>> AgentClient::startLocal() {
    MI_ASSIGN(AgentCommand command, findLocalAgent());
    return start(std::move(command));
}

Result<Json> AgentClient::call(std::string_view method, const Json& params,
                               std::chrono::milliseconds timeout, const CancellationToken& cancel,
                               const JsonProgress& progress) {
    MI_ASSIGN(const auto connection, m_impl->connect(cancel));
    auto result = connection->call(method, params, timeout, cancel, progress);
    if (!result)
        return fail(aboutModel(std::move(result).error(), method, params));
    return result;
}

void AgentClient::post(std::string_view method, const Json& params) {
    if (const auto connection = m_impl->current())
        connection->fire(method, params);
}

int AgentClient::processId() const {
    const auto connection = m_impl->current();
    return connection && !connection->isLost() ? connection->processId() : 0;
}

AgentHello AgentClient::greeting() const {
    const auto connection = m_impl->current();
    return connection ? connection->greeting() : AgentHello{};
}

bool AgentClient::isOutdated() const {
    const AgentHello hello = greeting();
    return hello.protocolMajor == kProtocolMajor && hello.protocolMinor < kProtocolMinor;
}

const AgentEndpoint& AgentClient::endpoint() const {
    return m_impl->endpoint;
}

AgentFiles& AgentClient::files() {
    return *m_impl->files;
}

void AgentClient::setTransferSink(ProgressSink sink) {
    m_impl->files->setSink(std::move(sink));
}

AgentLock::~AgentLock() {
    m_connection->unlock(m_token);
}

bool AgentLock::isLost() const {
    return !m_connection->holdsLock(m_token);
}

Result<std::unique_ptr<AgentLock>>
AgentClient::lock(const std::string& what, const std::string& powerMode,
                  std::chrono::milliseconds timeout, const CancellationToken& cancel,
                  const std::function<void(const LockOwner&, int place)>& onWait) {
    MI_ASSIGN(const auto connection, m_impl->connect(cancel));
    Json params;
    params["what"] = what;
    if (!powerMode.empty())
        params["power_mode"] = powerMode;
    const auto progress = [&](const Json& data) {
        if (onWait)
            onWait(lockOwnerFromJson(jsonValue(data, "holder", Json::object())),
                   jsonValue(data, "place", 0));
    };
    MI_ASSIGN(const Json granted, connection->call("lock", params, timeout, cancel, progress));
    return std::unique_ptr<AgentLock>(
        new AgentLock(connection, jsonValue(granted, "token", std::int64_t{0})));
}

Result<AgentHello> AgentClient::hello() {
    MI_ASSIGN(const Json answer, call("hello", Json::object(), kShortCall, {}));
    return decode<AgentHello>(answer);
}

} // namespace metainfer
