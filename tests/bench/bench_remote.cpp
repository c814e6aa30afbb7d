// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Many runs on a board behind a link with long round trips: in blocks, as agents since 1.2 take
// them, and one by one as older ones do. Needs root, for an SSH server of its own.
//
// Usage: bench_remote [SAMPLES [DELAY_MS]]
#include "execution/agent_executor.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "ssh/bad_link.h"
#include "ssh/person.h"
#include "ssh/ssh_lab.h"
#include "support/cut_link.h"
#include "support/paths.h"
#include "support/small_network.h"

#include <cstdio>

using namespace metainfer;
using namespace metainfer::test;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Rows of 512 floats.
GraphWriter wideModel() {
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 512}})
        .output({"y", ElementType::Float, {-1}})
        .node("ReduceSum", {"x"}, {"y"}, {attribute("keepdims", std::int64_t{0})});
}

FeedSource randomFeeds(std::size_t count, const std::vector<std::int64_t>& dims,
                       std::uint64_t seed) {
    std::size_t elements = 1;
    for (const std::int64_t dim : dims)
        elements *= static_cast<std::size_t>(dim);
    return {
        count, [=](std::size_t i) -> Result<std::vector<NamedTensor>> {
            return std::vector<NamedTensor>{{"x", floats(dims, randomFloats(elements, seed + i))}};
        }};
}

class Bench {
  public:
    Bench(SshLab& lab, int delayMs, std::size_t samples)
        : m_lab(lab)
        , m_board(lab.add({}))
        , m_link(m_board.address, m_board.settings.port)
        , m_delayMs(delayMs)
        , m_samples(samples) {
        smallNetwork().save(lab.folder() / "small.onnx");
        wideModel().save(lab.folder() / "wide.onnx");
    }

    int run() {
        std::printf("%-30s %10s %10s %12s %10s\n", "feeds", "samples", "seconds", "samples/s",
                    "KB sent");
        for (const bool inBlocks : {false, true}) {
            auto client = connect(inBlocks);
            if (!client) {
                std::fprintf(stderr, "%s\n", client.error().text().c_str());
                return 1;
            }
            AgentExecutor executor(*client);
            // The model is there, and the runner warm, before the clock starts.
            if (!row(executor, inBlocks, "small", 6912, {1, 3, 24, 24}, m_samples) ||
                !row(executor, inBlocks, "wide", 204'800, {100, 512}, m_samples / 4) ||
                !row(executor, inBlocks, "wide", 204'800, {100, 512}, m_samples / 4))
                return 1;
        }
        return 0;
    }

  private:
    Result<std::shared_ptr<AgentClient>> connect(bool inBlocks) {
        SshTarget target = m_board.target();
        target.host = "127.0.0.1";
        target.port = m_link.port();
        MI_ASSIGN(AgentEndpoint endpoint, sshEndpoint(target, m_person.prompts()));
        auto control = std::make_shared<LinkControl>();
        control->hidesBlocks = !inBlocks;
        endpoint.open = [open = endpoint.open, control](
                            const CancellationToken& cancel) -> Result<std::unique_ptr<AgentLink>> {
            MI_ASSIGN(auto link, open(cancel));
            return std::make_unique<CutLink>(std::move(link), control);
        };
        m_link.setDelay(std::chrono::milliseconds(0)); // installing is not what is measured
        MI_ASSIGN(auto client, AgentClient::start(std::move(endpoint)));
        m_control = control;
        return client;
    }

    bool row(Executor& executor, bool inBlocks, const char* model, int bytes,
             const std::vector<std::int64_t>& dims, std::size_t count) {
        const fs::path file = m_lab.folder() / (std::string(model) + ".onnx");
        const auto ignore = [](std::size_t, std::vector<NamedTensor>) { return Status{}; };
        m_link.setDelay(std::chrono::milliseconds(0));
        if (auto warm = executor.runAll(file, {}, randomFeeds(1, dims, 1), {}, ignore, {}, {});
            !warm)
            return complain(warm);
        m_link.setDelay(std::chrono::milliseconds(m_delayMs));
        const std::uint64_t seed = inBlocks ? 1'000'000 : 2; // others than the board has by now
        const std::uint64_t before = m_link.bytesUp();
        const auto start = Clock::now();
        if (auto done =
                executor.runAll(file, {}, randomFeeds(count, dims, seed), {}, ignore, {}, {});
            !done)
            return complain(done);
        const double seconds = secondsSince(start);
        std::printf("%-30s %10zu %10.2f %12.1f %10.0f\n",
                    fmt::format("{} B, {}", bytes, inBlocks ? "blocks" : "one by one").c_str(),
                    count, seconds, static_cast<double>(count) / seconds,
                    static_cast<double>(m_link.bytesUp() - before) / 1000);
        std::fflush(stdout);
        return true;
    }
    static bool complain(const Status& status) {
        std::fprintf(stderr, "%s\n", status.error().text().c_str());
        return false;
    }

    SshLab& m_lab;
    SshLab::Device& m_board;
    BadLink m_link;
    int m_delayMs = 0;
    std::size_t m_samples = 0;
    Person m_person{{SshLab::kPassword, SshLab::kPassword}};
    std::shared_ptr<LinkControl> m_control;
};

} // namespace

int main(int argc, char** argv) {
    const long samples = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 200;
    const long delayMs = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 50;
    if (samples < 4 || delayMs < 0 || delayMs > 10'000) {
        std::fprintf(stderr, "usage: bench_remote [SAMPLES [DELAY_MS]]; at least 4 samples\n");
        return 2;
    }
    if (const std::string why = SshLab::whyNot(); !why.empty()) {
        std::fprintf(stderr, "bench_remote %s\n", why.c_str());
        return 1;
    }
    if (!std::getenv("METAINFER_CACHE") && std::getenv("HOME"))
        setenv("METAINFER_CACHE", (fs::path(std::getenv("HOME")) / ".cache/metainfer").c_str(), 1);
    SshLab lab;
    std::printf("%ld ms each way\n", delayMs);
    return Bench(lab, static_cast<int>(delayMs), static_cast<std::size_t>(samples)).run();
}
