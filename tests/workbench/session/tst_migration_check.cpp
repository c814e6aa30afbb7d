// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form's judgement: what is typed becomes a deployment that the reader accepts, or a message.
#include "session/form_draft.h"
#include "session/migration_check.h"

#include "base/file.h"
#include "engine/engine.h"
#include "session/new_migration.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using widgets::MigrationField;
using widgets::MigrationValues;

class MigrationCheckTest : public QObject {
    Q_OBJECT

  private slots:
    void completeFormIsReady();
    void mistakesStandAtTheirFields_data();
    void mistakesStandAtTheirFields();
    void weightsMakeOneScore();
    void sampleKeepsWhatTheFormHides();
    void advancedFieldsReachTheDeployment();
    void advancedMistakesStandAtTheirFields_data();
    void advancedMistakesStandAtTheirFields();
    void advancedFieldsComeBack();
    void draftIsKept();
    void usedFoldersAreRefused();
    void whatHoldsWithoutALimitIsWritten();
    void openSizesAreAskedFor();
    void noModelIsSaidInTheForm_data();
    void noModelIsSaidInTheForm();
    void dataOfTheModelAreNamed();
    void commandIsQuoted();
    void presenterJudgesAsOneTypes();
    void formIsFilledAsARunWasAsked();

  private:
    MigrationValues good() const {
        MigrationValues v;
        v.model = "mobilenet-v2-style";
        v.target = "accelerator-x-edge";
        v.folder = m_folder.filePath("session one");
        return v;
    }
    MigrationAnswer check(const MigrationValues& values,
                          const session::Deployment& base = {}) const {
        return checkMigration(values, base, m_folder.path(), *m_engine);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<engine::Commands> m_engine =
        engine::createEngine({m_folder.filePath("experience.db").toStdString()});
};

void MigrationCheckTest::completeFormIsReady() {
    MigrationValues values = good();
    values.maxLatencyMs = "2.5";
    values.maxAccuracyDrop = "1";
    values.model = "package-section";
    values.dimensions = "batch=1, sequence = 128";
    const MigrationAnswer answer = check(values);
    QVERIFY(answer.ready);
    const auto read = session::parseDeployment(answer.yaml.toStdString(), "x.yaml");
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(read->model, std::string("package-section"));
    QCOMPARE(read->hardware, std::string("accelerator-x-edge"));
    QVERIFY(read->device.empty());
    QCOMPARE(read->objectives.primary(), measurement::Metric::P95Latency);
    QCOMPARE(*read->constraints.maxLatencyMs, 2.5);
    QCOMPARE(*read->constraints.maxAccuracyDrop, 0.01);
    QCOMPARE(read->dimensions.at("sequence"), 128);
    QCOMPARE(*answer.request.budget, 16);
    QVERIFY(answer.command.contains("--budget 16"));
    QVERIFY(answer.command.startsWith("metainfer adapt '"));
}

void MigrationCheckTest::mistakesStandAtTheirFields_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, MigrationField field, const QString& text) {
        QTest::newRow(name) << static_cast<int>(field) << text;
    };
    row("no model", MigrationField::Model, "");
    row("unknown model", MigrationField::Model, "no-such-model");
    row("unknown target", MigrationField::Target, "no-such-device");
    row("latency is a word", MigrationField::MaxLatency, "fast");
    row("negative latency", MigrationField::MaxLatency, "-1");
    row("memory of zero", MigrationField::MaxMemory, "0");
    row("drop above all", MigrationField::MaxAccuracyDrop, "101");
    row("half a thread", MigrationField::MaxThreads, "1.5");
    row("dimension without size", MigrationField::Dimensions, "batch");
    row("dimension of zero", MigrationField::Dimensions, "batch=0");
    row("absent data", MigrationField::Calibration, "/nowhere/data.npz");
    row("gate as percentage", MigrationField::Gate, "90");
    row("no budget", MigrationField::Budget, "0");
    row("time as a word", MigrationField::TimeLimit, "soon");
    row("negative seed", MigrationField::Seed, "-3");
    row("no folder", MigrationField::Folder, "");
    row("metric without labels", MigrationField::Metric, "top1");
    row("no program", MigrationField::MetricCommand, "");
}

