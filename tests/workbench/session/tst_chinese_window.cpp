// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A real run watched in the Chinese window: no text of any place, tab, table or tip stays English,
// nor does the report. $METAINFER_WORDS_SESSIONS names further session folders, with ':' between.
#include "session/report_words.h"
#include "shell/place.h"
#include "support/paths.h"
#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"
#include "workbench/session/window_texts.h"

#include "base/file.h"
#include "engine/event_log.h"
#include "session/deployment.h"

#include <QPushButton>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using test::WindowTexts;

namespace {

constexpr int kPatienceMs = 240000;
#define WAIT_FOR(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)

struct Bench : test::Desk {
    std::unique_ptr<MainWindow> window;

    Bench() {
        settings.setValue("session/root", folder.filePath("sessions"));
        languages.apply("zh_CN");
        window = std::make_unique<MainWindow>(workspace, languages);
        window->resize(1280, 800);
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }
    ~Bench() { languages.apply("en"); }
    SessionPresenter* session() const { return workspace.current(); }
};

/// What stays as it is in Chinese: the program's name before a command, names of ONNX operators in
/// the sessions' models.
QSet<QString> names() {
    return {"metainfer", "Conv",    "Relu",  "Gemm",      "Add",      "Mul",     "Sub",
            "Div",       "Concat",  "Split", "Slice",     "Reshape",  "Flatten", "Squeeze",
            "Softmax",   "Sigmoid", "Clip",  "Pad",       "Cast",     "Gather",  "Pow",
            "Sqrt",      "Tanh",    "Shape", "Transpose", "Identity", "Dropout", "Expand",
            "Tile",      "Sum",     "Max",   "Min",       "Mean",     "Resize",  "Erf"};
}

/// A session that failed, with candidates that dropped out for all sorts of reasons.
void writeFailed(const std::filesystem::path& folder) {
    std::vector<test::Known> known = test::knownCandidates();
    known[2].invalid = "top1 drops by 0.4000, more than 0.0100";
    known[4].failure = "the agent does not answer to `measure`";
    known.push_back(known[4]);
    known.back().id = "c6";
    known.back().failure = "static quantization finds nothing to work on: no Conv, Gemm or MatMul "
                           "with constant weights (while lowering to int8). Leave this model in "
                           "float.";
    const auto written = test::writeSession(folder, known);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    engine::EventLog log({});
    log.open(folder, {});
    log.take(engine::StageStarted{engine::Stage::Searching, 1});
    for (const test::Known& one : known)
        if (!one.failure.empty())
            log.take(engine::CandidateMeasured{
                one.id, "", {}, {}, Error{ErrorCode::Crash, one.failure, {}, {}}});
    log.take(engine::Remark{engine::Severity::Warning, "agent_lost",
                            "the agent ended (signal 9); trying once more with a new agent"});
    auto writer = session::SessionWriter::resume(folder);
    QVERIFY(writer);
    QVERIFY(writer->setState(session::State::Failed,
                             "cannot write /data/s/measurements.jsonl: No space left on device "
                             "(while measuring c7; while comparing the finalists). Free some "
                             "space or choose another folder."));
}

} // namespace

class ChineseWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::rememberSystemPalette(); }
    void englishIsFound_data();
    void englishIsFound();
    void aRunSpeaksChinese();
    void keptSessionsSpeakChinese();

  private:
    static void verifyNone(QStringList english) {
        english.removeDuplicates();
        for (const QString& one : std::as_const(english)) // a failure's message would be cut off
            qInfo().noquote() << one;
        QVERIFY2(english.isEmpty(), qPrintable(QString("%1 texts").arg(english.size())));
    }
    QStringList walk(Bench& bench);
    using Folders = std::vector<std::filesystem::path>;
    QStringList report(Bench& bench, const Folders& sessions, const char* kind = "migration");
};

void ChineseWindowTest::englishIsFound_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("sentence") << "延迟: the machine was busy"
                              << "the machine";
    QTest::newRow("rich") << "<b>Why</b> it <i>won</i>"
                          << "Why it won";
    QTest::newRow("Chinese") << "机器繁忙"
                             << "";
    QTest::newRow("operators") << "Conv Relu Add Gemm"
                               << "";
    QTest::newRow("identifiers") << "fold_bn constant_folding int8 c7 p95_latency"
                                 << "";
    QTest::newRow("path") << "/home/user/some model/of mine/x.onnx"
                          << "";
    QTest::newRow("command") << "“metainfer adapt model” `keep this one`"
                             << "";
    QTest::newRow("two small words") << "好 keep original"
                                     << "keep original";
    QTest::newRow("two words") << "ONNX Runtime 1.30"
                               << "";
    QTest::newRow("second line") << "好\nKeep it here"
                                 << "Keep it here";
}

