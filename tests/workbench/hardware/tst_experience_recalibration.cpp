// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Re-calibrating for real: a probe of this machine restores the trust in records of an environment
// under which the same operators took the same time.
#include "hardware/experience_place.h"
#include "shell/languages.h"
#include "shell/main_window.h"

#include "engine/engine.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 600'000; // two quick suites on a busy machine

} // namespace

class ExperienceRecalibrationTest : public QObject {
    Q_OBJECT

  private slots:
    void aProbeRestoresTrust();
};

void ExperienceRecalibrationTest::aProbeRestoresTrust() {
    QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    const std::string file = folder.filePath("experience.sqlite").toStdString();
    const auto engine = engine::createEngine({file});
    // What this machine's operators take, as another environment's.
    engine::ProbeRequest probe;
    probe.profile = folder.filePath("local.yaml").toStdString();
    probe.options.machine = false;
    QVERIFY(engine->probe(probe, {}, {}));
    auto store = experience::Store::open(file);
    QVERIFY(store);
    experience::Query query;
    query.hardwareName = "local";
    query.environmentHash = (*engine->device("local"))->environment({}).hash();
    query.nowMs = QDateTime::currentMSecsSinceEpoch();
    query.limit = 0;
    auto observations = store->observations(query);
    QVERIFY(observations && observations->size() > 20);
    for (auto& one : *observations) {
        one.environmentHash = "before";
        one.uid.clear();
    }
    QVERIFY(store->addObservations(*observations));
    experience::Record record;
    record.sessionId = "s";
    record.timeMs = query.nowMs;
    record.modelName = record.modelHash = "m";
    record.hardwareName = "local";
    record.environmentHash = "before";
    record.candidate.id = "c1";
    record.ratios[measurement::Metric::P50Latency] = {0.5, 0.5, 0.5};
    QVERIFY(store->add({record}));
    QVERIFY((*engine->experienceTrust({record}))[0] < 0.31);

    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    Jobs jobs;
    Workspace workspace(*engine, jobs, settings);
    Languages languages;
    languages.apply("en");
    MainWindow window(workspace, languages);
    window.show();
    window.showPlace("experience");
    Place* place = window.place("experience");
    QTRY_VERIFY_WITH_TIMEOUT(!place->isLoading(), kPatienceMs);
    QTimer::singleShot(0, qApp, [] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(question);
        QTest::mouseClick(question->button(QMessageBox::Yes), Qt::LeftButton);
    });
    auto* button = place->findChild<QPushButton*>("recalibrateExperience");
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(button->text().contains("Stop"));
    auto* summary = place->findChild<QLabel*>("experienceSummary");
    QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains("trusted more now: 1"), kPatienceMs);
    QVERIFY((*engine->experienceTrust({record}))[0] > 0.5);
    QVERIFY(!button->text().contains("Stop"));
}

QTEST_MAIN(ExperienceRecalibrationTest)
#include "tst_experience_recalibration.moc"
