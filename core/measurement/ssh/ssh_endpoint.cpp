// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens links to the agent of a device.
#include "measurement/ssh/ssh_endpoint.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <random>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::string_view kMarker = "metainfer-agent-follows";

std::string randomName() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}", source(), source());
}

bool isSessionName(const std::string& text) {
    return !text.empty() && text.size() <= 64 &&
           std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

/// What all links of one endpoint share.
class Opener {
  public:
    Opener(SshTarget target, SshPrompts prompts, SshEndpointOptions options)
        : m_target(std::move(target))
        , m_prompts(std::move(prompts))
        , m_options(std::move(options))
        , m_secrets(m_options.secrets ? m_options.secrets : std::make_shared<SshSecrets>()) {
        m_options.connection.onStage = [this](const SshStageEvent& event) { onStage(event); };
    }

    Result<std::unique_ptr<AgentLink>> open(const CancellationToken& cancel) {
        const std::lock_guard lock(m_mutex);
        MI_ASSIGN(
            const std::shared_ptr<SshConnection> connection,
            SshConnection::connect(m_target, m_prompts, m_secrets, m_options.connection, cancel));
        auto link = start(connection, cancel);
        // Another client's update may have removed it between the look and the start.
        if (!link && link.error().code == ErrorCode::Unsupported && connection->isConnected())
            link = start(connection, cancel);
        m_wasOpen = m_wasOpen || link.has_value();
        return link;
    }

  private:
    void onStage(const SshStageEvent& event) const {
        if (m_options.onStage)
            m_options.onStage(event);
        if (m_options.onEvent && !event.isDone)
            m_options.onEvent(
                {m_wasOpen ? LinkState::Reconnecting : LinkState::Connecting, event.detail});
    }

    Result<std::unique_ptr<AgentLink>> start(const std::shared_ptr<SshConnection>& connection,
                                             const CancellationToken& cancel) {
        RemoteSetupOptions setup;
        setup.cacheFolder = m_options.cacheFolder;
        setup.tag = m_options.sessionId;
        setup.onStage = [this](const SshStageEvent& event) { onStage(event); };
        setup.onUpload = m_options.onUpload;
        MI_ASSIGN(const InstalledAgent agent, installAgent(*connection, setup, cancel));
        onStage({SshStage::Start, connection->name(), "starting the agent", false});
        auto link = connection->openChannel(command(agent), cancel, kMarker);
        if (!link)
            return failWith(link.error(), "starting the agent");
        onStage({SshStage::Start, connection->name(),
                 fmt::format("started the agent {}", agent.version), true});
        return link;
    }

    std::string command(const InstalledAgent& agent) const {
        std::string script = fmt::format(
            "agent={}; METAINFER_CACHE={}; export METAINFER_CACHE; touch \"${{agent%/*}}/.files\"; "
            "[ -x \"$agent\" ] || exit 127; echo {}; ",
            shellQuoted(agent.program), shellQuoted(agent.root), kMarker);
        script += "exec \"$agent\"";
        if (m_options.attach)
            script += " --attach " + m_options.sessionId;
        return "exec /bin/sh -c " + shellQuoted(script);
    }

    SshTarget m_target;
    SshPrompts m_prompts;
    SshEndpointOptions m_options;
    std::shared_ptr<SshSecrets> m_secrets;
    std::mutex m_mutex;
    bool m_wasOpen = false;
};

} // namespace

Result<AgentEndpoint> sshEndpoint(const SshTarget& target, const SshPrompts& prompts,
                                  SshEndpointOptions options) {
    MI_CHECK(resolveSsh(target));
    if (options.sessionId.empty())
        options.sessionId = randomName();
    if (!isSessionName(options.sessionId))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`{}` is no name of a session", options.sessionId),
                    "legal are up to 64 letters, digits, `-` and `_`");
    AgentEndpoint endpoint;
    endpoint.name = options.name.empty() ? target.text() : options.name;
    endpoint.isRemote = true;
    endpoint.isResumable = options.attach;
    endpoint.patience = options.patience;
    endpoint.onEvent = options.onEvent;
    auto opener = std::make_shared<Opener>(target, prompts, std::move(options));
    endpoint.open = [opener](const CancellationToken& cancel) { return opener->open(cancel); };
    return endpoint;
}

} // namespace metainfer
