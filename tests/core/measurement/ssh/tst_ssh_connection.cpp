// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Connections to real SSH servers: jump hosts, commands, channels, bad links.
#include "ssh/ssh_connections.h"

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

class SshConnectionTest : public QObject, private SshConnections {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init() { begin(); }
    void jumpHosts();
    void jumpHostThatCannotReach();
    void proxyCommand();
    void wrongPortAndSilentServers();
    void cancelEndsWaiting();
    void commandsHaveTheirStreams();
    void commandsAreEnded();
    void channelsStream();
    void answersAreNotLeftLying();
    void slowLinkStaysUp();
    void frozenLinkIsNoticed();
    void nothingIsLeft();
};

void SshConnectionTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    open();
}

void SshConnectionTest::jumpHosts() {
    SshLab::Device& second = m_lab->add({});
    SshLab::Settings settings;
    settings.port = 2200;
    SshLab::Device& last = m_lab->add(settings);
    writeFile(m_lab->config(),
              fmt::format("Host gate\n HostName {}\n User {}\n", m_board->address, m_board->user));
    SshTarget target = last.target();
    target.jumps = {"gate", second.target().text()};
    Person person{{SshLab::kPassword, SshLab::kPassword, SshLab::kPassword}};
    const auto connection = connectTo(target, person);
    writeFile(m_lab->config(), "");
    QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(3));
    // The last one sees the second as its client.
    const auto from = (*connection)->exec("echo $SSH_CLIENT", {}, {}, {});
    QVERIFY(from);
    QVERIFY2(from->out.rfind(second.address + " ", 0) == 0, from->out.c_str());
    // Much in both directions at once.
    const std::string big = noise(3 << 20);
    const auto echoed = (*connection)->exec("cat", big, {}, {});
    QVERIFY2(echoed, echoed ? "" : echoed.error().text().c_str());
    QVERIFY(echoed->out == big);
    // The jump host goes away.
    m_lab->powerOff(second);
    QVERIFY(eventually([&] { return !(*connection)->isConnected(); }));
    const auto after = (*connection)->exec("true", {}, {}, {});
    QVERIFY(!after);
    QCOMPARE(after.error().code, ErrorCode::DeviceLost);
}

void SshConnectionTest::jumpHostThatCannotReach() {
    SshTarget target = m_board->target();
    target.port = 9;
    target.jumps = {m_board->target().text()};
    Person person{{SshLab::kPassword}};
    const auto connection = connectTo(target, person);
    QVERIFY(!connection);
    QVERIFY2(contains(connection.error().message, "cannot reach"),
             connection.error().text().c_str());
}

void SshConnectionTest::proxyCommand() {
    int code = 0;
    shell("command -v busybox", &code);
    if (code != 0)
        QSKIP("needs busybox, for its nc");
    writeFile(m_lab->config(),
              fmt::format("Host far\n HostName {}\n User {}\n ProxyCommand busybox "
                          "nc %h %p\n",
                          m_board->address, m_board->user));
    SshTarget target;
    target.host = "far";
    auto connection = connected(target);
    writeFile(m_lab->config(), "");
    QVERIFY(connection);
    const std::string big = noise(1 << 20);
    const auto echoed = connection->exec("cat", big, {}, {});
    QVERIFY2(echoed, echoed ? "" : echoed.error().text().c_str());
    QVERIFY(echoed->out == big);
    connection.reset();
    // The program that reached it is gone with the connection.
    const std::string command = std::string("nc") + '\0' + m_board->address;
    QVERIFY(eventually([&] {
        for (const auto& entry : fs::directory_iterator("/proc")) {
            const auto text = readTextFile(entry.path() / "cmdline");
            if (text && contains(*text, command))
                return false;
        }
        return true;
    }));
}

void SshConnectionTest::wrongPortAndSilentServers() {
    SshTarget target = m_board->target();
    target.port = 9;
    Person person;
    const auto refused = connectTo(target, person);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Io);
    QVERIFY2(contains(refused.error().message, "refuses connections on port 9"),
             refused.error().text().c_str());
    // It accepts, and says nothing.
    BadLink silent(m_board->address, 22);
    silent.freeze(true);
    m_options.stageTimeout = 300ms;
    const auto late = connectTo(through(silent), person);
    QVERIFY(!late);
    QCOMPARE(late.error().code, ErrorCode::Timeout);
    // It ends the connection at once.
    BadLink resetting(m_board->address, 22);
    resetting.refuse(true);
    const auto reset = connectTo(through(resetting), person);
    QVERIFY(!reset);
    QCOMPARE(reset.error().code, ErrorCode::Io);
    // The end may come before or after the system calls it connected.
    QVERIFY2(contains(reset.error().message, "no SSH server answers") ||
                 contains(reset.error().message, "reset by peer"),
             reset.error().text().c_str());
    target.host = "no-such-host.invalid";
    const auto unnamed = connectTo(target, person);
    QVERIFY(!unnamed);
    QVERIFY2(contains(unnamed.error().message, "no-such-host.invalid"),
             unnamed.error().text().c_str());
}

void SshConnectionTest::cancelEndsWaiting() {
    BadLink silent(m_board->address, 22);
    silent.freeze(true);
    CancellationToken cancel;
    Person person;
    std::thread canceller([&] {
        eventually([&] { return silent.accepted() > 0; });
        cancel.cancel();
    });
    const auto connection = connectTo(through(silent), person, cancel);
    canceller.join();
    QVERIFY(!connection);
    QCOMPARE(connection.error().code, ErrorCode::Cancelled);
}

