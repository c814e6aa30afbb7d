// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Connections to real SSH servers: logging in, host keys, jump hosts, bad links, commands, files.
#include "measurement/ssh/ssh_connection.h"

#include "base/hash.h"
#include "ssh/bad_link.h"
#include "ssh/person.h"
#include "ssh/ssh_lab.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string noise(std::size_t bytes) {
    std::string text(bytes, '\0');
    std::uint32_t state = 12345;
    for (char& c : text) {
        state = state * 1664525u + 1013904223u;
        c = static_cast<char>(state >> 24);
    }
    return text;
}

} // namespace

class SshConnectionTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init();
    void passwordLogsIn();
    void wrongPasswordIsAskedThreeTimes();
    void nobodyToAsk();
    void keyWithPassphrase();
    void wrongPassphrase();
    void keyThatTheServerDoesNotKnow();
    void sshAgentIsAsked();
    void keyboardInteractive();
    void unknownHostKeyIsShownAndKept();
    void unknownHostKeyIsNotAccepted();
    void changedHostKeyIsRefused();
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
    void uploadArrives();
    void uploadIsTakenUpAgain();
    void uploadEndsAnOldWriter();
    void uploadWithoutSpace();
    void uploadWithoutPermission();
    void secretsStayInMemory();
    void nothingIsLeft();

  private:
    Result<std::shared_ptr<SshConnection>> connectTo(const SshTarget& target, Person& person,
                                                     const CancellationToken& cancel = {}) {
        return SshConnection::connect(target, person.prompts(), m_secrets, m_options, cancel);
    }
    /// By password; a failure fails the test at the caller's.
    std::shared_ptr<SshConnection> connected(const SshTarget& target) {
        Person person{{SshLab::kPassword}};
        auto connection = connectTo(target, person);
        if (!connection)
            qWarning("%s", connection.error().text().c_str());
        return connection.value_or(nullptr);
    }
    SshTarget through(const BadLink& link) const {
        SshTarget target = m_board->target();
        target.host = "127.0.0.1";
        target.port = link.port();
        return target;
    }

    std::unique_ptr<SshLab> m_lab;
    SshLab::Device* m_board = nullptr;
    fs::path m_lockedKey;
    std::shared_ptr<SshSecrets> m_secrets;
    SshConnection::Options m_options;
};

void SshConnectionTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    m_lab = std::make_unique<SshLab>();
    m_lockedKey = m_lab->makeKey("id_locked", "open sesame");
    SshLab::Settings settings;
    settings.authorized = SshLab::publicHalf(m_lockedKey);
    m_board = &m_lab->add(settings);
}

void SshConnectionTest::init() {
    m_secrets = std::make_shared<SshSecrets>();
    m_options = {};
    qunsetenv("SSH_AUTH_SOCK");
}

void SshConnectionTest::passwordLogsIn() {
    Person person{{SshLab::kPassword}};
    std::vector<SshStage> stages;
    m_options.onStage = [&](const SshStageEvent& event) {
        if (!event.isDone)
            stages.push_back(event.stage);
    };
    const auto connection = connectTo(m_board->target(), person);
    QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(1));
    QCOMPARE(person.asked.front(), "Password of " + m_board->user + "@" + m_board->address);
    QVERIFY((stages == std::vector{SshStage::Connect, SshStage::KeyExchange, SshStage::HostKey,
                                   SshStage::Authenticate}));
    const auto output = (*connection)->exec("id -un", {}, {}, {});
    QVERIFY(output);
    QCOMPARE(output->out, m_board->user + "\n");
    // The same secrets serve again without a question.
    Person nobody;
    QVERIFY(connectTo(m_board->target(), nobody));
    QVERIFY(nobody.asked.empty());
}