void MigrationCheckTest::mistakesStandAtTheirFields() {
    QFETCH(int, field);
    QFETCH(QString, text);
    MigrationValues v = good();
    auto wanted = static_cast<MigrationField>(field);
    switch (wanted) {
    case MigrationField::Model:
        v.model = text;
        break;
    case MigrationField::Target:
        v.target = text;
        break;
    case MigrationField::MaxLatency:
        v.maxLatencyMs = text;
        break;
    case MigrationField::MaxMemory:
        v.maxMemoryMb = text;
        break;
    case MigrationField::MaxAccuracyDrop:
        v.maxAccuracyDrop = text;
        break;
    case MigrationField::MaxThreads:
        v.maxThreads = text;
        break;
    case MigrationField::Dimensions:
        v.dimensions = text;
        break;
    case MigrationField::Calibration:
        v.calibration = text;
        break;
    case MigrationField::Gate:
        v.gate = text;
        break;
    case MigrationField::Budget:
        v.budget = text;
        break;
    case MigrationField::TimeLimit:
        v.timeLimit = text;
        break;
    case MigrationField::Seed:
        v.seed = text;
        break;
    case MigrationField::Folder:
        v.folder = text;
        break;
    case MigrationField::MetricCommand:
        v.metric = "command";
        break;
    case MigrationField::Metric:
        v.metric = text;
        wanted = MigrationField::Validation;
        break;
    default:
        QFAIL("no such row");
    }
    const MigrationAnswer answer = check(v);
    QVERIFY(!answer.ready);
    QVERIFY(answer.messages.contains(wanted));
    QVERIFY(answer.messages[wanted].isError);
    QVERIFY(!answer.messages[wanted].text.isEmpty());
}

void MigrationCheckTest::weightsMakeOneScore() {
    MigrationValues v = good();
    v.weighted = true;
    v.objectives = {{"p95_latency", "0.7"}, {"model_size", "0.3"}, {"", "1"}};
    MigrationAnswer answer = check(v);
    QVERIFY(answer.ready);
    QVERIFY(answer.deployment.objectives.weighted);
    QCOMPARE(answer.deployment.objectives.terms.size(), std::size_t(2));
    QCOMPARE(answer.deployment.objectives.terms[1].weight, 0.3);
    QCOMPARE(session::parseDeployment(answer.yaml.toStdString(), "x.yaml")->objectives,
             answer.deployment.objectives);
    v.objectives[1].metric = "p95_latency";
    answer = check(v);
    QVERIFY(!answer.ready);
    QVERIFY(answer.messages.value(MigrationField::Objectives).isError);
}

void MigrationCheckTest::sampleKeepsWhatTheFormHides() {
    auto base = session::readDeployment(METAINFER_SOURCE_DIR
                                        "/sample_models/mobilenet-v2-style/deployment.yaml");
    QVERIFY(base.has_value());
    base->model = "mobilenet-v2-style";
    MigrationValues v = valuesOf(*base);
    QCOMPARE(v.metric, QString("top1"));
    QCOMPARE(v.maxAccuracyDrop, QString("1"));
    QCOMPARE(v.timeLimit, QString("3m"));
    v.folder = m_folder.filePath("kept");
    const MigrationAnswer same = check(v, *base);
    QVERIFY(same.ready);
    QCOMPARE(same.deployment.inputs.size(), std::size_t(1)); // image: {shape: …} has no field
    v.model = "dynamic-gru";
    QVERIFY(check(v, *base).deployment.inputs.empty()); // another model has other inputs
}

