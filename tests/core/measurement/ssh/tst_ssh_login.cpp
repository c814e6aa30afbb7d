// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Logging in to real SSH servers: passwords, keys, questions, host keys.
#include "ssh/ssh_connections.h"

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

class SshLoginTest : public QObject, private SshConnections {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init() { begin(); }
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
    void secretsStayInMemory();
    void nothingIsLeft();
};

void SshLoginTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    open();
}

void SshLoginTest::passwordLogsIn() {
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

void SshLoginTest::wrongPasswordIsAskedThreeTimes() {
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

void SshLoginTest::nobodyToAsk() {
    const auto connection = SshConnection::connect(m_board->target(), {}, m_secrets, m_options, {});
    QVERIFY(!connection);
    QCOMPARE(connection.error().code, ErrorCode::PermissionDenied);
    QVERIFY2(contains(connection.error().hint, "ssh-add"), connection.error().text().c_str());
}

void SshLoginTest::keyWithPassphrase() {
    SshTarget target = m_board->target();
    target.identityFiles = {m_lockedKey};
    Person person{{"not this one", "open sesame"}};
    const auto connection = connectTo(target, person);
    QVERIFY2(connection, connection ? "" : connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(2));
    QCOMPARE(person.asked.front(), "Passphrase of " + m_lockedKey.string());
    QVERIFY(contains(SshLab::log(*m_board), "Accepted publickey"));
}

void SshLoginTest::wrongPassphrase() {
    SshTarget target = m_board->target();
    target.identityFiles = {m_lockedKey};
    Person person{{"a", "b", "c"}};
    const auto connection = connectTo(target, person);
    QVERIFY(!connection);
    QVERIFY2(contains(connection.error().text(), "the passphrase is wrong"),
             connection.error().text().c_str());
    QCOMPARE(person.asked.size(), std::size_t(4)); // then the password, which nobody gives
}

void SshLoginTest::keyThatTheServerDoesNotKnow() {
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

void SshLoginTest::sshAgentIsAsked() {
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

void SshLoginTest::keyboardInteractive() {
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

void SshLoginTest::unknownHostKeyIsShownAndKept() {
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

void SshLoginTest::unknownHostKeyIsNotAccepted() {
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

void SshLoginTest::changedHostKeyIsRefused() {
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

void SshLoginTest::secretsStayInMemory() {
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

void SshLoginTest::nothingIsLeft() {
    const int id = m_lab->id();
    QVERIFY(!SshLab::leftovers(id).empty());
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshLoginTest)
#include "tst_ssh_login.moc"
