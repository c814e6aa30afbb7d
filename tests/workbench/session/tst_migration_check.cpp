// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form's judgement: what is typed becomes a deployment that the reader accepts, or a message.
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
    void usedFoldersAreRefused();
    void commandIsQuoted();
    void resumeWritesTheDeployment();
    void presenterJudgesAsOneTypes();

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
    values.dimensions = "batch=1, sequence = 128";
    const MigrationAnswer answer = check(values);
    QVERIFY(answer.ready);
    const auto read = session::parseDeployment(answer.yaml.toStdString(), "x.yaml");
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(read->model, std::string("mobilenet-v2-style"));
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

void MigrationCheckTest::commandIsQuoted() {
    engine::AdaptRequest request;
    request.deployment = "/tmp/my models/d.yaml";
    request.out = "/tmp/it's";
    request.useExperience = false;
    request.resume = true;
    QCOMPARE(adaptCommand(request),
             QString("metainfer adapt '/tmp/my models/d.yaml' --out '/tmp/it'\\''s' "
                     "--no-experience --resume"));
}

void MigrationCheckTest::resumeWritesTheDeployment() {
    session::SessionContent content;
    content.folder = m_folder.filePath("resumed").toStdString();
    content.info.modelPath = "/models/a.onnx";
    content.info.deploymentYaml = "deployment:\n  model: a.onnx\n  device: local\n"
                                  "  optimization_objective: {primary: p50_latency}\n";
    const auto request = resumeRequest(content);
    QVERIFY2(request.has_value(), request ? "" : request.error().text().c_str());
    QVERIFY(request->resume);
    QCOMPARE(request->out, content.folder);
    const auto read = session::readDeployment(request->deployment);
    QVERIFY(read.has_value());
    QCOMPARE(read->model, std::string("/models/a.onnx"));
    // Somebody else's file of that name stays as it is.
    QVERIFY(writeFileAtomically(request->deployment, "other").has_value());
    const auto again = resumeRequest(content);
    QVERIFY(again.has_value());
    QVERIFY(again->deployment != request->deployment);
    QCOMPARE(*readTextFile(request->deployment), std::string("other"));
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

QTEST_GUILESS_MAIN(MigrationCheckTest)
#include "tst_migration_check.moc"