void MigrationCheckTest::advancedFieldsReachTheDeployment() {
    MigrationValues v = good();
    v.more = {{MigrationField::MaxPower, "7.5"},
              {MigrationField::MaxBatchSize, "4"},
              {MigrationField::Instances, "2"},
              {MigrationField::MaxOccupancy, "0.5"},
              {MigrationField::PowerMode, "15W"},
              {MigrationField::BackgroundLoad, "stress --cpu 1"},
              {MigrationField::DynamicBatch, "false"},
              {MigrationField::Recompile, "true"},
              {MigrationField::OutputFormat, "compiled_binary"},
              {MigrationField::CandidatesPerRound, "6"},
              {MigrationField::ExploreRatio, "0.3"},
              {MigrationField::Transforms, "fold_bn, quant_binding"},
              {MigrationField::TargetOps, "Conv(int8), Concat"},
              {MigrationField::Layouts, "NHWC,NCHW"},
              {MigrationField::Fusion, "none, fold_bn"},
              {MigrationField::TileGrid, "1x1, 2x1"},
              {MigrationField::TrialsPerOp, "8"},
              {MigrationField::MeasureRepeats, "5"},
              {MigrationField::Deviation, "0.2"},
              {MigrationField::Concurrency, "single"}};
    v.intents = {{"head/*", "latency_critical", "NHWC", "fp32, fp16"}};
    const MigrationAnswer answer = check(v);
    for (const auto& message : answer.messages)
        QVERIFY2(!message.isError, qPrintable(message.text));
    QVERIFY(answer.ready);
    const auto read = session::parseDeployment(answer.yaml.toStdString(), "x.yaml");
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(*read->constraints.maxPowerW, 7.5);
    QCOMPARE(*read->constraints.maxBatchSize, 4);
    QCOMPARE(read->constraints.instances, 2);
    QCOMPARE(*read->constraints.maxOccupancy, 0.5);
    QCOMPARE(read->constraints.powerMode, std::string("15W"));
    QCOMPARE(read->constraints.backgroundLoad, std::string("stress --cpu 1"));
    QCOMPARE(*read->constraints.supportDynamicBatch, false);
    QCOMPARE(*read->constraints.allowRecompile, true);
    QCOMPARE(read->output.format, std::string("compiled_binary"));
    QCOMPARE(*read->search.graph.candidatesPerRound, 6);
    QCOMPARE(read->search.graph.transforms, (std::vector<std::string>{"fold_bn", "quant_binding"}));
    QCOMPARE(read->search.kernel.targetOps, (std::vector<std::string>{"Conv(int8)", "Concat"}));
    QCOMPARE(*read->search.kernel.measureRepeats, 5);
    QCOMPARE(read->search.deviationThreshold, 0.2);
    QCOMPARE(read->search.concurrency, search::Concurrency::Single);
    QCOMPARE(read->intents.size(), std::size_t(1));
    QCOMPARE(read->intents[0].precisions, (std::vector<std::string>{"fp32", "fp16"}));
    QCOMPARE(read->search, answer.deployment.search);
}

void MigrationCheckTest::advancedMistakesStandAtTheirFields_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, MigrationField field, const QString& text) {
        QTest::newRow(name) << static_cast<int>(field) << text;
    };
    row("no power", MigrationField::MaxPower, "0");
    row("half a batch", MigrationField::MaxBatchSize, "1.5");
    row("too many instances", MigrationField::Instances, "2000");
    row("occupancy as percentage", MigrationField::MaxOccupancy, "50");
    row("explore above one", MigrationField::ExploreRatio, "1.1");
    row("unknown transform", MigrationField::Transforms, "fold_everything");
    row("unknown layout", MigrationField::Layouts, "CHNW");
    row("unknown fusion", MigrationField::Fusion, "all");
    row("tile without columns", MigrationField::TileGrid, "2x");
    row("too few repeats", MigrationField::MeasureRepeats, "2");
    row("no deviation", MigrationField::Deviation, "0");
}

