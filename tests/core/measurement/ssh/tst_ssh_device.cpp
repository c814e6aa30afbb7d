// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent on devices: installed, updated, started, found again, removed; on systems that have
// little, and when things go wrong.
#include "measurement/ssh/ssh_endpoint.h"

#include "execution/agent_client.h"
#include "measurement/agent_bundle.h"
#include "ssh/bad_link.h"
#include "ssh/person.h"
#include "ssh/ssh_lab.h"
#include "support/paths.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

SshPrompts answers() {
    SshPrompts prompts;
    prompts.secret = [](const std::string&) { return std::string(SshLab::kPassword); };
    prompts.confirm = [](const std::string&) { return true; };
    return prompts;
}

/// The version that a plain agent behind `link` says; empty when it says nothing.
std::string versionBehind(AgentLink& link) {
    if (!link.write("{\"id\":1,\"method\":\"hello\",\"params\":{\"protocol_major\":1}}\n"))
        return {};
    std::string line;
    char buffer[4096];
    while (!contains(line, "\n")) {
        const std::size_t count = link.read(buffer, sizeof buffer);
        if (count == 0)
            return {};
        line.append(buffer, count);
    }
    const std::string key = "\"agent_version\":\"";
    const std::size_t at = line.find(key);
    if (at == std::string::npos)
        return line;
    const std::size_t start = at + key.size();
    return line.substr(start, line.find('"', start) - start);
}

} // namespace

class SshDeviceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void agentIsInstalledOnce();
    void updateSendsWhatIsNew();
    void versionsInUseStay();
    void fullDisk();
    void foldersThatCannotBeUsed();
    void homeThatCannotBeWritten();
    void busyboxIsEnough();
    void dropbearServes();
    void boardWithoutLibraries();
    void unknownArchitecture();
    void cutWhileInstalling();
    void agentThatIsKilled();
    void deviceThatIsStartedAgain();
    void twoClientsAtOnce();
    void twentyDevicesAtOnce();
    void removalLeavesNothing();
    void shellsThatGreetAndAccountsWithoutShell();
    void nothingIsLeft();

  private:
    AgentEndpoint endpointOf(const SshTarget& target, SshEndpointOptions options = {}) {
        options.attach = false;
        return sshEndpoint(target, answers(), std::move(options)).value();
    }
    std::shared_ptr<SshConnection> connectTo(const SshLab::Device& board) {
        auto made = SshConnection::connect(board.target(), answers(), nullptr, {}, {});
        if (!made)
            qWarning("%s", made.error().text().c_str());
        return made.value_or(nullptr);
    }
    SshTarget through(const SshLab::Device& board, const BadLink& link) const {
        SshTarget target = board.target();
        target.host = "127.0.0.1";
        target.port = link.port();
        return target;
    }
    fs::path cacheOf(const SshLab::Device& board) const { return board.home / ".cache/metainfer"; }
    std::string nameNow() const {
        const auto bundle = findAgentBundle("x86_64");
        return bundle ? bundle->version + "-" + bundle->digest.substr(0, 12) : std::string();
    }
    /// Everything below a folder becomes hours old.
    static void age(const fs::path& folder) {
        shell("find " + folder.string() + " -exec touch -d '5 hours ago' {} +");
    }

    std::unique_ptr<SshLab> m_lab;
    fs::path m_agents;
    std::string m_version;
};

void SshDeviceTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    m_lab = std::make_unique<SshLab>();
    // Small programs, and as the runtime some library: nothing here loads it.
    m_agents = m_lab->folder() / "agents/x86_64";
    fs::create_directories(m_agents / "lib");
    for (const char* name : {"metainfer-agent", "metainfer-runner-probe"}) {
        int code = 0;
        const std::string said = shell(fmt::format("strip -o {}/{} {}/{}", m_agents.string(), name,
                                                   test::binDir().string(), name),
                                       &code);
        QVERIFY2(code == 0, said.c_str());
    }
    shell("cp -L /lib/x86_64-linux-gnu/libcrypto.so.3 " + m_agents.string() +
          "/lib/libonnxruntime.so.1.99.0");
    qputenv("METAINFER_AGENTS", (m_lab->folder() / "agents").c_str());
    const auto bundle = findAgentBundle("x86_64");
    QVERIFY2(bundle, bundle ? "" : bundle.error().text().c_str());
    QCOMPARE(bundle->programs.front().name, std::string("metainfer-agent"));
    m_version = bundle->version;
}