void SshConnectionTest::wrongPasswordIsAskedThreeTimes() {
    Person person{{"wrong 1", "wrong 2", "wrong 3", "wrong 4"}};
    const auto connection = connectTo(m_board->target(), person);
    QVERIFY(!connection);
    const Error& error = connection.error();
    QCOMPARE(error.code, ErrorCode::PermissionDenied);
    QCOMPARE(person.asked.size(), std::size_t(3));
    QVERIFY2(contains(error.message, "publickey, password"), error.text().c_str());
    QVERIFY2(contains(error.text(), "the password is wrong"), error.text().c_str());
    QVERIFY(!contains(error.text(), "wrong 1"));
    QVERIFY(!m_secrets->find(person.asked.front()));
    // A second try is right.
    Person again{{"no", SshLab::kPassword}};
    QVERIFY(connectTo(m_board->target(), again));
    QCOMPARE(again.asked.size(), std::size_t(2));
}

void SshConnectionTest::nobodyToAsk() {
    const auto connection = SshConnection::connect(m_board->target(), {}, m_secrets, m_options, {});
    QVERIFY(!connection);
    QCOMPARE(connection.error().code, ErrorCode::PermissionDenied);
    QVERIFY2(contains(connection.error().hint, "ssh-add"), connection.error().text().c_str());
}

void SshConnectionTest::keyWithPassphrase() {
    SshTarget target = m_board->target();
    target.identityFiles = {m_lockedKey};
    Person person{{"not this one", "open sesame"}};
    const auto connection = connectTo(target, person);
    QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(2));
    QCOMPARE(person.asked.front(), "Passphrase of " + m_lockedKey.string());
    QVERIFY(contains(SshLab::log(*m_board), "Accepted publickey"));
}

void SshConnectionTest::wrongPassphrase() {
    SshTarget target = m_board->target();
    target.identityFiles = {m_lockedKey};
    Person person{{"a", "b", "c"}};
    const auto connection = connectTo(target, person);
    QVERIFY(!connection);
    QVERIFY2(contains(connection.error().text(), "the passphrase is wrong"),
             connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(4)); // then the password, which nobody gives
}

void SshConnectionTest::keyThatTheServerDoesNotKnow() {
    SshTarget target = m_board->target();
    const fs::path key = m_lab->makeKey("id_stranger", "never asked");
    target.identityFiles = {key, "/nowhere/id"};
    Person person;
    const auto connection = connectTo(target, person);
    QVERIFY(!connection);
    const std::string text = connection.error().text();
    QVERIFY2(contains(text, key.string() + ": the server does not accept it"), text.c_str());
    QVERIFY2(contains(text, "/nowhere/id: there is no such file"), text.c_str());
    for (const std::string& asked : person.asked) // its passphrase would be of no use
        QVERIFY2(asked.find("Passphrase") == std::string::npos, asked.c_str());
}

void SshConnectionTest::sshAgentIsAsked() {
    const fs::path key = m_lab->makeKey("id_agent", "");
    SshLab::Settings settings;
    settings.authorized = SshLab::publicHalf(key);
    settings.password = false;
    SshLab::Device& board = m_lab->add(settings);
    const std::string socket = (m_lab->folder() / "client/agent").string();
    SpawnOptions options;
    options.arguments = {"ssh-agent", "-D", "-a", socket};
    auto agent = Subprocess::spawn(options);
    QVERIFY(agent);
    QVERIFY(eventually([&] { return fs::exists(socket); }));
    shell("SSH_AUTH_SOCK=" + socket + " ssh-add -q " + key.string());
    qputenv("SSH_AUTH_SOCK", socket.c_str());
    Person person;
    QVERIFY(connectTo(board.target(), person));
    QVERIFY(person.asked.empty());
    writeFile(m_lab->config(), "Host *\n IdentityAgent none\n");
    const auto without = connectTo(board.target(), person);
    writeFile(m_lab->config(), "");
    QVERIFY(!without);
    QVERIFY2(contains(without.error().message, "it offers publickey"),
             without.error().text().c_str());
}

void SshConnectionTest::keyboardInteractive() {
    SshLab::Settings settings;
    settings.interactive = true;
    SshLab::Device& board = m_lab->add(settings);
    Person person{{"wrong", SshLab::kPassword}};
    const auto connection = connectTo(board.target(), person);
    QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(2));
    QVERIFY2(contains(person.asked.front(), "assword:"), person.asked.front().c_str());
    Person nobody;
    QVERIFY(connectTo(board.target(), nobody));
    QVERIFY(nobody.asked.empty());
}

