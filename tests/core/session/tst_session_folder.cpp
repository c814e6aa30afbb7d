// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Session folders: states, refusal of foreign folders, locks, torn lines, kills at random points.
#include "base/random.h"
#include "session/session_folder.h"

#include <QtTest/QTest>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::session;
namespace fs = std::filesystem;

namespace {

SessionInfo info() {
    SessionInfo session;
    session.id = "s1";
    session.programVersion = "0.1.0";
    session.seed = 42;
    session.modelPath = "model.onnx";
    session.extra["note"] = "kept";
    return session;
}

CandidateLine candidateLine(int number) {
    CandidateLine line;
    line.candidate.id = "c" + std::to_string(number);
    line.candidate.origin = "rules";
    line.candidate.mapping.session.threads = number;
    line.predicted[measurement::Metric::P50Latency] = {{5, 4, 6}, NumberSource::Predicted};
    return line;
}

MeasurementLine measurementLine(int number) {
    MeasurementLine line;
    line.kind = "measurement";
    line.candidate = "c" + std::to_string(number);
    line.key = "key" + std::to_string(number);
    line.data = Json{{"number", number}, {"samples", std::vector<double>(20, number)}};
    return line;
}

/// Adapts without end: for each number a candidate, a measurement, then a mark to the pipe.
[[noreturn]] void runUntilKilled(const fs::path& folder, int pipe) {
    auto writer = isSessionFolder(folder) ? SessionWriter::resume(folder)
                                          : SessionWriter::create(folder, info());
    if (!writer)
        ::_exit(1);
    for (State state : {State::Analysed, State::Searching})
        if (isLegalTransition(writer->info().state, state) && !writer->setState(state))
            ::_exit(1);
    for (int number = static_cast<int>(writer->content().measurements.size());; ++number) {
        if (!writer->addCandidate(candidateLine(number)) ||
            !writer->addMeasurement(measurementLine(number)) ||
            ::write(pipe, &number, sizeof number) != sizeof number)
            ::_exit(1);
    }
}

/// Runs the child until it has reported `marks` measurements, then kills it; the last number that
/// it reported, or -1.
int runAndKill(const fs::path& folder, int marks) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        runUntilKilled(folder, ends[1]);
    }
    ::close(ends[1]);
    int last = -1, number = 0;
    for (int i = 0; i < marks && ::read(ends[0], &number, sizeof number) == sizeof number; ++i)
        last = number;
    ::kill(child, SIGKILL);
    while (::read(ends[0], &number, sizeof number) == sizeof number) // what was under way
        last = number;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? last : -1;
}

} // namespace

