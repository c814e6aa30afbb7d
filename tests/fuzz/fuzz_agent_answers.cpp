// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent that answers anything. The first line of the input says what the client asks for, and
// how it is connected: `h` = the script greets, too, `r` = the agent sees other files, `s` = the
// session outlives its link. The rest is the agent's script (scripted_agent.h).
#include "base/file.h"
#include "execution/agent_executor.h"
#include "scripted_agent.h"

#include <array>

using namespace metainfer;

namespace {

constexpr RunLimits kLimits{std::chrono::milliseconds(1000), 0};

using Client = std::shared_ptr<AgentClient>;
using Call = void (*)(const Client&);

/// No model, but it has the size of one.
const std::filesystem::path& model() {
    static const auto file = [] {
        auto made = MemoryFile::create("fuzz-model");
        fuzz::require(made.has_value(), "a file in memory");
        const UniqueFd fd(open(made->path().c_str(), O_WRONLY | O_CLOEXEC));
        fuzz::require(writeAll(fd.get(), std::string(3000, 'm')).has_value(), "a model");
        return std::move(*made);
    }();
    return file.path();
}

NamedTensor input() {
    return {"x", *HostTensor::fromBytes(ElementType::Float, {1}, std::vector<std::byte>(4))};
}

template <typename Request>
Request about() {
    Request request;
    request.variant.model = model();
    request.inputs = {input()};
    request.limits = kLimits;
    return request;
}

void compare(const Client& client) {
    CompareRequest request;
    request.variants.resize(2);
    for (ModelVariant& variant : request.variants)
        variant.model = model();
    request.inputs = {{input()}};
    request.processes = 2;
    request.limits = kLimits;
    (void)client->compare(request, {}, [](const CompareBlock&) {});
}

void lock(const Client& client) {
    const auto held =
        client->lock("measure", "performance", kLimits.timeout, {}, [](const LockOwner&, int) {});
    if (held)
        (void)(*held)->isLost();
}

void execute(const Client& client) {
    static const auto out = MemoryFile::create("fuzz-out");
    ExecRequest request;
    request.arguments = {"tool"};
    request.files = {{"m.onnx", model()}};
    request.outputs = {{"out", out->path()}};
    request.limits = kLimits;
    (void)client->exec(request, {});
}

void run(const Client& client) {
    (void)AgentExecutor(client).run(model(), {}, {input()}, {"y"}, kLimits, {});
}

void statistics(const Client& client) {
    const FeedSource feeds{
        1, [](std::size_t) -> Result<std::vector<NamedTensor>> { return std::vector{input()}; }};
    (void)AgentExecutor(client).statistics(model(), {}, feeds, {{"y"}, 4}, kLimits, {});
}

struct NamedCall {
    std::string_view name;
    Call call;
};

constexpr std::array<NamedCall, 19> kCalls{{
    {"inventory", [](const Client& c) { (void)c->inventory(); }},
    {"machine_state", [](const Client& c) { (void)c->machineState(); }},
    {"load",
     [](const Client& c) {
         (void)c->load({model(), {}, "m"}, kLimits, {});
     }},
    {"measure", [](const Client& c) { (void)c->measure(about<MeasureRequest>(), {}); }},
    {"compare", compare},
    {"profile", [](const Client& c) { (void)c->profile(about<ProfileRequest>(), {}); }},
    {"memory", [](const Client& c) { (void)c->memory(about<MemoryRequest>(), {}); }},
    {"probe_compute", [](const Client& c) { (void)c->probeCompute({}, {}); }},
    {"probe_memory", [](const Client& c) { (void)c->probeMemory({}, {}); }},
    {"lock", lock},
    {"lock_state", [](const Client& c) { (void)c->lockState(); }},
    {"telemetry", [](const Client& c) { (void)c->telemetry(); }},
    {"environment", [](const Client& c) { (void)c->environment(); }},
    {"caches", [](const Client& c) { (void)c->caches(); }},
    {"power_mode", [](const Client& c) { (void)c->setPowerMode("performance"); }},
    {"exec", execute},
    {"run", run},
    {"types", [](const Client& c) { (void)AgentExecutor(c).types(model(), kLimits, {}); }},
    {"statistics", statistics},
}};

constexpr std::string_view kGreeting =
    R"({"id":$,"type":"ok","result":{"protocol_major":1,"protocol_minor":1}})"
    "\n\n";

AgentEndpoint endpointOf(fuzz::Script& script, std::string_view how) {
    AgentEndpoint endpoint;
    endpoint.name = "board";
    endpoint.open = [&script](const CancellationToken&) -> Result<std::unique_ptr<AgentLink>> {
        if (script.isAtEnd())
            return fail(ErrorCode::DeviceLost, "the script has ended");
        return std::make_unique<fuzz::ScriptedLink>(script);
    };
    endpoint.isRemote = how.find('r') != how.npos;
    endpoint.isResumable = how.find('s') != how.npos;
    endpoint.patience = std::chrono::seconds(0);
    endpoint.firstPause = std::chrono::milliseconds(0);
    return endpoint;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const std::string first(fuzz::cutAt(text, "\n"));
    std::string_view how = first;
    const std::string_view name = fuzz::cutAt(how, " ");
    const auto call =
        std::find_if(kCalls.begin(), kCalls.end(), [&](const auto& c) { return c.name == name; });
    if (call == kCalls.end())
        return 0;
    const std::string script = std::string(how.find('h') == how.npos ? kGreeting : "").append(text);
    fuzz::Script agent(script);
    if (const auto client = AgentClient::start(endpointOf(agent, how)))
        call->call(*client);
    return 0;
}