void ChineseWindowTest::englishIsFound() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    QCOMPARE(WindowTexts::sentenceIn(text, names()), words);
}

/// All places, each with all its tabs.
QStringList ChineseWindowTest::walk(Bench& bench) {
    WindowTexts seen;
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        Place* place = bench.window->place(id);
        [&] { WAIT_FOR(!place->isLoading()); }();
        seen.collect(bench.window.get(), id);
        for (QTabWidget* tabs : place->findChildren<QTabWidget*>())
            for (int i = 0; i < tabs->count(); ++i) {
                tabs->setCurrentIndex(i);
                QCoreApplication::processEvents();
                [&] { WAIT_FOR(!place->isLoading()); }();
                seen.collect(tabs, id + ", " + tabs->tabText(i));
            }
    }
    for (const QMenu* menu : bench.window->findChildren<QMenu*>())
        for (const QAction* action : menu->actions())
            for (const QString& text : {action->text(), action->toolTip(), action->statusTip()})
                seen.texts.append({text, "menu " + menu->title()});
    return seen.english(names());
}

QStringList ChineseWindowTest::report(Bench& bench, const Folders& sessions, const char* kind) {
    engine::ReportRequest request;
    request.sessions = sessions;
    request.kind = kind;
    const auto made = bench.engine->report(request);
    if (!made)
        return {QString::fromStdString(made.error().text())};
    QString page = ReportWords::page(QString::fromStdString(made->text));
    static const QRegularExpression code("<(style|pre|code|script)\\b.*?</\\1>",
                                         QRegularExpression::DotMatchesEverythingOption);
    page.replace(code, " ");
    QStringList found;
    static const QRegularExpression node(">([^<]+)<");
    for (auto it = node.globalMatch(page); it.hasNext();) {
        const QString text = it.next().captured(1);
        if (const QString words = WindowTexts::sentenceIn(text, names()); !words.isEmpty())
            found << "report: “" + text.trimmed().left(300) + "” [" + words + "]";
    }
    return found;
}

void ChineseWindowTest::aRunSpeaksChinese() {
    Bench bench;
    engine::AdaptRequest request;
    const auto sample = test::sourceDir() / "sample_models/mobilenet-v2-style/deployment.yaml";
    auto yaml = readTextFile(sample);
    QVERIFY(yaml);
    auto deployment = session::parseDeployment(*yaml, sample);
    QVERIFY(deployment);
    deployment->model = (sample.parent_path() / "model.onnx").string();
    const auto beside = [&](std::string& file) {
        if (!file.empty())
            file = (sample.parent_path() / file).lexically_normal().string();
    };
    beside(deployment->accuracy.calibration);
    beside(deployment->accuracy.validation);
    deployment->device.clear();
    deployment->hardware = "accelerator-x-edge";
    request.deployment = bench.folder.filePath("run.yaml").toStdString();
    QVERIFY(writeFileAtomically(request.deployment, deployment->toYaml()));
    request.out = bench.folder.filePath("run").toStdString();
    request.budget = 6;
    bench.workspace.startSession(request);
    WAIT_FOR(!bench.session()->isRunning());
    QVERIFY2(!bench.session()->failure(),
             bench.session()->failure() ? bench.session()->failure()->text().c_str() : "");
    WAIT_FOR(bench.session()->content() && bench.session()->content()->decision);
    QStringList english = walk(bench) + report(bench, {request.out});
    // Beside itself on another target.
    const auto other = bench.folder.filePath("other").toStdString();
    std::filesystem::copy(request.out, other, std::filesystem::copy_options::recursive);
    auto decision = readJsonFile(other + "/decision.json");
    QVERIFY(decision);
    (*decision)["hardware"] = "another";
    (*decision)["model"] = "another";
    (*decision)["simulated"] = false;
    QVERIFY(writeJsonFile(other + "/decision.json", *decision));
    english << report(bench, {request.out, other}, "comparison");
    verifyNone(english);
}

void ChineseWindowTest::keptSessionsSpeakChinese() {
    QTemporaryDir own;
    QStringList folders =
        qEnvironmentVariable("METAINFER_WORDS_SESSIONS").split(':', Qt::SkipEmptyParts);
    folders << own.filePath("failed");
    writeFailed(folders.last().toStdString());
    QStringList english;
    for (const QString& folder : std::as_const(folders)) {
        Bench bench;
        bench.workspace.openSession(folder.toStdString());
        WAIT_FOR(bench.session()->content());
        english << walk(bench);
        if (bench.session()->isDone())
            english << report(bench, {folder.toStdString()});
    }
    verifyNone(english);
}

QTEST_MAIN(ChineseWindowTest)
#include "tst_chinese_window.moc"
