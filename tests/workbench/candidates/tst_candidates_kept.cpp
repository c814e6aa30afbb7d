// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How a session's candidates were looked at is kept with the session.
#include "workbench/candidates/session_desk.h"

#include "candidates/candidate_view.h"
#include "candidates/candidates_place.h"
#include "candidates/parallel_view.h"
#include "shell/dock_area.h"
#include "theme/theme.h"

#include "base/file.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

class CandidatesKeptTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::applyScheme(widgets::Scheme::Light); }
    void viewIsKeptWithTheSession();
    void lookingChangesNothing();
    void damagedViewIsIgnored();
};

/// Another program, another day: the session is found as it was left.
void CandidatesKeptTest::viewIsKeptWithTheSession() {
    test::SessionDesk bench;
    {
        Workspace workspace(*bench.engine, bench.jobs, bench.settings);
        workspace.openSession(bench.session);
        CandidatesPlace place(workspace);
        place.resize(1200, 800);
        place.show();
        QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
        place.findChild<QComboBox*>("candidateFilter")->setCurrentIndex(1);
        QTest::keyClicks(place.findChild<QLineEdit*>("candidateSearch"), "c");
        auto* docks = place.findChild<widgets::DockArea*>();
        docks->open("prediction");
        docks->open("compare");
        QTRY_VERIFY(docks->frontPanels() == QStringList({"prediction", "compare"}));
        place.findChild<QSlider*>("limitSlider2")->setValue(10); // c1 is chosen then
        QTRY_COMPARE(place.presenter().chosenRow(), std::optional<std::size_t>(0));
        docks->open("parallel");
        auto* parallel = place.findChild<widgets::ParallelView*>("parallelView");
        QTRY_VERIFY(docks->isShown("parallel") && !parallel->brushedRows().empty());
        parallel->setBrush(0, widgets::PlotRange{0.25, 0.75});
        docks->open("prediction");
        QTRY_VERIFY(docks->frontPanels() == QStringList({"prediction", "compare"}));
        auto* columns = place.findChild<widgets::CandidateView*>("candidateTable");
        columns->setColumnWidth(widgets::CandidateModel::IdColumn, 123);
        place.findChild<widgets::CandidateView*>("candidateTable")
            ->sortByColumn(widgets::CandidateModel::IdColumn, Qt::DescendingOrder);
        place.presenter().select({0, 3});
        place.presenter().setCurrent(3);
    }
    QTRY_COMPARE(bench.jobs.runningCount(), 0);
    const auto kept = readJsonFile(bench.session / "workbench.json");
    QVERIFY(kept);
    QCOMPARE((*kept)["views"]["candidates"]["current"].get<std::string>(), std::string("c4"));
    QSettings other(bench.folder.filePath("other.ini"), QSettings::IniFormat);
    Workspace workspace(*bench.engine, bench.jobs, other);
    CandidatesPlace place(workspace);
    place.show();
    workspace.openSession(bench.session);
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    QCOMPARE(place.findChild<QComboBox*>("candidateFilter")->currentIndex(), 1);
    QCOMPARE(place.findChild<QLineEdit*>("candidateSearch")->text(), QString("c"));
    auto* docks = place.findChild<widgets::DockArea*>();
    QTRY_VERIFY(docks->isShown("prediction") && docks->isShown("compare"));
    // Moved limits are taken up again, and said to be others than the session's.
    QVERIFY(place.presenter().isTaskChanged());
    QTRY_COMPARE(place.presenter().chosenRow(), std::optional<std::size_t>(0));
    QCOMPARE(place.findChild<QSlider*>("limitSlider2")->value(), 10);
    QVERIFY(place.findChild<QWidget*>("resetDecision")->isEnabled());
    QCOMPARE(workspace.current()->selection().rows(), (std::vector<std::size_t>{0, 3}));
    QCOMPARE(place.presenter().currentRow(), 3);
    auto* view = place.findChild<widgets::CandidateView*>("candidateTable");
    QCOMPARE(view->model()->index(0, widgets::CandidateModel::IdColumn).data().toString(),
             QString("c4")); // measured ones, sorted downward
    QCOMPARE(view->columnWidth(widgets::CandidateModel::IdColumn), 123);
    docks->open("parallel");
    auto* parallel = place.findChild<widgets::ParallelView*>("parallelView");
    QTRY_VERIFY(docks->isShown("parallel") && !parallel->brushedRows().empty());
    QVERIFY(parallel->brush(0).has_value());
    QCOMPARE(parallel->brush(0)->low, 0.25);
    QVERIFY(!parallel->brush(1).has_value());
    // A session that nobody has looked at yet has none of it.
    const std::filesystem::path second = bench.folder.filePath("second").toStdString();
    QVERIFY(test::writeSession(second).has_value());
    workspace.openSession(second);
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    QTRY_COMPARE(place.findChild<QLineEdit*>("candidateSearch")->text(), QString());
    QCOMPARE(place.findChild<QComboBox*>("candidateFilter")->currentIndex(), 0);
    QVERIFY(!place.presenter().isTaskChanged());
    QVERIFY(!parallel->brush(0).has_value());
    workspace.showSession(0);
    QTRY_VERIFY(!place.isLoading() && place.presenter().isTaskChanged());
    QCOMPARE(place.findChild<QLineEdit*>("candidateSearch")->text(), QString("c"));
}

/// A session that is opened, looked at and closed is what it was.
void CandidatesKeptTest::lookingChangesNothing() {
    test::SessionDesk bench;
    {
        Workspace workspace(*bench.engine, bench.jobs, bench.settings);
        CandidatesPlace place(workspace);
        place.resize(1200, 800);
        place.show();
        workspace.openSession(bench.session);
        QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
        QTRY_VERIFY(place.findChild<widgets::DockArea*>()->isShown("tradeOffs"));
        place.resize(1000, 700);
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(bench.jobs.runningCount(), 0);
    QVERIFY(!std::filesystem::exists(bench.session / "workbench.json"));
}

void CandidatesKeptTest::damagedViewIsIgnored() {
    test::SessionDesk bench;
    for (const char* text : {"{ half", "[]", "{\"schema\": \"workbench/1\", \"views\": 3}",
                             "{\"schema\": \"workbench/1\", \"views\": {\"candidates\": "
                             "{\"filter\": \"x\", \"plot\": 99, \"selected\": [1, \"c77\"], "
                             "\"sort_column\": -7}}}"}) {
        QVERIFY(writeFileAtomically(bench.session / "workbench.json", text));
        Workspace workspace(*bench.engine, bench.jobs, bench.settings);
        QSignalSpy problems(&workspace, &Workspace::problem);
        workspace.openSession(bench.session);
        CandidatesPlace place(workspace);
        place.show();
        QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
        QCOMPARE(place.presenter().table()->rows.size(), std::size_t(6));
        QVERIFY(workspace.current()->selection().rows().empty());
        QCOMPARE(problems.size(), 0);
        QTRY_COMPARE(bench.jobs.runningCount(), 0);
    }
}

QTEST_MAIN(CandidatesKeptTest)
#include "tst_candidates_kept.moc"