void SshDeviceTest::agentIsInstalledOnce() {
    SshLab::Device& board = m_lab->add({});
    const auto connection = connectTo(board);
    QVERIFY(connection);
    RemoteSetupOptions options;
    std::uint64_t told = 0, total = 0;
    std::vector<std::string> done;
    options.onUpload = [&](const UploadProgress& progress) {
        QVERIFY(progress.doneBytes >= told && progress.doneBytes <= progress.totalBytes);
        told = progress.doneBytes;
        total = progress.totalBytes;
    };
    options.onStage = [&](const SshStageEvent& event) {
        if (event.isDone)
            done.push_back(event.detail);
    };
    const auto installed = installAgent(*connection, options, {});
    QVERIFY2(installed, installed ? "" : installed.error().text().c_str());
    QVERIFY(!installed->wasThere);
    QCOMPARE(installed->architecture, std::string("x86_64"));
    QCOMPARE(installed->root, cacheOf(board).string());
    QCOMPARE(told, total);
    QCOMPARE(installed->uploadedBytes, total);
    QVERIFY2(contains(done.front(), "Linux"), done.front().c_str());
    QVERIFY2(contains(done.back(), m_version), done.back().c_str());
    const auto run = connection->exec(installed->program + " --version", {}, {}, {});
    QVERIFY(run);
    QCOMPARE(run->out, "metainfer-agent " + m_version + "\n");
    // This system's own C library serves: no loader is sent.
    const fs::path folder = fs::path(installed->program).parent_path();
    QVERIFY(fs::exists(folder / "lib/libonnxruntime.so.1.99.0"));
    QVERIFY(!fs::exists(folder / "loader"));
    QCOMPARE(std::distance(fs::directory_iterator(cacheOf(board) / "files"), {}), 3);
    const auto again = installAgent(*connection, {}, {});
    QVERIFY(again);
    QVERIFY(again->wasThere);
    QCOMPARE(again->uploadedBytes, std::uint64_t(0));
}

void SshDeviceTest::updateSendsWhatIsNew() {
    SshLab::Device& board = m_lab->add({});
    const auto connection = connectTo(board);
    QVERIFY(connection);
    QVERIFY(installAgent(*connection, {}, {}));
    const std::string before = nameNow();
    age(cacheOf(board));
    shell("printf x >> " + (m_agents / "metainfer-runner-probe").string());
    const std::string after = nameNow();
    QVERIFY(before != after);
    const auto updated = installAgent(*connection, {}, {});
    QVERIFY2(updated, updated ? "" : updated.error().text().c_str());
    QVERIFY(!updated->wasThere);
    QCOMPARE(updated->uploadedBytes,
             std::uint64_t(fs::file_size(m_agents / "metainfer-runner-probe")));
    QCOMPARE(updated->removed.size(), std::size_t(1));
    QCOMPARE(updated->removed.front(), before);
    QVERIFY(!fs::exists(cacheOf(board) / "agent" / before));
    QVERIFY(fs::exists(cacheOf(board) / "agent" / after / "metainfer-agent"));
    QCOMPARE(std::distance(fs::directory_iterator(cacheOf(board) / "files"), {}), 3);
}

void SshDeviceTest::versionsInUseStay() {
    SshLab::Device& board = m_lab->add({});
    auto endpoint = endpointOf(board.target());
    auto running = endpoint.open({});
    QVERIFY2(running, running ? "" : running.error().text().c_str());
    QCOMPARE(versionBehind(**running), m_version);
    const std::string before = nameNow();
    age(cacheOf(board));
    shell("printf x >> " + (m_agents / "metainfer-runner-probe").string());
    auto newer = endpointOf(board.target()).open({});
    QVERIFY2(newer, newer ? "" : newer.error().text().c_str());
    QCOMPARE(versionBehind(**newer), m_version);
    QVERIFY(fs::exists(cacheOf(board) / "agent" / before / "metainfer-agent"));
    QVERIFY(fs::exists(cacheOf(board) / "agent" / nameNow() / "metainfer-agent"));
    QCOMPARE(versionBehind(**running), m_version);
    running->reset();
    newer->reset();
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
}

