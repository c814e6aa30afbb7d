// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Experience in its window: filters that are kept, trends, what transfers to a device, expiring.
#include "hardware/experience_pages.h"
#include "hardware/experience_place.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "plot/plot_view.h"
#include "session/row_table.h"

#include "hardware/fingerprint.h"
#include "hardware/profile_store.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 120'000; // of a busy machine
constexpr qint64 kDayMs = 24LL * 3600 * 1000;

experience::Record record(const char* model, const char* device, int threads, double ratio,
                          qint64 daysAgo) {
    experience::Record r;
    r.sessionId = QString("s-%1-%2").arg(model).arg(daysAgo).toStdString();
    r.timeMs = QDateTime::currentMSecsSinceEpoch() - daysAgo * kDayMs;
    r.modelName = model;
    r.modelHash = std::string("hash-") + model;
    r.architectureHash = std::string("arch-") + model;
    r.modelFeatures = {1, 2, 3};
    r.hardwareName = device;
    const auto profile = hardware::ProfileStore().load(device);
    if (profile)
        for (const auto& value : hardware::fingerprint(profile->profile).values)
            r.hardwareFingerprint.push_back(value.value_or(0));
    r.candidate.id = "c" + std::to_string(threads);
    r.candidate.mapping.session.threads = threads;
    r.ratios[measurement::Metric::P50Latency] = {ratio, ratio * 0.98, ratio * 1.02};
    return r;
}

struct Window : test::WindowDesk {
    Window() {
        auto store = experience::Store::open(experienceFile());
        if (!store || !store->add({record("grid", "accelerator-x-edge", 1, 0.8, 40),
                                   record("grid", "accelerator-x-edge", 2, 0.6, 2),
                                   record("parcel", "accelerator-x-edge", 3, 0.7, 1),
                                   record("grid", "accelerator-x", 4, 0.5, 800),
                                   record("grid", "somewhere-else", 5, 1.4, 0)}))
            qFatal("the store cannot be filled");
        open("en");
    }
    void open(const QString& language) {
        WindowDesk::open(language, "experience");
        QTRY_VERIFY_WITH_TIMEOUT(!place()->isLoading(), kPatienceMs);
    }
    ExperiencePlace* place() { return static_cast<ExperiencePlace*>(window->place("experience")); }
    template <typename T>
    T* find(const char* name) {
        return place()->findChild<T*>(name);
    }
    void showTab(int index) {
        auto* bar = find<QTabWidget>("experiencePages")->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
        if (const QString to = qEnvironmentVariable("METAINFER_PICTURES"); !to.isEmpty()) {
            QTRY_VERIFY_WITH_TIMEOUT(!place()->isLoading(), kPatienceMs);
            window->grab().save(to + QString("/experience-%1.png").arg(index));
        }
    }
    int rows() { return find<widgets::RowTable>("records")->rows().rowCount(); }
};

} // namespace

class ExperiencePlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void filtersAreKept();
    void readingAgainKeepsTheRecord();
    void trendsFollowTheFilters();
    void whatTransfersAndHowFar();
    void expiringShowsHowMuchGoes();
};

void ExperiencePlaceTest::filtersAreKept() {
    Window w;
    QCOMPARE(w.rows(), 5);
    const QAbstractItemModelTester tester(w.find<widgets::RowTable>("records")->model());
    auto* clear = w.find<QPushButton>("clearFilters");
    QVERIFY(!clear->isEnabled());
    auto* model = w.find<QComboBox>("filterModel");
    model->setFocus();
    QTest::keyClick(model, Qt::Key_Down);
    QTRY_COMPARE(w.rows(), 4);
    auto* since = w.find<QComboBox>("filterSince");
    since->setFocus();
    QTest::keyClick(since, Qt::Key_Down);
    QTest::keyClick(since, Qt::Key_Down); // last week
    QTRY_COMPARE(w.rows(), 2);
    w.open("zh_CN");
    QTRY_COMPARE(w.rows(), 2);
    QCOMPARE(w.find<QComboBox>("filterModel")->currentText(), QString("grid"));
    clear = w.find<QPushButton>("clearFilters");
    QVERIFY(clear->isEnabled());
    QTest::mouseClick(clear, Qt::LeftButton);
    QTRY_COMPARE(w.rows(), 5);
    // Age alone has worn the oldest one down.
    auto* trust = w.find<QComboBox>("filterTrust");
    trust->setFocus();
    QTest::keyClick(trust, Qt::Key_Down);
    QTRY_COMPARE(w.rows(), 4);
}

