// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's lines as a program of another version or language would send them.
#include "base/file.h"
#include "base/hash.h"
#include "base/subprocess.h"
#include "execution/agent_client.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <csignal>
#include <sstream>

#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

namespace {

std::string base64(const std::string& bytes) {
    return QByteArray::fromStdString(bytes).toBase64().toStdString();
}

} // namespace

class TestAgentProtocol : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    std::filesystem::path m_library; ///< the default one, since the tests use a cache of their own

    SpawnOptions agent() const {
        SpawnOptions options;
        options.arguments = {(binDir() / "metainfer-agent").string()};
        options.environment = {"METAINFER_CACHE=" + (m_folder->path() / "cache").string()};
        if (!m_library.empty())
            options.environment.push_back("METAINFER_ONNXRUNTIME=" + m_library.string());
        return options;
    }
    /// Sends the lines, closes stdin and returns the answers in order.
    std::vector<Json> answersTo(const std::string& lines) const {
        std::vector<Json> answers;
        const auto output = runCommand(agent(), lines, 60s);
        if (!output)
            return answers;
        std::istringstream stream(output->out);
        for (std::string line; std::getline(stream, line);)
            answers.push_back(parseJson(line, "answer").value_or(Json()));
        return answers;
    }
    std::shared_ptr<AgentClient> client() const {
        const SpawnOptions options = agent();
        return AgentClient::start({options.arguments, options.environment}).value();
    }

  private slots:
    void initTestCase() {
        m_folder = TemporaryDirectory::create("agent-protocol").value();
        const auto plain =
            AgentClient::start(AgentCommand{{(binDir() / "metainfer-agent").string()}, {}});
        QVERIFY2(plain.has_value(), plain ? "" : plain.error().text().c_str());
        const auto inventory = (*plain)->inventory();
        if (inventory && !inventory->runtimes.empty())
            m_library = inventory->runtimes.front().file;
    }

    void helloTellsWhatThereIs() {
        const auto answers = answersTo("{\"id\":7,\"method\":\"hello\"}\n");
        QCOMPARE(answers.size(), 1u);
        QCOMPARE(answers[0]["id"], Json(7));
        QCOMPARE(answers[0]["type"], Json("ok"));
        const Json& result = answers[0]["result"];
        QCOMPARE(result["protocol_major"], Json(kProtocolMajor));
        QVERIFY(result["inventory"]["memory_bytes"].get<std::uint64_t>() > 0);
        QVERIFY(result["default_memory_limit"].get<std::uint64_t>() > 0);
        QVERIFY(result["capabilities"].size() > 10);
    }

    void idsOfAnyKindComeBack() {
        const auto answers = answersTo("{\"id\":\"a b\",\"method\":\"machine_state\"}\n");
        QCOMPARE(answers[0]["id"], Json("a b"));
        QCOMPARE(answers[0]["type"], Json("ok"));
    }

    void badRequestsAreAnsweredAndSurvived() {
        const auto answers = answersTo("not json\n"
                                       "[1]\n"
                                       "{\"id\":1}\n"
                                       "{\"id\":2,\"method\":\"mesure\"}\n"
                                       "{\"id\":3,\"method\":\"run\",\"deadline_ms\":-5}\n"
                                       "{\"id\":4,\"method\":\"hello\","
                                       "\"params\":{\"protocol_major\":99}}\n"
                                       "{\"id\":5,\"method\":\"cancel\","
                                       "\"params\":{\"target\":77}}\n"
                                       "{\"id\":6,\"method\":\"hello\"}\n");
        QCOMPARE(answers.size(), 8u);
        const auto code = [&](std::size_t i) {
            return QString::fromStdString(answers[i]["error"]["code"].get<std::string>());
        };
        QCOMPARE(code(0), "invalid_argument");
        QCOMPARE(code(1), "invalid_argument");
        QCOMPARE(code(2), "unsupported");
        QCOMPARE(code(3), "unsupported");
        QVERIFY(answers[3]["error"]["hint"].get<std::string>().find("measure") !=
                std::string::npos);
        QCOMPARE(code(4), "invalid_argument");
        QCOMPARE(code(5), "version_mismatch");
        QCOMPARE(answers[6]["result"]["found"], Json(false));
        QCOMPARE(answers[7]["type"], Json("ok"));
    }

    void theAgentEndsWithItsInput() {
        auto process = Subprocess::spawn(agent()).value();
        process.closeStdin();
        const auto exit = process.wait(60s);
        QVERIFY(exit && exit->succeeded());
    }

    void terminationIsOrderly() {
        auto process = Subprocess::spawn(agent()).value();
        QVERIFY(writeAll(process.stdinFd(), "{\"id\":1,\"method\":\"hello\"}\n"));
        char c = 0;
        QVERIFY(read(process.stdoutFd(), &c, 1) == 1); // it is up and its handlers are in place
        process.killGroup(SIGTERM);
        const auto exit = process.wait(60s);
        QVERIFY(exit && exit->succeeded());
        QVERIFY(!std::filesystem::exists(std::filesystem::temp_directory_path() /
                                         ("metainfer-agent-" + std::to_string(process.pid()))));
    }

    void blobsAreSentOnceInChunks() {
        const auto agentClient = client();
        const std::string model = affineModel().model();
        const std::string hash = sha256Hex(model);
        const Json name{{"sha256", hash}};
        const auto call = [&](const char* method, const Json& params) {
            return agentClient->call(method, params, 60s, {});
        };
        QCOMPARE(call("blob_has", name).value()["present"], Json(false));
        const Json types{{"model", "blob:" + hash}};
        QCOMPARE(call("types", types).error().code, ErrorCode::NotFound);
        const std::size_t half = model.size() / 2;
        const auto chunk = [&](std::size_t offset, const std::string& data) {
            return call("blob_chunk",
                        {{"sha256", hash}, {"offset", offset}, {"data", base64(data)}});
        };
        QCOMPARE(chunk(5, "x").error().code, ErrorCode::Conflict);
        QVERIFY(chunk(0, model.substr(0, half)).has_value());
        QCOMPARE(chunk(half + 1, "x").error().code, ErrorCode::Conflict);
        QVERIFY(chunk(half, model.substr(half)).has_value());
        QVERIFY(call("blob_commit", name).has_value());
        QCOMPARE(call("blob_has", name).value()["present"], Json(true));
        if (m_library.empty())
            QSKIP("no ONNX Runtime on this machine");
        QCOMPARE(call("types", types).value()["inputs"].size(), 1u);
    }

    void wrongBlobsAreRefusedAndRemoved() {
        const auto agentClient = client();
        const std::string hash = sha256Hex(std::string_view("right"));
        const auto call = [&](const char* method, const Json& params) {
            return agentClient->call(method, params, 60s, {});
        };
        QVERIFY(call("blob_chunk", {{"sha256", hash}, {"offset", 0}, {"data", base64("wrong")}})
                    .has_value());
        QCOMPARE(call("blob_commit", {{"sha256", hash}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(call("blob_commit", {{"sha256", hash}}).error().code, ErrorCode::NotFound);
        QCOMPARE(call("blob_has", {{"sha256", "../../etc/passwd"}}).error().code,
                 ErrorCode::InvalidArgument);
        QCOMPARE(
            call("blob_chunk", {{"sha256", hash}, {"offset", 0}, {"data", "a*=="}}).error().code,
            ErrorCode::InvalidArgument);
        for (const auto& entry :
             std::filesystem::directory_iterator(m_folder->path() / "cache/blobs"))
            QVERIFY2(entry.path().extension() != ".part", entry.path().c_str());
    }

    void localFilesAreTakenOver() {
        const auto agentClient = client();
        const auto file = m_folder->path() / "local.bin";
        QVERIFY(writeFileAtomically(file, "content"));
        const Json params{{"sha256", sha256Hex(std::string_view("content"))},
                          {"path", file.string()}};
        const auto put = agentClient->call("blob_put", params, 60s, {});
        QVERIFY2(put.has_value(), put ? "" : put.error().text().c_str());
        QCOMPARE(readTextFile((*put)["path"].get<std::string>()).value(), "content");
        QVERIFY(writeFileAtomically(file, "changed"));
        QCOMPARE(agentClient->call("blob_put", params, 60s, {}).error().code,
                 ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestAgentProtocol)
#include "tst_agent_protocol.moc"