void SshDeviceTest::fullDisk() {
    SshLab::Device& board = m_lab->add({});
    const fs::path small = m_lab->mountSmall(board, "small", "size=2m");
    const auto connection = connectTo(board);
    QVERIFY(connection);
    RemoteSetupOptions options;
    options.cacheFolder = (small / "cache").string();
    const auto installed = installAgent(*connection, options, {});
    QVERIFY(!installed);
    QCOMPARE(installed.error().code, ErrorCode::NoSpace);
    QVERIFY2(contains(installed.error().message, "MB free") &&
                 contains(installed.error().hint, "another folder"),
             installed.error().text().c_str());
    QVERIFY(fs::is_empty(small / "cache/files"));
    // Not even the first look finds room.
    shell(fmt::format("head -c 3000000 /dev/zero > {}/ballast", small.string()));
    options.cacheFolder = (small / "other").string();
    const auto nothing = installAgent(*connection, options, {});
    QVERIFY(!nothing);
    QVERIFY2(nothing.error().code == ErrorCode::NoSpace, nothing.error().text().c_str());
}

void SshDeviceTest::foldersThatCannotBeUsed() {
    SshLab::Device& board = m_lab->add({});
    const fs::path noPrograms = m_lab->mountSmall(board, "noexec", "size=60m", MS_NOEXEC);
    const auto connection = connectTo(board);
    QVERIFY(connection);
    RemoteSetupOptions options;
    options.cacheFolder = "/proc/metainfer";
    const auto proc = installAgent(*connection, options, {});
    QVERIFY(!proc);
    QVERIFY2(contains(proc.error().text(), "/proc/metainfer"), proc.error().text().c_str());
    options.cacheFolder = (board.folder / "closed").string(); // below a folder of root's
    const auto closed = installAgent(*connection, options, {});
    QVERIFY(!closed);
    QCOMPARE(closed.error().code, ErrorCode::PermissionDenied);
    QVERIFY2(contains(closed.error().text(), "Permission denied"), closed.error().text().c_str());
    options.cacheFolder = (noPrograms / "cache").string();
    const auto noexec = installAgent(*connection, options, {});
    QVERIFY(!noexec);
    QCOMPARE(noexec.error().code, ErrorCode::PermissionDenied);
    QVERIFY2(contains(noexec.error().hint, "noexec"), noexec.error().text().c_str());
}

void SshDeviceTest::homeThatCannotBeWritten() {
    SshLab::Device& board = m_lab->add({});
    shell("chown root " + board.home.string());
    const auto connection = connectTo(board);
    QVERIFY(connection);
    const auto installed = installAgent(*connection, {}, {});
    QVERIFY2(installed, installed ? "" : installed.error().text().c_str());
    QCOMPARE(installed->root, "/tmp/metainfer-" + board.user);
    const auto removed = removeFromDevice(*connection, {}, false, {});
    QVERIFY(removed);
    QCOMPARE(removed->folders, std::vector{installed->root});
    QVERIFY(!fs::exists(installed->root));
}

void SshDeviceTest::busyboxIsEnough() {
    if (access("/bin/busybox", X_OK) != 0 && access("/usr/bin/busybox", X_OK) != 0)
        QSKIP("needs busybox");
    const fs::path tools = m_lab->folder() / "busybox";
    fs::create_directories(tools);
    shell(fmt::format("b=$(command -v busybox); cp $b {0}/busybox; for a in $(busybox --list); do "
                      "ln -s busybox {0}/$a; done",
                      tools.string()));
    SshLab::Settings settings;
    settings.path = tools.string();
    settings.shell = (tools / "ash").string();
    SshLab::Device& board = m_lab->add(settings);
    auto endpoint = endpointOf(board.target());
    auto link = endpoint.open({});
    QVERIFY2(link, link ? "" : link.error().text().c_str());
    QCOMPARE(versionBehind(**link), m_version);
    link->reset();
    const auto connection = connectTo(board);
    const auto tool = connection->exec("ls --help 2>&1 | head -n 1", {}, {}, {});
    QVERIFY(tool);
    QVERIFY2(contains(tool->out, "BusyBox"), tool->out.c_str());
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
    const auto removed = removeFromDevice(*connection, {}, false, {});
    QVERIFY2(removed, removed ? "" : removed.error().text().c_str());
    QVERIFY(removed->bytes > 1'000'000);
    QVERIFY(fs::is_empty(board.home));
}