void MigrationCheckTest::advancedMistakesStandAtTheirFields() {
    QFETCH(int, field);
    QFETCH(QString, text);
    MigrationValues v = good();
    v.more.insert(static_cast<MigrationField>(field), text);
    const MigrationAnswer answer = check(v);
    QVERIFY(!answer.ready);
    const auto message = answer.messages.value(static_cast<MigrationField>(field), {false, {}});
    QVERIFY(message.isError && !message.text.isEmpty());
}

void MigrationCheckTest::advancedFieldsComeBack() {
    MigrationValues v = good();
    v.more = {{MigrationField::MaxPower, "7.5"},
              {MigrationField::DynamicBatch, "true"},
              {MigrationField::Layouts, "NHWC, NCHW"},
              {MigrationField::Concurrency, "maximum"}};
    v.intents = {{"head/*", "", "", "fp32"}, {"/conv", "power_sensitive", "", ""}};
    const MigrationValues back = valuesOf(check(v).deployment);
    QCOMPARE(back.more, v.more);
    QCOMPARE(back.intents, v.intents);
    v.intents = {{"", "latency_critical", "", ""}};
    QVERIFY(check(v).messages.value(MigrationField::Intents, {false, {}}).isError);
    v.intents = {{"head", "", "", ""}};
    QVERIFY(check(v).messages.value(MigrationField::Intents, {false, {}}).isError);
    v.intents = {{"head", "", "", "fp99"}};
    QVERIFY(check(v).messages.value(MigrationField::Intents, {false, {}}).isError);
    v.intents.clear();
    v.more = {{MigrationField::Rounds, "3"}, {MigrationField::CandidatesPerRound, "6"}};
    const MigrationAnswer both = check(v); // legal, but the budget does not count then
    QVERIFY(both.ready);
    QVERIFY(both.messages.contains(MigrationField::Rounds));
}

/// What was typed and not started is there again in the next run of the program.
void MigrationCheckTest::draftIsKept() {
    FormDraft draft;
    draft.values = good();
    draft.values.weighted = true;
    draft.values.objectives = {{"model_size", "0.2"}, {"energy", "1"}, {"", ""}};
    draft.values.more = {{MigrationField::Layouts, "NHWC"}};
    draft.values.intents = {{"a\"b", "latency_critical", "", "fp32"}};
    draft.baseYaml = "deployment: {}\n";
    const auto back = FormDraft::fromText(draft.toText());
    QVERIFY(back);
    QCOMPARE(back->values, draft.values);
    QCOMPARE(back->baseYaml, draft.baseYaml);
    QVERIFY(!FormDraft::fromText("{ half"));
    QVERIFY(!FormDraft::fromText("{}"));

    const QString file = m_folder.filePath("draft.ini");
    Jobs jobs;
    MigrationValues typed = good();
    typed.more.insert(MigrationField::Fusion, "none");
    {
        QSettings settings(file, QSettings::IniFormat);
        Workspace workspace(*m_engine, jobs, settings);
        NewMigration migration(workspace);
        QSignalSpy answered(&migration, &NewMigration::answered);
        migration.setValues(typed);
        QVERIFY(answered.wait());
    }
    QSettings settings(file, QSettings::IniFormat);
    Workspace workspace(*m_engine, jobs, settings);
    NewMigration migration(workspace);
    MigrationValues filled;
    connect(&migration, &NewMigration::filled, this,
            [&](const MigrationValues& values) { filled = values; });
    migration.restoreDraft();
    QCOMPARE(filled, typed);
}

