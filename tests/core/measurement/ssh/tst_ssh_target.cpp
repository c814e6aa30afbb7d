// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Whom a person means: texts of targets, and what an SSH configuration makes of them.
#include "measurement/ssh/known_hosts.h"
#include "measurement/ssh/ssh_config.h"
#include "measurement/ssh/ssh_connection.h"
#include "measurement/ssh/ssh_target.h"

#include "base/file.h"

#include <QTest>

using namespace metainfer;
namespace fs = std::filesystem;

namespace {

void writeText(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    QVERIFY(writeFileAtomically(path, text));
}

} // namespace

class SshTargetTest : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void textsAreParsed_data();
    void textsAreParsed();
    void wrongTextsSayWhatIsLegal_data();
    void wrongTextsSayWhatIsLegal();
    void configurationFillsWhatIsOpen();
    void whatIsWrittenWinsOverTheConfiguration();
    void patternsAndMatchBlocks();
    void includedFilesCount();
    void jumpsBecomeHops();
    void jumpLoopsAreAnError();
    void badPortInConfiguration();
    void knownHostsAreFound();
    void acceptedKeysAreKept();
    void wordsAreQuoted();

  private:
    Result<std::vector<SshHop>> resolve(const std::string& text) const {
        SshTarget target = SshTarget::parse(text).value();
        target.configFile = m_folder->path() / "config";
        return resolveSsh(target);
    }

    std::optional<TemporaryDirectory> m_folder;
};

void SshTargetTest::init() {
    m_folder.reset();
    m_folder.emplace(TemporaryDirectory::create("ssh-target").value());
    qputenv("HOME", m_folder->path().c_str());
    qunsetenv("METAINFER_SSH_CONFIG");
    qunsetenv("METAINFER_KNOWN_HOSTS");
}

void SshTargetTest::textsAreParsed_data() {
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    const auto row = [](const char* text, const char* user, const char* host, int port) {
        QTest::newRow(text) << user << host << port;
    };
    row("board", "", "board", 0);
    row("pi@board", "pi", "board", 0);
    row("pi@board:2222", "pi", "board", 2222);
    row("board:65535", "", "board", 65535);
    row("pi@[fe80::1%eth0]:22", "pi", "fe80::1%eth0", 22);
    row("[::1]", "", "::1", 0);
    row("::1", "", "::1", 0);
    row("pi@192.168.1.7", "pi", "192.168.1.7", 0);
    row("ssh://pi@board:22/", "pi", "board", 22);
}

void SshTargetTest::textsAreParsed() {
    QFETCH(QString, user);
    QFETCH(QString, host);
    QFETCH(int, port);
    const auto target = SshTarget::parse(QTest::currentDataTag());
    QVERIFY(target);
    QCOMPARE(QString::fromStdString(target->user), user);
    QCOMPARE(QString::fromStdString(target->host), host);
    QCOMPARE(target->port, port);
    const auto again = SshTarget::parse(target->text());
    QVERIFY(again);
    QCOMPARE(again->text(), target->text());
    QCOMPARE(again->host, target->host);
}

void SshTargetTest::wrongTextsSayWhatIsLegal_data() {
    QTest::addColumn<QString>("says");
    QTest::newRow("") << "host's name is empty";
    QTest::newRow("@board") << "user's name";
    QTest::newRow("pi@") << "host's name is empty";
    QTest::newRow("board:") << "port";
    QTest::newRow("board:0") << "no number from 1 to 65535";
    QTest::newRow("board:65536") << "no number from 1 to 65535";
    QTest::newRow("board:ssh") << "no number from 1 to 65535";
    QTest::newRow("[::1") << "no `]`";
    QTest::newRow("[::1]22") << "only `:PORT`";
    QTest::newRow("-oProxyCommand=x") << "not legal";
    QTest::newRow("pi@bo ard") << "not legal";
}