void SshDeviceTest::dropbearServes() {
    int code = 0;
    shell("command -v dropbear && command -v dropbearkey", &code);
    if (code != 0)
        QSKIP("needs dropbear");
    SshLab::Device& board = m_lab->add({});
    m_lab->powerOff(board);
    m_lab->startDropbear(board);
    SshEndpointOptions options;
    options.cacheFolder = (board.home / "cache").string();
    auto link = endpointOf(board.target(), options).open({});
    QVERIFY2(link, link ? "" : link.error().text().c_str());
    QCOMPARE(versionBehind(**link), m_version);
    const auto connection = connectTo(board);
    QVERIFY(connection);
    const std::string big(3'000'000, 'x');
    const auto echoed = connection->exec("cat; echo why >&2; exit 4", big, {}, {});
    QVERIFY2(echoed, echoed ? "" : echoed.error().text().c_str());
    QVERIFY(echoed->out == big && echoed->err == "why\n");
    QCOMPARE(echoed->exit.code, 4);
    link->reset();
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
}

void SshDeviceTest::boardWithoutLibraries() {
    // A root folder with nothing but busybox in it.
    const fs::path root = fmt::format("/run/mi-root-{}", m_lab->id());
    int code = 0;
    shell(fmt::format("mkdir -p {0}/bin {0}/proc {0}/dev {0}/tmp {0}/home && chmod 1777 {0}/tmp "
                      "{0}/home && cp $(command -v busybox) {0}/bin/busybox && for a in $(busybox "
                      "--list); do ln -s busybox {0}/bin/$a; done; mount -t proc proc {0}/proc && "
                      "mount --bind /dev {0}/dev",
                      root.string()),
          &code);
    const auto clear = [&](void*) {
        shell(
            fmt::format("umount -l {0}/proc {0}/dev; rm -rf --one-file-system {0}", root.string()));
    };
    const std::unique_ptr<void, decltype(clear)> cleared(&code, clear);
    if (code != 0)
        QSKIP("needs busybox, and mounts");
    SshLab::Settings settings;
    settings.shell = "/bin/sh";
    settings.path = "/bin";
    settings.lines = "ChrootDirectory " + root.string();
    SshLab::Device& board = m_lab->add(settings);
    // The lab's home is outside of that root.
    SshEndpointOptions options;
    options.cacheFolder = "/home/cache";
    auto link = endpointOf(board.target(), options).open({});
    QVERIFY2(link, link ? "" : link.error().text().c_str());
    QCOMPARE(versionBehind(**link), m_version);
    const fs::path folder = root / "home/cache/agent" / nameNow();
    QVERIFY(fs::exists(folder / "loader/libc.so.6"));
    // The runner is linked against libraries that this board does not have.
    auto client = AgentClient::start(endpointOf(board.target(), options));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    ProbeMemoryRequest request;
    request.seconds = 0.05;
    const auto report = (*client)->probeMemory(request, {});
    QVERIFY2(report, report ? "" : report.error().text().c_str());
    QVERIFY(report->bytesPerSecond > 0);
    client->reset();
    const auto connection = connectTo(board);
    const auto survey = surveyDevice(*connection, {"/home/cache", "0", {}, {}}, {});
    QVERIFY(survey);
    QCOMPARE(survey->libc, std::string());
    link->reset();
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
    m_lab->powerOff(board);
}

void SshDeviceTest::unknownArchitecture() {
    const fs::path tools = m_lab->folder() / "strange";
    writeFile(tools / "uname", "#!/bin/sh\n[ \"$1\" = -m ] && echo mips64 || echo Linux 3.2\n",
              0755);
    SshLab::Settings settings;
    settings.path = tools.string() + ":/usr/bin:/bin";
    SshLab::Device& board = m_lab->add(settings);
    const auto link = endpointOf(board.target()).open({});
    QVERIFY(!link);
    QCOMPARE(link.error().code, ErrorCode::NotFound);
    QVERIFY2(contains(link.error().text(), "mips64"), link.error().text().c_str());
}