void MigrationCheckTest::usedFoldersAreRefused() {
    MigrationValues v = good();
    v.folder = m_folder.filePath("full");
    QVERIFY(QDir().mkpath(v.folder));
    QVERIFY(check(v).ready); // empty is as good as absent
    QVERIFY(writeFileAtomically(v.folder.toStdString() + "/notes.txt", "mine").has_value());
    QVERIFY(check(v).messages.value(MigrationField::Folder).isError);
    const MigrationAnswer answer = check(good());
    QVERIFY(answer.suggestedFolder.startsWith(m_folder.path()));
    QVERIFY(QDir().mkpath(answer.suggestedFolder));
    QVERIFY(check(good()).suggestedFolder != answer.suggestedFolder);
}

/// Nothing asked for means one point, and that is said where it counts: in the file itself.
void MigrationCheckTest::whatHoldsWithoutALimitIsWritten() {
    MigrationValues v = good();
    MigrationAnswer answer = check(v);
    QVERIFY2(answer.yaml.contains("max_accuracy_drop: 0.01"), qPrintable(answer.yaml));
    QCOMPARE(
        *session::parseDeployment(answer.yaml.toStdString(), "x.yaml")->constraints.maxAccuracyDrop,
        0.01);
    v.maxAccuracyDrop = "2.5";
    QVERIFY(check(v).yaml.contains("max_accuracy_drop: 0.025"));
    v.maxAccuracyDrop.clear();
    v.gate = "0.9"; // the other limit stands for it
    answer = check(v);
    QVERIFY(!answer.yaml.contains("max_accuracy_drop"));
    QVERIFY(answer.ready);
}

void MigrationCheckTest::openSizesAreAskedFor() {
    MigrationValues v = good();
    v.model = METAINFER_SOURCE_DIR "/sample_models/package-section/model.onnx";
    MigrationAnswer answer = check(v);
    QVERIFY(!answer.ready);
    const auto message = answer.messages.value(MigrationField::Dimensions, {false, {}});
    QVERIFY(message.isError);
    QVERIFY2(message.text.contains("sequence") && !message.text.contains("inputs:") &&
                 !message.text.contains("batch"),
             qPrintable(message.text));
    v.dimensions = "sequence=96";
    QVERIFY(check(v).ready);
    v.dimensions = "sequence=96, height=3";
    answer = check(v);
    QVERIFY(!answer.ready);
    QVERIFY(answer.messages[MigrationField::Dimensions].text.contains("height"));
    // Data show the sizes, and so does a deployment that gives a shape.
    v.dimensions.clear();
    v.calibration = METAINFER_SOURCE_DIR "/sample_models/package-section/data/calibration.npz";
    QVERIFY(check(v).ready);
    v.calibration.clear();
    session::Deployment base;
    base.model = v.model.toStdString();
    for (const char* input : {"tokens", "sequence", "text", "input_ids"})
        base.inputs[input].dimensions = {{"sequence", 64}};
    QVERIFY(!check(v, base).messages.contains(MigrationField::Dimensions));
}

void MigrationCheckTest::noModelIsSaidInTheForm_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty file") << "empty.onnx"
                                << "empty.onnx";
    QTest::newRow("text file") << "text.onnx"
                               << "text.onnx";
    QTest::newRow("folder") << "folder"
                            << "is a folder";
    QTest::newRow("absent") << "absent.onnx"
                            << "does not exist";
}

void MigrationCheckTest::noModelIsSaidInTheForm() {
    QFETCH(QString, name);
    QFETCH(QString, says);
    QTemporaryDir folder;
    QVERIFY(writeFileAtomically(folder.filePath("empty.onnx").toStdString(), ""));
    QVERIFY(writeFileAtomically(folder.filePath("text.onnx").toStdString(), "no model at all"));
    QVERIFY(QDir(folder.path()).mkdir("folder"));
    MigrationValues v = good();
    v.model = folder.filePath(name);
    const MigrationAnswer answer = check(v);
    QVERIFY(!answer.ready);
    const auto message = answer.messages.value(MigrationField::Model, {false, {}});
    QVERIFY(message.isError);
    QVERIFY2(message.text.contains(says) && !message.text.contains("deployment file"),
             qPrintable(message.text));
}