void ExperiencePlaceTest::readingAgainKeepsTheRecord() {
    Window w;
    QCOMPARE(w.rows(), 5);
    auto* records = w.find<widgets::RowTable>("records");
    auto* details = w.find<widgets::RowTable>("recordDetails");
    records->selectSource(3);
    const QString shown = details->copyText(true);
    QSignalSpy reset(&records->rows(), &QAbstractItemModel::modelReset);
    QTest::mouseClick(w.find<QPushButton>("refreshExperience"), Qt::LeftButton);
    QTRY_VERIFY(reset.count() > 0);
    QTRY_COMPARE(records->currentSource(), 3);
    QCOMPARE(details->copyText(true), shown);
    QVERIFY(!shown.contains(", revision 0"));
}

void ExperiencePlaceTest::trendsFollowTheFilters() {
    Window w;
    w.showTab(1);
    auto* plot = w.find<widgets::PlotView>("experienceTrends");
    std::size_t points = 0;
    for (const auto& series : plot->series())
        if (series.kind == widgets::PlotSeries::Kind::Scatter)
            points += series.x.size();
    QCOMPARE(points, std::size_t(5));
    QVERIFY(plot->dataText().contains("parcel"));
    // The best so far never rises, and a click on a point leads to its record.
    for (std::size_t s = 0; s < plot->series().size(); ++s) {
        const auto& series = plot->series()[s];
        if (series.kind == widgets::PlotSeries::Kind::Step)
            QVERIFY(std::is_sorted(series.y.rbegin(), series.y.rend()));
    }
    for (std::size_t s = 0; s < plot->series().size(); ++s) {
        const auto& series = plot->series()[s];
        if (series.kind != widgets::PlotSeries::Kind::Scatter || !series.name.startsWith("parcel"))
            continue;
        const QPoint at = plot->positionOf({s, 0}).toPoint();
        QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(w.find<QTabWidget>("experiencePages")->currentIndex(), 0);
        QVERIFY(w.find<widgets::RowTable>("recordDetails")->copyText(false).contains("parcel"));
    }
    auto* search = w.find<QLineEdit>("searchExperience");
    search->setFocus();
    QTest::keyClicks(search, "parcel");
    QTRY_COMPARE(w.rows(), 1);
    QCOMPARE(plot->series().size(), std::size_t(1));
}

void ExperiencePlaceTest::whatTransfersAndHowFar() {
    Window w;
    w.settings->setValue("experience/transferDevice", "accelerator-x-edge");
    w.settings->setValue("experience/transferModel", "grid");
    w.open("en");
    w.showTab(2);
    auto* table = w.find<widgets::RowTable>("transferTable");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows().rowCount() >= 3, kPatienceMs);
    const QAbstractItemModelTester tester(table->model());
    const QString text = table->copyText(true);
    QVERIFY(text.contains("same model, same device"));
    QVERIFY(text.contains("other model, same device"));
    auto* summary = w.find<QLabel>("transferSummary");
    QVERIFY2(summary->text().contains("Same model here: 2"), qPrintable(summary->text()));
    // The expected ratio lies between what was measured and 1.
    for (const auto& row : table->rows().rows()) {
        QVERIFY(row[3].value.toDouble() < 1);
        QVERIFY(row[4].value.toDouble() <= 1 && row[5].value.toDouble() <= 1);
    }
    auto* model = w.find<QComboBox>("transferModel");
    model->lineEdit()->setFocus();
    model->lineEdit()->selectAll();
    QTest::keyClicks(model->lineEdit(), "no-such-model");
    QTest::keyClick(model->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains("no-such-model"), kPatienceMs);
}

void ExperiencePlaceTest::expiringShowsHowMuchGoes() {
    Window w;
    QTimer::singleShot(0, qApp, [] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        auto* count = dialog->findChild<QLabel*>("expiring");
        QVERIFY2(count->text().contains("1 of 5"), qPrintable(count->text()));
        auto* least = dialog->findChild<QDoubleSpinBox*>("leastTrust");
        least->setValue(0.8);
        QVERIFY2(count->text().contains("2 of 5"), qPrintable(count->text()));
        least->setValue(0.05);
        QTest::mouseClick(dialog->findChild<QPushButton*>("removeExpired"), Qt::LeftButton);
    });
    QTest::mouseClick(w.find<QPushButton>("expireExperience"), Qt::LeftButton);
    QTRY_COMPARE(w.rows(), 4);
}

QTEST_MAIN(ExperiencePlaceTest)
#include "tst_experience_place.moc"