void SshDeviceTest::cutWhileInstalling() {
    SshLab::Device& board = m_lab->add({});
    BadLink link(board.address, 22);
    link.setBytesPerSecond(30'000'000);
    auto endpoint = endpointOf(through(board, link));
    const std::uint64_t whole = fs::file_size(m_agents / "metainfer-agent") +
                                fs::file_size(m_agents / "lib/libonnxruntime.so.1.99.0");
    link.cutAfter(whole * 2 / 3);
    const auto cut = endpoint.open({});
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, ErrorCode::DeviceLost);
    const std::uint64_t before = link.bytesUp();
    auto again = endpoint.open({});
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QCOMPARE(versionBehind(**again), m_version);
    QVERIFY2(link.bytesUp() - before < whole * 2 / 3, "all of it was sent again");
    // Parts of files are gone.
    for (const auto& entry : fs::directory_iterator(cacheOf(board) / "files"))
        QCOMPARE(entry.path().filename().string().size(), std::size_t(64));
}

void SshDeviceTest::agentThatIsKilled() {
    SshLab::Device& board = m_lab->add({});
    auto endpoint = endpointOf(board.target());
    auto link = endpoint.open({});
    QVERIFY(link);
    QCOMPARE(versionBehind(**link), m_version);
    shell(fmt::format("for p in $(ip netns pids {}); do case $(readlink /proc/$p/exe) in "
                      "*/metainfer-agent) kill -9 $p ;; esac; done",
                      board.space));
    char buffer[64];
    QCOMPARE((*link)->read(buffer, sizeof buffer), std::size_t(0));
    QCOMPARE((*link)->endReason(), std::string("signal 9 (SIGKILL)"));
    auto again = endpoint.open({});
    QVERIFY(again);
    QCOMPARE(versionBehind(**again), m_version);
}

void SshDeviceTest::deviceThatIsStartedAgain() {
    SshLab::Device& board = m_lab->add({});
    std::vector<LinkEvent> events;
    SshEndpointOptions options;
    options.onEvent = [&](const LinkEvent& event) { events.push_back(event); };
    auto endpoint = endpointOf(board.target(), options);
    QVERIFY(endpoint.isRemote);
    auto link = endpoint.open({});
    QVERIFY(link);
    QVERIFY(!events.empty() && events.front().state == LinkState::Connecting);
    m_lab->powerOff(board);
    char buffer[64];
    QCOMPARE((*link)->read(buffer, sizeof buffer), std::size_t(0));
    const auto off = endpoint.open({});
    QVERIFY(!off);
    QVERIFY2(off.error().code == ErrorCode::Io || off.error().code == ErrorCode::Timeout,
             off.error().text().c_str());
    // Back again, with an empty disk; while it starts it lets nobody in.
    fs::remove_all(cacheOf(board));
    board.settings.lines = "DenyUsers *";
    m_lab->configure(board);
    m_lab->start(board);
    const auto starting = endpoint.open({});
    QVERIFY(!starting);
    QCOMPARE(starting.error().code, ErrorCode::PermissionDenied);
    m_lab->powerOff(board);
    board.settings.lines.clear();
    m_lab->configure(board);
    m_lab->start(board);
    events.clear();
    auto back = endpoint.open({});
    QVERIFY2(back, back ? "" : back.error().text().c_str());
    QCOMPARE(versionBehind(**back), m_version);
    QVERIFY(!events.empty() && events.front().state == LinkState::Reconnecting);
}

void SshDeviceTest::twoClientsAtOnce() {
    SshLab::Device& board = m_lab->add({});
    std::atomic<int> good{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 2; ++i)
        clients.emplace_back([&] {
            auto link = endpointOf(board.target()).open({});
            if (!link)
                return qWarning("%s", link.error().text().c_str());
            if (versionBehind(**link) == m_version)
                ++good;
        });
    for (std::thread& client : clients)
        client.join();
    QCOMPARE(good.load(), 2);
    QCOMPARE(std::distance(fs::directory_iterator(cacheOf(board) / "files"), {}), 3);
    QCOMPARE(std::distance(fs::directory_iterator(cacheOf(board) / "agent"), {}), 1);
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
}