void SshConnectionTest::commandsHaveTheirStreams() {
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    const auto both = connection->exec("cat; echo wrong >&2; exit 7", "in\n", {}, {});
    QVERIFY(both);
    QCOMPARE(both->out, std::string("in\n"));
    QCOMPARE(both->err, std::string("wrong\n"));
    QCOMPARE(both->exit.code, 7);
    const auto killed = connection->exec("kill -9 $$", {}, {}, {});
    QVERIFY(killed);
    QVERIFY(killed->exit.bySignal);
    QCOMPARE(killed->exit.signal, SIGKILL);
    SshExecLimits limits;
    limits.mostOutput = 1000;
    const auto much = connection->exec("head -c 3000000 /dev/zero", {}, limits, {});
    QVERIFY(much);
    QCOMPARE(much->out.size(), std::size_t(1000));
    const std::string big = noise(5 << 20);
    const auto echoed = connection->exec("cat", big, {}, {});
    QVERIFY(echoed && echoed->out == big);
}

void SshConnectionTest::commandsAreEnded() {
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    SshExecLimits limits;
    limits.timeout = 200ms;
    const auto late = connection->exec("exec sleep 1000", {}, limits, {});
    QVERIFY(!late);
    QCOMPARE(late.error().code, ErrorCode::Timeout);
    CancellationToken cancel;
    std::thread canceller([&] {
        eventually([&] { return SshLab::programs(*m_board).size() > 0; });
        cancel.cancel();
    });
    const auto cancelled = connection->exec("exec sleep 1001", {}, {}, cancel);
    canceller.join();
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    // Nothing of it goes on there, and the connection is as good as before.
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
    QVERIFY(connection->exec("true", {}, {}, {}));
}

void SshConnectionTest::channelsStream() {
    auto connection = connected(m_board->target());
    QVERIFY(connection);
    auto link = connection->openChannel("echo greeting; echo ready; exec cat", {}, "ready");
    QVERIFY(link);
    QVERIFY((*link)->write("one\n"));
    char buffer[64];
    std::string got;
    while (got.size() < 4) {
        const std::size_t count = (*link)->read(buffer, sizeof buffer);
        QVERIFY(count > 0);
        got.append(buffer, count);
    }
    QCOMPARE(got, std::string("one\n"));
    // Written, closed at once: it arrives all the same.
    const fs::path file = m_board->home / "late";
    auto writer = connection->openChannel("exec cat > " + file.string(), {});
    QVERIFY(writer);
    const std::string much = noise(900'000);
    QVERIFY((*writer)->write(much));
    writer->reset();
    QVERIFY(eventually([&] {
        std::error_code error;
        return fs::file_size(file, error) == much.size();
    }));
    // A waiting read ends when somebody closes.
    std::thread closer([&] { (*link)->close(); });
    QCOMPARE((*link)->read(buffer, sizeof buffer), std::size_t(0));
    closer.join();
    QVERIFY(!(*link)->write("more"));
    // The link keeps the connection.
    auto last = connection->openChannel("echo out; echo why it failed >&2; exit 3", {});
    QVERIFY(last);
    connection.reset();
    while ((*last)->read(buffer, sizeof buffer) > 0)
        continue;
    QCOMPARE((*last)->endReason(), std::string("exit code 3: why it failed"));
    last->reset();
    link->reset();
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
}

/// Packets that one call into the library took off the socket for another stream wait for nothing:
/// each would cost the half second after which the loop looks anyway.
void SshConnectionTest::answersAreNotLeftLying() {
    auto connection = connected(m_board->target());
    QVERIFY(connection);
    auto link = connection->openChannel("exec cat", {});
    QVERIFY(link);
    const std::string line = noise(12'000);
    std::vector<std::chrono::steady_clock::duration> trips;
    for (int i = 0; i < 41; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        QVERIFY((*link)->write(line));
        std::string got;
        char buffer[4096];
        while (got.size() < line.size()) {
            const std::size_t count = (*link)->read(buffer, sizeof buffer);
            QVERIFY(count > 0);
            got.append(buffer, count);
        }
        QVERIFY(got == line);
        trips.push_back(std::chrono::steady_clock::now() - begin);
    }
    // No limit of speed: it was half a second for nearly each.
    std::nth_element(trips.begin(), trips.begin() + 20, trips.end());
    QVERIFY(trips[20] < 400ms);
}

void SshConnectionTest::slowLinkStaysUp() {
    BadLink link(m_board->address, 22);
    link.setDelay(40ms);
    link.setBytesPerSecond(400'000);
    m_options.keepAlive = 200ms;
    const auto connection = connected(through(link));
    QVERIFY(connection);
    const std::string big = noise(300'000);
    const auto echoed = connection->exec("cat", big, {}, {});
    QVERIFY2(echoed, echoed ? "" : echoed.error().text().c_str());
    QVERIFY(echoed->out == big);
    // Silence that is answered: more than the time after which it would count as lost.
    const auto idle = connection->exec("sleep 1", {}, {}, {});
    QVERIFY2(idle, idle ? "" : idle.error().text().c_str());
    QVERIFY(connection->isConnected());
}

void SshConnectionTest::frozenLinkIsNoticed() {
    BadLink link(m_board->address, 22);
    m_options.keepAlive = 200ms;
    const auto connection = connected(through(link));
    QVERIFY(connection);
    link.freeze(true);
    const auto lost = connection->exec("true", {}, {}, {});
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::DeviceLost);
    QVERIFY2(contains(connection->endReason(), "no answer"), connection->endReason().c_str());
    link.freeze(false);
}

void SshConnectionTest::nothingIsLeft() {
    const int id = m_lab->id();
    QVERIFY(!SshLab::leftovers(id).empty());
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshConnectionTest)
#include "tst_ssh_connection.moc"