void SshTargetTest::wrongTextsSayWhatIsLegal() {
    QFETCH(QString, says);
    const auto target = SshTarget::parse(QTest::currentDataTag());
    QVERIFY(!target);
    QCOMPARE(target.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(QString::fromStdString(target.error().message).contains(says),
             target.error().message.c_str());
    QVERIFY(target.error().hint.find("USER@HOST:PORT") != std::string::npos);
}

void SshTargetTest::configurationFillsWhatIsOpen() {
    writeText(m_folder->path() / "config", "# boards\n"
                                           "Host board\n"
                                           "  HostName = 10.0.0.7\n"
                                           "  User pi\n"
                                           "  Port 2200\n"
                                           "  IdentityFile ~/keys/%h-%r\n"
                                           "  IdentityFile \"/k/with space\"\n"
                                           "  IdentitiesOnly yes\n"
                                           "  HostKeyAlias the-board\n"
                                           "  UserKnownHostsFile ~/kh1 /kh2\n"
                                           "  StrictHostKeyChecking accept-new\n"
                                           "  ConnectTimeout 3\n"
                                           "Host *\n"
                                           "  User nobody\n"
                                           "  IdentityFile /k/all\n");
    const auto hops = resolve("board");
    QVERIFY(hops);
    QCOMPARE(hops->size(), std::size_t(1));
    const SshHop& hop = hops->front();
    QCOMPARE(hop.host, std::string("10.0.0.7"));
    QCOMPARE(hop.user, std::string("pi"));
    QCOMPARE(hop.port, 2200);
    QCOMPARE(hop.text(), std::string("pi@board:2200"));
    QCOMPARE(hop.knownHostsName(), std::string("the-board"));
    QCOMPARE(hop.identityFiles.size(), std::size_t(3));
    QCOMPARE(hop.identityFiles[0], m_folder->path() / "keys/10.0.0.7-pi");
    QCOMPARE(hop.identityFiles[1], fs::path("/k/with space"));
    QCOMPARE(hop.identityFiles[2], fs::path("/k/all"));
    QVERIFY(hop.identitiesOnly);
    QCOMPARE(hop.userKnownHosts.front(), m_folder->path() / "kh1");
    QCOMPARE(hop.userKnownHosts.size(), std::size_t(2));
    QVERIFY(hop.unknownHostKey == UnknownHostKey::Accept);
    QCOMPARE(hop.connectTimeout.count(), 3);
}

void SshTargetTest::whatIsWrittenWinsOverTheConfiguration() {
    writeText(m_folder->path() / "config", "Host board\n User pi\n Port 2200\n");
    const auto hops = resolve("me@board:7");
    QVERIFY(hops);
    QCOMPARE(hops->front().user, std::string("me"));
    QCOMPARE(hops->front().port, 7);
    QCOMPARE(hops->front().knownHostsName(), std::string("[board]:7"));
    // Without a configuration for it: this machine's user and port 22.
    const auto plain = resolve("other");
    QVERIFY(plain);
    QCOMPARE(plain->front().port, 22);
    QCOMPARE(plain->front().user, loginName());
    QCOMPARE(plain->front().knownHostsName(), std::string("other"));
}

void SshTargetTest::patternsAndMatchBlocks() {
    QVERIFY(matchesHostPattern("*.lab", "A.LAB"));
    QVERIFY(matchesHostPattern("b?ard*", "board7"));
    QVERIFY(!matchesHostPattern("b?ard", "board7"));
    writeText(m_folder->path() / "config", "Host *.lab !secret.lab\n Port 1\n"
                                           "Match originalhost quiet user pi\n Port 2\n"
                                           "Match exec \"touch /tmp/never\" host any\n Port 3\n"
                                           "Match !host any\n Port 4\n");
    QCOMPARE(resolve("a.lab")->front().port, 1);
    QCOMPARE(resolve("secret.lab")->front().port, 4);
    QCOMPARE(resolve("pi@quiet")->front().port, 2);
    QCOMPARE(resolve("root@quiet")->front().port, 4);
    QCOMPARE(resolve("any")->front().port, 22);
}

void SshTargetTest::includedFilesCount() {
    writeText(m_folder->path() / "config", "Include conf.d/*.conf\n"
                                           "Host inner\n Include inner.conf\n"
                                           "Host *\n Port 9\n");
    writeText(m_folder->path() / "conf.d/a.conf", "Host a\n Port 5\n");
    writeText(m_folder->path() / "conf.d/b.conf", "Host b\n Port 6\n");
    writeText(m_folder->path() / "inner.conf", "Port 7\n");
    QCOMPARE(resolve("a")->front().port, 5);
    QCOMPARE(resolve("b")->front().port, 6);
    QCOMPARE(resolve("inner")->front().port, 7);
    QCOMPARE(resolve("c")->front().port, 9);
    writeText(m_folder->path() / "inner.conf", "Include inner.conf\n");
    const auto endless = resolve("inner");
    QVERIFY(!endless);
    QVERIFY(endless.error().message.find("too deeply") != std::string::npos);
}

void SshTargetTest::jumpsBecomeHops() {
    writeText(m_folder->path() / "config", "Host board\n ProxyJump gate,me@[::2]:99\n"
                                           "Host gate\n User g\n ProxyJump outer\n"
                                           "Host tunnel\n ProxyCommand nc %h %p\n");
    const auto hops = resolve("pi@board");
    QVERIFY(hops);
    QCOMPARE(hops->size(), std::size_t(4));
    QCOMPARE((*hops)[0].text(), loginName() + "@outer");
    QCOMPARE((*hops)[1].text(), std::string("g@gate"));
    QCOMPARE((*hops)[2].text(), std::string("me@[::2]:99"));
    QCOMPARE((*hops)[3].text(), std::string("pi@board"));

    SshTarget target = SshTarget::parse("pi@board").value();
    target.configFile = m_folder->path() / "config";
    target.jumps = {"none"};
    QCOMPARE(resolveSsh(target)->size(), std::size_t(1));
    target.jumps = {"x@y"};
    QCOMPARE(resolveSsh(target)->size(), std::size_t(2));
    QCOMPARE(resolve("tunnel")->front().proxyCommand, std::string("nc %h %p"));
}

void SshTargetTest::jumpLoopsAreAnError() {
    writeText(m_folder->path() / "config", "Host a\n ProxyJump b\nHost b\n ProxyJump a\n");
    const auto hops = resolve("a");
    QVERIFY(!hops);
    QVERIFY2(hops.error().message.find("jumps lead to") != std::string::npos,
             hops.error().text().c_str());
}

void SshTargetTest::badPortInConfiguration() {
    writeText(m_folder->path() / "config", "Host board\n Port many\n");
    const auto hops = resolve("board");
    QVERIFY(!hops);
    QVERIFY(hops.error().message.find("`many`") != std::string::npos);
}

void SshTargetTest::knownHostsAreFound() {
    ssh_key key = nullptr, other = nullptr;
    QCOMPARE(ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key), SSH_OK);
    QCOMPARE(ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &other), SSH_OK);
    char* text = nullptr;
    QCOMPARE(ssh_pki_export_pubkey_base64(key, &text), SSH_OK);
    const std::string line = std::string(" ssh-ed25519 ") + text + "\n";
    ssh_string_free_char(text);
    const fs::path file = m_folder->path() / "known";
    SshHop hop;
    hop.host = hop.alias = "board";
    hop.userKnownHosts = {m_folder->path() / "absent", file};
    using Verdict = HostKeyCheck::Verdict;
    const auto verdict = [&](ssh_key shown) { return checkHostKey(hop, shown).verdict; };

    writeText(file, "# nothing\n");
    QVERIFY(verdict(key) == Verdict::Unknown);
    writeText(file, "elsewhere" + line);
    QVERIFY(verdict(key) == Verdict::Unknown);
    writeText(file, "elsewhere,board" + line);
    QVERIFY(verdict(key) == Verdict::Known);
    QVERIFY(verdict(other) == Verdict::Changed);
    const HostKeyCheck changed = checkHostKey(hop, other);
    QCOMPARE(changed.others.front().line, 1);
    QCOMPARE(changed.others.front().file, file);
    QCOMPARE(changed.others.front().fingerprint, keyFingerprint(key));
    QVERIFY(changed.fingerprint.starts_with("SHA256:"));
    QCOMPARE(changed.type, std::string("ED25519"));
    // With another port it is another host.
    hop.port = 2222;
    QVERIFY(verdict(key) == Verdict::Unknown);
    writeText(file, "[board]:2222" + line);
    QVERIFY(verdict(key) == Verdict::Known);
    hop.port = 22;
    QVERIFY(verdict(key) == Verdict::Unknown);
    writeText(file, "board" + line + "@revoked board" + line);
    QVERIFY(verdict(key) == Verdict::Revoked);
    ssh_key_free(key);
    ssh_key_free(other);
}

void SshTargetTest::acceptedKeysAreKept() {
    ssh_key key = nullptr;
    QCOMPARE(ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key), SSH_OK);
    SshHop hop;
    hop.host = "fe80::1";
    hop.port = 2222;
    hop.userKnownHosts = {m_folder->path() / "new/folder/known"};
    QVERIFY(rememberHostKey(hop, key));
    QVERIFY(checkHostKey(hop, key).verdict == HostKeyCheck::Verdict::Known);
    QVERIFY(rememberHostKey(hop, key));
    const auto text = readTextFile(hop.userKnownHosts.front());
    QVERIFY(text && text->starts_with("[fe80::1]:2222 ssh-ed25519 AAAA"));
    ssh_key_free(key);
}

void SshTargetTest::wordsAreQuoted() {
    QCOMPARE(shellQuoted("a b"), std::string("'a b'"));
    QCOMPARE(shellQuoted("it's"), std::string("'it'\\''s'"));
    QCOMPARE(shellQuoted(""), std::string("''"));
}

QTEST_GUILESS_MAIN(SshTargetTest)
#include "tst_ssh_target.moc"