void SshConnectionTest::unknownHostKeyIsShownAndKept() {
    fs::remove(m_lab->knownHosts());
    Person person{{SshLab::kPassword}};
    QVERIFY(connectTo(m_board->target(), person));
    QCOMPARE(person.questions.size(), std::size_t(1));
    QVERIFY2(contains(person.questions.front(), "ED25519 " + m_board->hostKeyPrint),
             person.questions.front().c_str());
    Person again{{SshLab::kPassword}};
    QVERIFY(connectTo(m_board->target(), again));
    QVERIFY(again.questions.empty());
    // OpenSSH's own program reads what was written.
    QVERIFY(
        contains(shell("ssh-keygen -F " + m_board->address + " -f " + m_lab->knownHosts().string()),
                 "found: line 1"));
}

void SshConnectionTest::unknownHostKeyIsNotAccepted() {
    fs::remove(m_lab->knownHosts());
    Person person{{SshLab::kPassword}};
    person.confirms = false;
    const auto refused = connectTo(m_board->target(), person);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
    QVERIFY(person.asked.empty()); // no secret for a server that nobody trusts
    SshPrompts silent = person.prompts();
    silent.confirm = nullptr;
    const auto nobody = SshConnection::connect(m_board->target(), silent, m_secrets, m_options, {});
    QVERIFY(!nobody);
    QVERIFY2(contains(nobody.error().message, m_board->hostKeyPrint),
             nobody.error().text().c_str());
    QVERIFY(!fs::exists(m_lab->knownHosts()));
}

void SshConnectionTest::changedHostKeyIsRefused() {
    SshLab::Device& board = m_lab->add({});
    QVERIFY(connected(board.target()));
    const std::string before = board.hostKeyPrint;
    m_lab->powerOff(board);
    m_lab->makeHostKey(board);
    m_lab->start(board);
    Person person{{SshLab::kPassword}};
    const auto refused = connectTo(board.target(), person);
    QVERIFY(!refused);
    const Error& error = refused.error();
    QCOMPARE(error.code, ErrorCode::Conflict);
    QVERIFY2(contains(error.message, before), error.text().c_str());
    QVERIFY2(contains(error.message, board.hostKeyPrint), error.text().c_str());
    QVERIFY(person.questions.empty());
    QVERIFY(person.asked.empty());
    // The command in the hint mends it.
    const std::size_t command = error.hint.find("ssh-keygen -f");
    QVERIFY2(command != std::string::npos, error.hint.c_str());
    shell(error.hint.substr(command));
    QVERIFY(connectTo(board.target(), person));
    QCOMPARE(person.questions.size(), std::size_t(1));
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

void SshConnectionTest::uploadArrives() {
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    const std::string content = noise(3'000'001);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "new folder/it's big").string();
    upload.executable = true;
    std::uint64_t last = 0;
    upload.onProgress = [&](std::uint64_t done, std::uint64_t total) {
        QCOMPARE(total, std::uint64_t(content.size()));
        QVERIFY(done >= last);
        last = done;
    };
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QCOMPARE(last, std::uint64_t(content.size()));
    QVERIFY(access(upload.remote.c_str(), X_OK) == 0);
    upload.onProgress = {};
    // An empty one, and one over another.
    writeFile(m_lab->folder() / "big", "");
    QVERIFY(connection->upload(upload, {}));
    QCOMPARE(readTextFile(upload.remote).value(), std::string());
    QCOMPARE(std::distance(fs::directory_iterator(m_board->home / "new folder"), {}), 1);
    // What arrives is another file than was said.
    upload.sha256 = std::string(64, '0');
    const auto wrong = connection->upload(upload, {});
    QVERIFY(!wrong);
    QVERIFY2(contains(wrong.error().message, "is another file"), wrong.error().text().c_str());
    QCOMPARE(std::distance(fs::directory_iterator(m_board->home / "new folder"), {}), 1);
}

