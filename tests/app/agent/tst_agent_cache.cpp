// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent keeps a bounded amount of sent files; those used least recently go first.
#include "base/file.h"
#include "base/hash.h"
#include "execution/agent_client.h"
#include "support/paths.h"

#include <QtTest>

#include <filesystem>

#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// 400 KiB each: two fit into one MiB, three do not.
std::string content(char c) {
    return std::string(400 << 10, c);
}
std::string hashOf(char c) {
    return sha256Hex(content(c));
}

/// The id of a process that has ended.
pid_t endedProcess() {
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

} // namespace

class TestAgentCache : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    std::shared_ptr<AgentClient> m_client;

    void start(const std::string& limit) {
        m_client = AgentClient::start({{(binDir() / "metainfer-agent").string()},
                                       {"METAINFER_CACHE=" + (m_folder->path() / "cache").string(),
                                        "METAINFER_CACHE_LIMIT_MB=" + limit}})
                       .value();
    }
    fs::path blobs() const { return m_folder->path() / "cache/blobs"; }
    Result<Json> call(const char* method, const Json& params) {
        return m_client->call(method, params, 60s, {});
    }
    Result<Json> put(char c) {
        const fs::path file = m_folder->path() / "source";
        if (auto written = writeFileAtomically(file, content(c)); !written)
            return fail(written.error());
        return call("blob_put", {{"sha256", hashOf(c)}, {"path", file.string()}});
    }
    /// As if it had been used that long ago, so that no test depends on the clock's resolution.
    void age(char c, std::chrono::hours hours) {
        fs::last_write_time(blobs() / hashOf(c), fs::file_time_type::clock::now() - hours);
    }
    bool isThere(char c) const { return fs::exists(blobs() / hashOf(c)); }

  private slots:
    void init() {
        m_folder = TemporaryDirectory::create("cache").value();
        start("1");
    }
    void cleanup() { m_client.reset(); }

    void theLeastRecentlyUsedGoes() {
        QVERIFY(put('a').has_value());
        QVERIFY(put('b').has_value());
        age('a', 2h);
        age('b', 1h);
        QVERIFY(put('c').has_value());
        QVERIFY(!isThere('a'));
        QVERIFY(isThere('b') && isThere('c'));
    }

    void askingForAFileIsAUse() {
        QVERIFY(put('a').has_value());
        QVERIFY(put('b').has_value());
        age('a', 2h);
        age('b', 1h);
        QCOMPARE(call("blob_has", {{"sha256", hashOf('a')}}).value()["present"], Json(true));
        QVERIFY(put('c').has_value());
        QVERIFY(isThere('a') && isThere('c'));
        QVERIFY(!isThere('b'));
    }

    void namingAFileInARequestIsAUse() {
        QVERIFY(put('a').has_value());
        QVERIFY(put('b').has_value());
        age('a', 2h);
        age('b', 1h);
        // Any request that names it will do; this one needs no runtime.
        QVERIFY(call("machine_state", {{"model", "blob:" + hashOf('a')}}).has_value());
        QVERIFY(put('c').has_value());
        QVERIFY(isThere('a') && !isThere('b'));
    }

    void theOrderOutlivesTheAgent() {
        QVERIFY(put('a').has_value());
        QVERIFY(put('b').has_value());
        age('b', 2h);
        age('a', 1h);
        start("1");
        QVERIFY(put('c').has_value());
        QVERIFY(isThere('a') && !isThere('b'));
    }

    void sendingAgainTakesNoRoomFromOthers() {
        QVERIFY(put('a').has_value());
        QVERIFY(put('b').has_value());
        QVERIFY(put('b').has_value());
        QVERIFY(isThere('a') && isThere('b'));
    }

    void usageTellsWhatIsThere() {
        QCOMPARE(call("blob_usage", Json::object()).value()["files"], Json(0));
        QVERIFY(put('a').has_value());
        const Json usage = call("blob_usage", Json::object()).value();
        QCOMPARE(usage["files"], Json(1));
        QCOMPARE(usage["bytes"], Json(400 << 10));
        QCOMPARE(usage["limit_bytes"], Json(1 << 20));
        QCOMPARE(usage["folder"].get<std::string>(), blobs().string());
    }

    void aFileLargerThanTheCacheIsRefusedAndEvictsNothing() {
        QVERIFY(put('a').has_value());
        const std::string large(2 << 20, 'x');
        const fs::path file = m_folder->path() / "large";
        QVERIFY(writeFileAtomically(file, large));
        const auto refused =
            call("blob_put", {{"sha256", sha256Hex(large)}, {"path", file.string()}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NoSpace);
        QVERIFY(refused.error().message.find(blobs().string()) != std::string::npos);
        QVERIFY(refused.error().hint.find("METAINFER_CACHE_LIMIT_MB") != std::string::npos);
        QVERIFY(isThere('a'));
        QCOMPARE(std::distance(fs::directory_iterator(blobs()), {}), 1);
    }

    void partsOfDeadAgentsAreRemoved() {
        QVERIFY(put('a').has_value());
        const auto part = [&](pid_t pid) {
            return blobs() / (hashOf('z') + "." + std::to_string(pid) + ".part");
        };
        const pid_t dead = endedProcess();
        QVERIFY(writeFileAtomically(part(dead), "left behind"));
        QVERIFY(writeFileAtomically(part(getpid()), "still being sent"));
        QVERIFY(put('b').has_value());
        QVERIFY(!fs::exists(part(dead)));
        QVERIFY(fs::exists(part(getpid())));
    }

    void aWrongLimitFallsBackToTheDefault() {
        start("much");
        QCOMPARE(call("blob_usage", Json::object()).value()["limit_bytes"],
                 Json(std::uint64_t{4096} << 20));
    }
};

QTEST_GUILESS_MAIN(TestAgentCache)
#include "tst_agent_cache.moc"
