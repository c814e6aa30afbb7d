// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What looking at a device costs it: CPU time of a look, the share at the window's rate, and the
// latency of a model while somebody looks at that rate, against nobody looking, in turn.
//
// Usage: bench_telemetry [ROUNDS]
#include "base/file.h"
#include "execution/agent_client.h"
#include "execution/statistics.h"
#include "support/small_network.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;
namespace fs = std::filesystem;

namespace {

constexpr double kLooksPerSecond = 1;            // of the window
constexpr double kLooksPerSecondMeasuring = 0.5; // while somebody measures

double ownCpuUs() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

/// Of another process, to the nanosecond, from the scheduler.
double cpuUsOf(int pid) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

/// Looks again and again until it goes.
class Onlooker {
  public:
    Onlooker(AgentClient& client, double perSecond)
        : m_thread([this, &client, perSecond] {
            std::unique_lock lock(m_mutex);
            while (!m_done) {
                lock.unlock();
                if (client.telemetry())
                    ++m_looks;
                lock.lock();
                m_wake.wait_for(lock, std::chrono::duration<double>(1 / perSecond),
                                [this] { return m_done; });
            }
        }) {}
    ~Onlooker() {
        {
            const std::lock_guard lock(m_mutex);
            m_done = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }
    int looks() const { return m_looks; }

  private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
    std::atomic<int> m_looks{0};
    std::thread m_thread;
};

void costOfALook(AgentClient& client) {
    constexpr int kLooks = 500;
    if (!client.telemetry())
        return;
    const double ours = ownCpuUs(), theirs = cpuUsOf(client.processId());
    for (int i = 0; i < kLooks; ++i)
        (void)client.telemetry();
    const double device = (cpuUsOf(client.processId()) - theirs) / kLooks;
    std::printf("a look: %.0f us of CPU time on the device, %.0f us here\n", device,
                (ownCpuUs() - ours) / kLooks);
    std::printf("at %g a second: %.4f %% of one core of the device\n", kLooksPerSecond,
                device * kLooksPerSecond / 1e4);
}

/// The median latency over some seconds, us; 0 when that failed.
double latencyUs(AgentClient& client, const fs::path& model) {
    MeasureRequest request;
    request.variant = {model, {}, "small"};
    request.variant.options.threads = 1;
    request.inputs = smallNetworkFeed(1);
    request.minSeconds = 2;
    const auto measured = client.measure(request, {});
    if (measured)
        return median(measured->samples.wallUs);
    std::fprintf(stderr, "%s\n", measured.error().text().c_str());
    return 0;
}

bool compareLatency(AgentClient& client, const fs::path& model, int rounds, double perSecond) {
    std::vector<double> ratios;
    int looks = 0;
    for (int round = 0; round < rounds; ++round) {
        double alone = 0, watched = 0;
        for (const bool isWatched : {round % 2 == 0, round % 2 != 0}) {
            if (!isWatched) {
                alone = latencyUs(client, model);
                continue;
            }
            Onlooker onlooker(client, perSecond);
            watched = latencyUs(client, model);
            looks += onlooker.looks();
        }
        if (alone == 0 || watched == 0)
            return false;
        ratios.push_back(watched / alone);
        std::printf("  alone %.2f us, watched %.2f us, ratio %.4f\n", alone, watched,
                    ratios.back());
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("latency watched / alone at %g looks a second: median %.4f, from %.4f to %.4f "
                "(%d rounds, %d looks)\n",
                perSecond, median(ratios), ratios.front(), ratios.back(), rounds, looks);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 4;
    if (rounds < 1 || rounds > 1000) {
        std::fprintf(stderr, "usage: bench_telemetry [ROUNDS], 1 to 1000\n");
        return 2;
    }
    const auto folder = TemporaryDirectory::create("mi-telemetry");
    const auto client = AgentClient::startLocal();
    if (!folder || !client) {
        std::fprintf(stderr, "%s\n", (folder ? client.error() : folder.error()).text().c_str());
        return 1;
    }
    const fs::path model = smallNetwork().save(folder->path() / "small.onnx");
    costOfALook(**client);
    const bool done = compareLatency(**client, model, rounds, kLooksPerSecondMeasuring) &&
                      compareLatency(**client, model, rounds, 20);
    return done ? 0 : 1;
}