void SshConnectionTest::uploadIsTakenUpAgain() {
    BadLink link(m_board->address, 22);
    const std::string content = noise(4 << 20);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "resumed").string();
    auto connection = connected(through(link));
    QVERIFY(connection);
    // The cut comes when the device has written something, however slow it is.
    link.setBytesPerSecond(8'000'000);
    bool isCut = false;
    upload.onProgress = [&](std::uint64_t, std::uint64_t) {
        std::error_code absent;
        const auto written = fs::file_size(m_board->home / "resumed.part-0", absent);
        if (!isCut && !absent && written > (1 << 20)) {
            isCut = true;
            link.cut();
        }
    };
    const auto cut = connection->upload(upload, {});
    upload.onProgress = {};
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, ErrorCode::DeviceLost);
    QCOMPARE(link.cuts(), 1);
    std::error_code error;
    const auto there = fs::file_size(m_board->home / "resumed.part-0", error);
    QVERIFY(!error && there > (1 << 20));
    const std::uint64_t before = link.bytesUp();
    connection = connected(through(link));
    QVERIFY(connection);
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QVERIFY2(link.bytesUp() - before < content.size() - there / 2, "all of it was sent again");
    QVERIFY(!fs::exists(m_board->home / "resumed.part-0"));
    // A part that is not of this file is not believed.
    writeFile(m_board->home / "resumed.part-0", "something else", 0666);
    const auto again = connection->upload(upload, {});
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
}

void SshConnectionTest::uploadEndsAnOldWriter() {
    // The server does not know that the link is dead: its `cat` waits for more.
    BadLink link(m_board->address, 22);
    m_options.keepAlive = 200ms;
    const std::string content = noise(4 << 20);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "contended").string();
    upload.onProgress = [&](std::uint64_t done, std::uint64_t) {
        if (done > (1 << 20))
            link.freeze(true);
    };
    link.setBytesPerSecond(8'000'000);
    auto connection = connected(through(link));
    QVERIFY(connection);
    const auto lost = connection->upload(upload, {});
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::DeviceLost);
    QCOMPARE(SshLab::programs(*m_board).size(), std::size_t(1));
    upload.onProgress = {};
    connection = connected(m_board->target());
    QVERIFY(connection);
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
}

void SshConnectionTest::uploadWithoutSpace() {
    const fs::path small = m_lab->mountSmall(*m_board, "small", "size=1m");
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    writeFile(m_lab->folder() / "big", noise(4 << 20));
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (small / "file").string();
    const auto sent = connection->upload(upload, {});
    QVERIFY(!sent);
    QVERIFY2(sent.error().code == ErrorCode::NoSpace, sent.error().text().c_str());
    QVERIFY2(contains(sent.error().text(), upload.remote), sent.error().text().c_str());
    QVERIFY(fs::is_empty(small));
    QVERIFY(connection->exec("true", {}, {}, {}));
}

void SshConnectionTest::uploadWithoutPermission() {
    const fs::path closed = m_board->folder / "closed";
    fs::create_directories(closed);
    chmod(closed.c_str(), 0555);
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    writeFile(m_lab->folder() / "big", "x");
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (closed / "file").string();
    const auto sent = connection->upload(upload, {});
    QVERIFY(!sent);
    QVERIFY2(sent.error().code == ErrorCode::PermissionDenied, sent.error().text().c_str());
    upload.local = "/nowhere/file";
    const auto absent = connection->upload(upload, {});
    QVERIFY(!absent);
    QCOMPARE(absent.error().code, ErrorCode::NotFound);
}

void SshConnectionTest::secretsStayInMemory() {
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    int code = 0;
    shell(fmt::format("grep -r -l '{}' {} --include=* --exclude-dir=device*", SshLab::kPassword,
                      m_lab->folder().string()),
          &code);
    QCOMPARE(code, 1);
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto text = readTextFile(entry.path() / "cmdline");
        QVERIFY(!text || !contains(*text, SshLab::kPassword));
    }
    m_secrets->keep("x", "y");
    QCOMPARE(m_secrets->find("x").value(), std::string("y"));
    std::string spent = "a long enough secret that is not stored in the object";
    const char* const memory = spent.data();
    wipe(spent);
    QVERIFY(spent.empty());
    QCOMPARE(memory[0], '\0');
}

void SshConnectionTest::nothingIsLeft() {
    const int id = m_lab->id();
    QVERIFY(!SshLab::leftovers(id).empty());
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshConnectionTest)
#include "tst_ssh_connection.moc"