class TestSessionFolder : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_root;
    fs::path folder() const { return m_root->path() / "session"; }

  private slots:
    void init() {
        auto root = TemporaryDirectory::create("mi-session");
        QVERIFY(root);
        m_root.emplace(std::move(*root));
    }
    void cleanup() { m_root.reset(); }

    void everythingComesBack() {
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY2(writer, writer ? "" : writer.error().text().c_str());
            QVERIFY(writer->writeDiagnosis(Json{{"bottleneck", "Conv"}}));
            QVERIFY(writer->setState(State::Analysed));
            QVERIFY(writer->setState(State::Searching));
            QVERIFY(writer->addCandidate(candidateLine(1)));
            QVERIFY(writer->addMeasurement(measurementLine(1)));
            MeasurementLine newer = measurementLine(1);
            newer.data["number"] = 7;
            QVERIFY(writer->addMeasurement(newer));
            QVERIFY(writer->setState(State::Finalists));
            QVERIFY(writer->writeDecision(Json{{"chosen", "c1"}}));
            QVERIFY(writer->writeValidation(Json{{"ok", true}}));
            QVERIFY(writer->writeMapping(Json{{"threads", 1}}));
            QVERIFY(writer->writeBaselines(Json::array()));
            QVERIFY(writer->writeProfile("original", Json{{"Conv", 5}}));
            QVERIFY(!writer->writeProfile("../out", Json()));
            QVERIFY(writer->setState(State::Validated));
            QVERIFY(writer->setState(State::Done));
        }
        const auto content = readSession(folder());
        QVERIFY(content);
        QCOMPARE(content->info.state, State::Done);
        QCOMPARE(content->info.seed, std::uint64_t{42});
        QCOMPARE(content->info.extra["note"].get<std::string>(), "kept");
        QVERIFY(!content->info.createdAt.empty());
        QCOMPARE(content->candidates.size(), std::size_t{1});
        QVERIFY(content->candidates[0].candidate.mapping == candidateLine(1).candidate.mapping);
        QCOMPARE(dumpJson(content->candidates[0].toJson()), dumpJson(candidateLine(1).toJson()));
        QCOMPARE(content->measurements.size(), std::size_t{2});
        const MeasurementLine* latest = content->findMeasurement("measurement", "key1");
        QVERIFY(latest);
        QCOMPARE(latest->data["number"].get<int>(), 7);
        QVERIFY(!content->findMeasurement("comparison", "key1"));
        QCOMPARE((*content->decision)["chosen"].get<std::string>(), "c1");
        QVERIFY(content->diagnosis && content->validation && content->mapping);
        QVERIFY(content->warnings.empty());
        QVERIFY(fs::exists(folder() / "profile" / "original.json"));
        QCOMPARE(SessionWriter::resume(folder()).error().code, ErrorCode::Conflict); // done
    }

    void foreignFolderIsRefusedAndUntouched() {
        QVERIFY(createDirectories(folder()));
        QVERIFY(writeFileAtomically(folder() / "thesis.txt", "years of work"));
        auto writer = SessionWriter::create(folder(), info());
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, ErrorCode::Conflict);
        QVERIFY(QString::fromStdString(writer.error().message).contains("thesis.txt"));
        QCOMPARE(std::distance(fs::directory_iterator(folder()), {}), 1);
        QVERIFY(!SessionWriter::resume(folder()));
        QVERIFY(!readSession(folder()));
        QCOMPARE(std::distance(fs::directory_iterator(folder()), {}), 1);
        QVERIFY(writeFileAtomically(folder() / "session.json", "{\"schema\": \"other/1\"}"));
        QVERIFY(!SessionWriter::create(folder(), info()));
        QVERIFY(!SessionWriter::resume(folder()));
        QVERIFY(!SessionWriter::create(folder() / "thesis.txt", info()));
    }

    void existingSessionIsNotOverwritten() {
        { QVERIFY(SessionWriter::create(folder(), info())); }
        auto again = SessionWriter::create(folder(), info());
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Conflict);
        QVERIFY(QString::fromStdString(again.error().hint).contains("--resume"));
    }

    void secondWriterGetsBusyAndReadersDoNot() {
        auto first = SessionWriter::create(folder(), info());
        QVERIFY(first);
        QVERIFY(first->addCandidate(candidateLine(1)));
        QCOMPARE(SessionWriter::resume(folder()).error().code, ErrorCode::Busy);
        QCOMPARE(readSession(folder())->candidates.size(), std::size_t{1});
    }

    void transitions() {
        QVERIFY(isLegalTransition(State::Created, State::Analysed));
        QVERIFY(!isLegalTransition(State::Created, State::Done));
        QVERIFY(!isLegalTransition(State::Searching, State::Analysed));
        QVERIFY(isLegalTransition(State::Finalists, State::Failed));
        QVERIFY(!isLegalTransition(State::Done, State::Failed));
        auto writer = SessionWriter::create(folder(), info());
        QVERIFY(writer);
        QCOMPARE(writer->setState(State::Done).error().code, ErrorCode::Internal);
        for (int i = 0; i < 8; ++i) {
            const auto state = static_cast<State>(i);
            QCOMPARE(*stateFromName(stateName(state)), state);
        }
        QVERIFY(!stateFromName("dreaming"));
    }

    void resumeAfterFailureGoesOnWhereItWas() {
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY(writer);
            QVERIFY(writer->setState(State::Analysed));
            QVERIFY(writer->setState(State::Searching));
            QVERIFY(writer->setState(State::Failed, "the device was lost"));
        }
        QCOMPARE(readSession(folder())->info.failure, "the device was lost");
        auto writer = SessionWriter::resume(folder());
        QVERIFY(writer);
        QCOMPARE(writer->info().state, State::Searching);
        QVERIFY(writer->info().failure.empty());
        QVERIFY(writer->setState(State::Finalists));
    }

    void newerSchemaIsRefused() {
        { QVERIFY(SessionWriter::create(folder(), info())); }
        auto json = readJsonFile(folder() / "session.json");
        QVERIFY(json);
        (*json)["schema"] = "session/9";
        QVERIFY(writeJsonFile(folder() / "session.json", *json));
        QCOMPARE(readSession(folder()).error().code, ErrorCode::VersionMismatch);
        QCOMPARE(SessionWriter::resume(folder()).error().code, ErrorCode::VersionMismatch);
    }

    void damagedLinesAreNamedAndSkipped() {
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY(writer);
            QVERIFY(writer->addMeasurement(measurementLine(1)));
        }
        {
            std::ofstream file(folder() / "measurements.jsonl", std::ios::app);
            file << "garbage\n{}\n";
        }
        auto writer = SessionWriter::resume(folder());
        QVERIFY(writer);
        QVERIFY(writer->addMeasurement(measurementLine(2)));
        const auto content = readSession(folder());
        QCOMPARE(content->measurements.size(), std::size_t{2});
        QCOMPARE(content->warnings.size(), std::size_t{2});
        QVERIFY(QString::fromStdString(content->warnings[0]).contains("measurements.jsonl:2"));
    }

    void candidatesAreJoinedByTheirKeys() {
        const auto search = [](int threads, const char* id, double ratio) {
            MeasurementLine line{"comparison", id, {}, {}, {}};
            const auto candidate = candidateLine(threads).candidate;
            line.key = candidate.key() + "|search";
            line.data = {
                {"evaluation", {{"candidate", candidate.toJson()}, {"ratio", {{"value", ratio}}}}}};
            return line;
        };
        const auto named = [](int threads, const char* id) {
            CandidateLine line = candidateLine(threads);
            line.candidate.id = id;
            return line;
        };
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY(writer);
            // As versions wrote it that counted from c1 again in every run.
            for (const auto& line :
                 {named(1, "c1"), named(2, "c2"), named(2, "c1"), named(3, "c2"), named(3, "c2")})
                QVERIFY(writer->addCandidate(line));
            QVERIFY(writer->addMeasurement(search(1, "c1", 0.9)));
            QVERIFY(writer->addMeasurement(search(2, "c2", 0.8)));
            QVERIFY(writer->addMeasurement(search(3, "c2", 0.7)));
            QVERIFY(writer->addMeasurement(search(4, "c4", 0.6))); // its own line was lost
        }
        const auto content = readSession(folder());
        QVERIFY(content);
        const auto& lines = content->candidates;
        QCOMPARE(lines.size(), std::size_t{4});
        const char* ids[] = {"c1-1", "c1", "c2", "c4"};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i].candidate.id, std::string(ids[i]));
            QCOMPARE(lines[i].candidate.mapping.session.threads, static_cast<int>(i) + 1);
            QCOMPARE(content->measurements[i].candidate, std::string(ids[i]));
        }
        QCOMPARE(content->warnings.size(), std::size_t{2}); // two named c1; c4 recovered
        QVERIFY(QString::fromStdString(content->warnings[0]).contains("c4"));
        QVERIFY(QString::fromStdString(content->warnings[1]).contains("c1-1"));
    }

    void aDamagedPartHidesNothingElse() {
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY(writer);
            QVERIFY(writer->addCandidate(candidateLine(1)));
            for (const State state : {State::Analysed, State::Searching, State::Finalists,
                                      State::Validated, State::Done})
                QVERIFY(writer->setState(state));
            QVERIFY(writer->writeDecision({{"chosen", "c1"}}));
        }
        QVERIFY(!SessionWriter::resume(folder())); // it is done
        std::ofstream(folder() / "decision.json", std::ios::trunc) << "{\"chosen\": ";
        const auto content = readSession(folder());
        QVERIFY(content);
        QVERIFY(!content->decision);
        QCOMPARE(content->candidates.size(), std::size_t{1});
        QCOMPARE(content->warnings.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(content->warnings[0]).contains("decision.json, line 1"));
        auto writer = SessionWriter::resume(folder()); // decides again
        QVERIFY(writer);
        QVERIFY(writer->info().state == State::Validated);
        QVERIFY(writer->setState(State::Done));
    }

    void cutAtEveryByte() {
        {
            auto writer = SessionWriter::create(folder(), info());
            QVERIFY(writer);
            for (int i = 0; i < 3; ++i)
                QVERIFY(writer->addMeasurement(measurementLine(i)));
        }
        const fs::path file = folder() / "measurements.jsonl";
        const std::string whole = *readTextFile(file);
        for (std::size_t size = 0; size <= whole.size(); size += 7) {
            QVERIFY(writeFileAtomically(file, std::string_view(whole).substr(0, size)));
            const auto complete = static_cast<std::size_t>(
                std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
            auto writer = SessionWriter::resume(folder());
            QVERIFY(writer);
            QCOMPARE(writer->content().measurements.size(), complete);
            QVERIFY(writer->addMeasurement(measurementLine(9))); // not glued to the torn line
            const auto content = readSession(folder());
            QCOMPARE(content->measurements.size(), complete + 1);
            QVERIFY(content->warnings.empty());
        }
    }

    void killedAtRandomPointsLosesNothingComplete() {
        Random random(11);
        int reported = -1;
        for (int kill = 0; kill < 12; ++kill) {
            const int last = runAndKill(folder(), 1 + static_cast<int>(random.below(40)));
            QVERIFY2(last > reported, "the resumed session must go on, not start again");
            reported = last;
            const auto content = readSession(folder());
            QVERIFY2(content, content ? "" : content.error().text().c_str());
            QVERIFY(content->measurements.size() >= static_cast<std::size_t>(reported) + 1);
            for (std::size_t i = 0; i < content->measurements.size(); ++i)
                QCOMPARE(content->measurements[i].data["number"].get<std::size_t>(), i);
            QCOMPARE(content->info.state, State::Searching);
        }
        auto writer = SessionWriter::resume(folder()); // the dead hold no lock
        QVERIFY(writer);
        QVERIFY(writer->setState(State::Finalists));
    }

    void killDuringCreationLeavesAFolderThatCanBeUsed() {
        QVERIFY(createDirectories(folder()));
        QVERIFY(writeFileAtomically(folder() / ".lock", ""));
        QVERIFY(writeFileAtomically(folder() / ".session.json.ab12cd", "{\"sch"));
        QVERIFY(SessionWriter::create(folder(), info()));
    }
};

QTEST_GUILESS_MAIN(TestSessionFolder)
#include "tst_session_folder.moc"