/// A sample's file without its data: the form says where they are.
void MigrationCheckTest::dataOfTheModelAreNamed() {
    MigrationValues v = good();
    auto message = check(v).messages.value(MigrationField::Calibration);
    QVERIFY(!message.isError);
    QVERIFY2(message.text.contains("Samples"), qPrintable(message.text));
    v.calibration = METAINFER_SOURCE_DIR "/sample_models/mobilenet-v2-style/data/calibration.npz";
    QVERIFY(!check(v).messages.contains(MigrationField::Calibration));
}

void MigrationCheckTest::commandIsQuoted() {
    engine::AdaptRequest request;
    request.deployment = "/tmp/my models/d.yaml";
    request.out = "/tmp/it's";
    request.useExperience = false;
    request.resume = true;
    QCOMPARE(adaptCommand(request),
             QString("metainfer adapt '/tmp/my models/d.yaml' --out '/tmp/it'\\''s' "
                     "--no-experience --resume"));
    request.out = "t/good"; // where the reader types it, "t" may be another folder
    const QString here = QDir::currentPath() + "/t/good";
    QVERIFY2(adaptCommand(request).contains("--out " + shellWord(here)),
             qPrintable(adaptCommand(request)));
}

void MigrationCheckTest::presenterJudgesAsOneTypes() {
    QSettings settings(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    settings.setValue("session/root", m_folder.filePath("root"));
    Jobs jobs;
    Workspace workspace(*m_engine, jobs, settings);
    NewMigration migration(workspace);
    QSignalSpy catalogue(&migration, &NewMigration::catalogueChanged);
    QVERIFY(catalogue.wait());
    QVERIFY(migration.samples().contains("mobilenet-v2-style"));
    QVERIFY(!migration.targets().isEmpty());
    QSignalSpy answered(&migration, &NewMigration::answered);
    MigrationValues v = good();
    v.budget = "none";
    migration.setValues(v);
    v.budget = "4";
    migration.setValues(v); // only the last one counts
    QVERIFY(answered.wait());
    QTRY_VERIFY(migration.isCurrent());
    QVERIFY(migration.answer().ready);
    QCOMPARE(answered.size(), 1);
}

/// After a run that never began: everything as it was asked, to be corrected.
void MigrationCheckTest::formIsFilledAsARunWasAsked() {
    QSettings settings(m_folder.filePath("asked.ini"), QSettings::IniFormat);
    Jobs jobs;
    Workspace workspace(*m_engine, jobs, settings);
    NewMigration migration(workspace);
    MigrationValues filled;
    connect(&migration, &NewMigration::filled, this,
            [&](const MigrationValues& values) { filled = values; });
    MigrationValues v = good();
    v.folder = m_folder.filePath("asked");
    v.budget = "5";
    v.useExperience = false;
    v.maxLatencyMs = "2.5";
    const MigrationAnswer answer = check(v);
    QVERIFY(answer.ready);
    QVERIFY(writeDeployment(answer).has_value());
    migration.openRequest(answer.request);
    QTRY_COMPARE(filled.folder, v.folder);
    QCOMPARE(filled.model, v.model);
    QCOMPARE(filled.target, v.target);
    QCOMPARE(filled.budget, v.budget);
    QCOMPARE(filled.maxLatencyMs, v.maxLatencyMs);
    QCOMPARE(filled.useExperience, false);
    // Begun from a model alone.
    engine::AdaptRequest plain;
    plain.deployment = "/models/a.onnx";
    plain.hardware = "accelerator-x";
    plain.out = m_folder.filePath("plain").toStdString();
    migration.openRequest(plain);
    QTRY_COMPARE(filled.model, QString("/models/a.onnx"));
    QCOMPARE(filled.target, QString("accelerator-x"));
}

QTEST_GUILESS_MAIN(MigrationCheckTest)
#include "tst_migration_check.moc"