void SshDeviceTest::twentyDevicesAtOnce() {
    constexpr int kDevices = 20;
    std::vector<SshLab::Device*> boards;
    for (int i = 0; i < kDevices; ++i)
        boards.push_back(&m_lab->add({}));
    std::vector<std::unique_ptr<AgentLink>> links(kDevices);
    std::vector<std::thread> threads;
    for (int i = 0; i < kDevices; ++i)
        threads.emplace_back([&, i] {
            auto link = endpointOf(boards[i]->target()).open({});
            if (!link)
                return qWarning("%s", link.error().text().c_str());
            links[i] = std::move(*link);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (int i = 0; i < kDevices; ++i) {
        QVERIFY(links[i]);
        QCOMPARE(versionBehind(*links[i]), m_version);
    }
    // One that hangs holds up none of the others.
    shell(fmt::format("for p in $(ip netns pids {}); do kill -STOP $p; done", boards[0]->space));
    for (int i = 1; i < kDevices; ++i)
        QCOMPARE(versionBehind(*links[i]), m_version);
    m_lab->powerOff(*boards[0]);
    links.clear();
    for (SshLab::Device* board : boards)
        QVERIFY(eventually([&] { return SshLab::programs(*board).empty(); }));
}

void SshDeviceTest::removalLeavesNothing() {
    SshLab::Device& board = m_lab->add({});
    auto link = endpointOf(board.target()).open({});
    QVERIFY(link);
    QCOMPARE(versionBehind(**link), m_version);
    writeFile(cacheOf(board) / "onnxruntime/lib/mine", "of the user, not of the device");
    const auto connection = connectTo(board);
    QVERIFY(connection);
    const auto busy = removeFromDevice(*connection, {}, false, {});
    QVERIFY(!busy);
    QCOMPARE(busy.error().code, ErrorCode::Busy);
    QVERIFY2(contains(busy.error().message, "agents are running"), busy.error().text().c_str());
    QVERIFY(fs::exists(cacheOf(board) / "files"));
    const auto removed = removeFromDevice(*connection, {}, true, {});
    QVERIFY2(removed, removed ? "" : removed.error().text().c_str());
    QCOMPARE(removed->endedProcesses, 1);
    QCOMPARE(removed->folders, std::vector{cacheOf(board).string()});
    QVERIFY(removed->bytes > 1'000'000);
    // What the user keeps in the same place stays.
    QVERIFY(fs::exists(cacheOf(board) / "onnxruntime/lib/mine"));
    QCOMPARE(std::distance(fs::directory_iterator(cacheOf(board)), {}), 1);
    fs::remove_all(cacheOf(board) / "onnxruntime");
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
    const auto empty = removeFromDevice(*connection, {}, false, {});
    QVERIFY(empty);
    QVERIFY(fs::is_empty(board.home));
    QVERIFY(fs::is_empty(board.temporary()));
    const auto nothing = removeFromDevice(*connection, {}, false, {});
    QVERIFY(nothing && nothing->folders.empty());
}

void SshDeviceTest::shellsThatGreetAndAccountsWithoutShell() {
    const fs::path greeting = m_lab->folder() / "greeting-shell";
    writeFile(greeting,
              "#!/bin/sh\necho Welcome to the board\necho 'last line '\nexec /bin/sh \"$@\"\n",
              0755);
    SshLab::Settings settings;
    settings.shell = greeting.string();
    SshLab::Device& board = m_lab->add(settings);
    auto link = endpointOf(board.target()).open({});
    QVERIFY2(link, link ? "" : link.error().text().c_str());
    QCOMPARE(versionBehind(**link), m_version);
    SshLab::Settings locked;
    locked.shell = "/usr/sbin/nologin";
    const auto refused = endpointOf(m_lab->add(locked).target()).open({});
    QVERIFY(!refused);
    QVERIFY2(contains(refused.error().text(), "runs no commands"), refused.error().text().c_str());
    SshEndpointOptions options;
    options.sessionId = "../../x";
    QVERIFY(!sshEndpoint(board.target(), answers(), options));
}

void SshDeviceTest::nothingIsLeft() {
    const int id = m_lab->id();
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshDeviceTest)
#include "tst_ssh_device.moc"
