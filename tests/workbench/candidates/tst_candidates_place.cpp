// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Candidates place over a session: presenter without a window, then the place driven with mouse
// and keys.
#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"

#include "candidates/candidate_view.h"
#include "candidates/candidates_place.h"
#include "candidates/decision_panel.h"
#include "candidates/notes_file.h"
#include "candidates/parallel_view.h"
#include "candidates/scatter_pane.h"
#include "plot/plot_view.h"
#include "shell/dock_area.h"
#include "theme/theme.h"

#include "base/file.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QTextBrowser>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

/// A workspace with one open session of known candidates.
struct Bench : test::Desk {
    std::filesystem::path session{folder.filePath("session").toStdString()};

    Bench() { written = test::writeSession(session).has_value(); }
    bool written = false;
};

} // namespace

class CandidatesPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::applyScheme(widgets::Scheme::Light); }
    void presenterReadsAndDecides();
    void choiceMovesWithLimits();
    void notesAreKept();
    void damagedNotesAreSaid();
    void selectionSurvivesNewCandidates();
    void emptyPlaceSaysWhatToDo();
    void selectionIsOneEverywhere();
    void weightsAndLimitsMoveTheChoice();
    void noteIsWrittenAndFound();
    void screenReadersHearTheSelection();
    void viewIsKeptWithTheSession();
    void lookingChangesNothing();
    void damagedViewIsIgnored();
    void candidateIsShownInTheModel();
    void windowKeepsItsSizeInEveryLanguage();
    void currentRowStaysSeen();
};

void CandidatesPlaceTest::presenterReadsAndDecides() {
    Bench bench;
    QVERIFY(bench.written);
    CandidatesPresenter presenter(bench.workspace);
    QVERIFY(!presenter.hasSession());
    bench.workspace.openSession(bench.session);
    QVERIFY(presenter.isLoading());
    QTRY_VERIFY(presenter.decision());
    QCOMPARE(presenter.table()->rows.size(), std::size_t(6));
    QCOMPARE(presenter.chosenRow(), std::optional<std::size_t>(1)); // c2
    QVERIFY(presenter.verdict(0));
    QVERIFY(!presenter.verdict(4)); // it failed: nothing to judge
    QVERIFY(presenter.why(4).contains("signal 11"));
    presenter.setCurrent(1);
    QCOMPARE(presenter.compared().first, std::optional<std::size_t>(5)); // the original
    QCOMPARE(presenter.compared().second, std::optional<std::size_t>(1));
    presenter.select({0, 3});
    QCOMPARE(presenter.compared().first, std::optional<std::size_t>(0));
    QCOMPARE(presenter.compared().second, std::optional<std::size_t>(3));
    presenter.select({3}, Qt::ControlModifier);
    QCOMPARE(presenter.selectedRows(),
             std::vector<bool>({true, false, false, false, false, false}));
    bench.workspace.closeSession(0);
    QVERIFY(!presenter.hasSession());
    QVERIFY(presenter.table()->rows.empty());
}

void CandidatesPlaceTest::choiceMovesWithLimits() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPresenter presenter(bench.workspace);
    QTRY_VERIFY(presenter.decision());
    QSignalSpy decided(&presenter, &CandidatesPresenter::decisionChanged);
    auto task = presenter.task();
    task.constraints.maxAccuracyDrop = 0.02;
    presenter.setTask(task);
    QVERIFY(presenter.isTaskChanged());
    QTRY_COMPARE(decided.size(), 1);
    QCOMPARE(presenter.chosenRow(), std::optional<std::size_t>(0)); // c1
    // Many moves in a row: the last one counts.
    for (int i = 0; i < 20; ++i) {
        task.constraints.maxAccuracyDrop = 0.02 + 0.01 * i;
        presenter.setTask(task);
    }
    QTRY_VERIFY(!presenter.isLoading());
    QCOMPARE(presenter.chosenRow(), std::optional<std::size_t>(1));
    presenter.resetTask();
    QVERIFY(!presenter.isTaskChanged());
}

void CandidatesPlaceTest::notesAreKept() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    {
        CandidatesPresenter presenter(bench.workspace);
        QTRY_VERIFY(presenter.decision());
        presenter.setPinned(0, true);
        presenter.setNote(1, "first");
        presenter.setNote(1, QString::fromUtf8("zweite – 第二"));
        QTRY_COMPARE(bench.jobs.runningCount(), 0);
    }
    const auto marks = readNotes(bench.session);
    QVERIFY(marks);
    QCOMPARE(marks->value("c1").pinned, true);
    QCOMPARE(marks->value("c2").note, QString::fromUtf8("zweite – 第二"));
    // What another program wrote beside stays, what is taken back goes.
    Json document = *readJsonFile(notesFile(bench.session));
    document["candidates"]["c2"]["colour"] = "red";
    QVERIFY(writeJsonFile(notesFile(bench.session), document));
    QVERIFY(writeNotes(bench.session, {}));
    document = *readJsonFile(notesFile(bench.session));
    QVERIFY(!document["candidates"].contains("c1"));
    QCOMPARE(document["candidates"]["c2"].size(), std::size_t(1));
}

void CandidatesPlaceTest::damagedNotesAreSaid() {
    Bench bench;
    QFile file(QString::fromStdString(notesFile(bench.session).string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ half");
    file.close();
    CandidatesPresenter presenter(bench.workspace);
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    bench.workspace.openSession(bench.session);
    QTRY_VERIFY(presenter.decision());
    QCOMPARE(problems.size(), 1);
    QCOMPARE(presenter.table()->rows.size(), std::size_t(6));
}

void CandidatesPlaceTest::selectionSurvivesNewCandidates() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPresenter presenter(bench.workspace);
    QTRY_VERIFY(presenter.decision());
    presenter.select({1, 5});
    presenter.setCurrent(5); // the original, which stands last
    {
        auto writer = session::SessionWriter::resume(bench.session);
        QVERIFY(writer);
        QVERIFY(
            test::addKnown(*writer, {"c6", "", 0.45, 0.44, 0.46, 0.99, 3.8e6, 2e5, 120, {}, {}}));
    }
    bench.workspace.current()->reload();
    QTRY_COMPARE(presenter.table()->rows.size(), std::size_t(7));
    QCOMPARE(presenter.table()->original, std::optional<std::size_t>(6));
    QCOMPARE(presenter.currentRow(), 6);
    QCOMPARE(presenter.selectedRows(),
             std::vector<bool>({false, true, false, false, false, false, true}));
    QTRY_COMPARE(presenter.chosenRow(), std::optional<std::size_t>(5)); // the new one wins
}

void CandidatesPlaceTest::emptyPlaceSaysWhatToDo() {
    Bench bench;
    CandidatesPlace place(bench.workspace);
    place.show();
    bool said = false;
    for (const QLabel* label : place.findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains("session"));
    QVERIFY(said);
}

void CandidatesPlaceTest::selectionIsOneEverywhere() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPlace place(bench.workspace);
    place.resize(1200, 800);
    place.show();
    QVERIFY(QTest::qWaitForWindowExposed(&place));
    QTRY_VERIFY(!place.isLoading());
    auto* view = place.findChild<widgets::CandidateView*>("candidateTable");
    auto* plot = place.findChild<widgets::PlotView*>("paretoPlot");
    QVERIFY(view && plot);
    QCOMPARE(view->model()->rowCount(), 6);
    Selection& selection = bench.workspace.current()->selection();
    // Table -> selection.
    const auto cell = [&](int row) {
        return view->visualRect(view->model()->index(row, widgets::CandidateModel::IdColumn))
            .center();
    };
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell(0));
    QCOMPARE(selection.rows(), std::vector<std::size_t>({0}));
    QCOMPARE(selection.current(), 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, cell(2));
    QCOMPARE(selection.rows(), std::vector<std::size_t>({0, 1, 2}));
    QTest::keyClick(view, Qt::Key_Down);
    QCOMPARE(selection.rows(), std::vector<std::size_t>({3}));
    // Plot -> selection -> table.
    std::optional<widgets::PlotView::Hit> c2;
    for (std::size_t s = 0; s < plot->series().size(); ++s)
        for (std::size_t i = 0; i < plot->series()[s].rows.size(); ++i)
            if (plot->series()[s].rows[i] == 1)
                c2 = {s, i};
    QVERIFY(c2);
    QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, plot->positionOf(*c2).toPoint());
    QCOMPARE(selection.rows(), std::vector<std::size_t>({1}));
    QCOMPARE(view->currentIndex().row(), 1);
    QVERIFY(place.findChild<QTextBrowser*>("candidateDetails")->toPlainText().startsWith("c2"));
    // Filter: a hidden row stays selected.
    QTest::keyClicks(place.findChild<QLineEdit*>("candidateSearch"), "signal");
    QCOMPARE(view->model()->rowCount(), 1);
    QCOMPARE(selection.rows(), std::vector<std::size_t>({1}));
    QVERIFY(view->text().split('\n')[1].contains("c5"));
}

void CandidatesPlaceTest::weightsAndLimitsMoveTheChoice() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPlace place(bench.workspace);
    place.resize(1200, 800);
    place.show();
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    auto* panel = place.findChild<widgets::DecisionPanel*>("decisionPanel");
    auto* headline = panel->findChild<QLabel*>("choiceHeadline");
    QVERIFY2(headline->text().contains("c2"), qPrintable(headline->text()));
    auto* drop = panel->findChild<QSlider*>("limitSlider2");
    drop->setValue(10); // 2 of 40 points: c1 loses one, c2 three
    QTRY_VERIFY2(headline->text().contains("c1"), qPrintable(headline->text()));
    auto* reason = panel->findChild<QLabel*>("choiceReason");
    QVERIFY(!reason->text().isEmpty());
    // Back, then a weighted total of memory alone.
    QTest::mouseClick(panel->findChild<QWidget*>("resetDecision"), Qt::LeftButton);
    QTRY_VERIFY(headline->text().contains("c2"));
    auto* mode = panel->findChild<QComboBox*>("decisionMode");
    mode->setCurrentIndex(1);
    emit mode->activated(1);
    panel->findChild<QSlider*>("weight_p50_latency")->setValue(0);
    panel->findChild<QSlider*>("weight_memory_usage")->setValue(100);
    QTRY_VERIFY2(headline->text().contains("c1"), qPrintable(headline->text()));
}

void CandidatesPlaceTest::noteIsWrittenAndFound() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPlace place(bench.workspace);
    place.resize(1200, 800);
    place.show();
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    place.presenter().select({0}, {});
    auto* note = place.findChild<QPlainTextEdit*>("candidateNote");
    note->setFocus();
    QTest::keyClicks(note, "worth a look");
    QCOMPARE(place.presenter().marks().value("c1").note, QString("worth a look"));
    place.findChild<QAction*>("candidates_pin")->trigger();
    QVERIFY(place.presenter().marks().value("c1").pinned);
    place.presenter().select({1}, {});
    QCOMPARE(note->toPlainText(), QString());
    QTRY_COMPARE(bench.jobs.runningCount(), 0);
    QCOMPARE(readNotes(bench.session)->value("c1").note, QString("worth a look"));
}

void CandidatesPlaceTest::screenReadersHearTheSelection() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPlace place(bench.workspace);
    place.resize(1200, 800);
    place.show();
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    place.presenter().select({0, 1, 3});
    auto* view = place.findChild<widgets::CandidateView*>("candidateTable");
    QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(view);
    QVERIFY(seen && seen->tableInterface());
    QCOMPARE(seen->tableInterface()->selectedRows(), QList<int>({0, 1, 3}));
    const auto name = [&](int row) {
        QAccessibleInterface* cell =
            seen->tableInterface()->cellAt(row, widgets::CandidateModel::IdColumn);
        return cell ? cell->text(QAccessible::Name) : QString();
    };
    QCOMPARE(name(0), QString("c1, selected"));
    QCOMPARE(name(2), QString("c3"));
    // In another order the same candidates stay selected.
    view->sortByColumn(widgets::CandidateModel::IdColumn, Qt::DescendingOrder);
    QStringList ids;
    for (const int row : seen->tableInterface()->selectedRows())
        ids << view->model()->index(row, widgets::CandidateModel::IdColumn).data().toString();
    ids.sort();
    QCOMPARE(ids, QStringList({"c1", "c2", "c4"}));
    QCOMPARE(bench.workspace.current()->selection().rows(), (std::vector<std::size_t>{0, 1, 3}));
}

/// Another program, another day: the session is found as it was left.
void CandidatesPlaceTest::viewIsKeptWithTheSession() {
    Bench bench;
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
void CandidatesPlaceTest::lookingChangesNothing() {
    Bench bench;
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

void CandidatesPlaceTest::damagedViewIsIgnored() {
    Bench bench;
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

/// The original needs no building; what cannot be built is said.
void CandidatesPlaceTest::candidateIsShownInTheModel() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPresenter presenter(bench.workspace);
    QTRY_VERIFY(presenter.decision());
    QSignalSpy places(&bench.workspace, &Workspace::placeAsked);
    QSignalSpy shown(&bench.workspace, &Workspace::candidateAsked);
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    presenter.showInModel(*presenter.table()->original);
    QCOMPARE(places.size(), 1);
    QCOMPARE(shown.size(), 0);
    presenter.showInModel(0); // the fixture's model does not exist
    QVERIFY(presenter.isBuilding());
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(!presenter.isBuilding());
    QCOMPARE(shown.size(), 0);
}

/// A small screen is enough, in either language and while it switches.
void CandidatesPlaceTest::windowKeepsItsSizeInEveryLanguage() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    bench.languages.apply("en");
    MainWindow window(bench.workspace, bench.languages);
    window.resize(1100, 700);
    window.show();
    window.showPlace("candidates");
    auto* docks = window.place("candidates")->findChild<widgets::DockArea*>();
    QTRY_VERIFY(!window.place("candidates")->isLoading() && docks->isShown("tradeOffs"));
    for (const char* panel : {"tradeOffs", "decision", "compare"}) {
        docks->open(panel);
        for (const char* language : {"zh_CN", "en"}) {
            bench.languages.apply(language);
            QCoreApplication::processEvents();
            QVERIFY2(window.width() <= 1100 && window.minimumSizeHint().width() <= 1100,
                     qPrintable(QString("%1 %2: %3, at least %4")
                                    .arg(panel, language)
                                    .arg(window.width())
                                    .arg(window.minimumSizeHint().width())));
        }
    }
}

void CandidatesPlaceTest::currentRowStaysSeen() {
    Bench bench;
    bench.workspace.openSession(bench.session);
    CandidatesPlace place(bench.workspace);
    place.resize(1200, 1000);
    place.show();
    QTRY_VERIFY(!place.isLoading() && place.presenter().decision());
    auto* view = place.findChild<widgets::CandidateView*>("candidateTable");
    place.presenter().setCurrent(5); // the last one
    const auto seen = [&] {
        const int top = view->rowViewportPosition(view->currentIndex().row());
        return top >= 0 && top + view->rowHeight(0) <= view->viewport()->height() + 2;
    };
    QVERIFY(seen());
    place.resize(1200, 520);
    QCoreApplication::processEvents();
    QVERIFY(view->viewport()->height() < 6 * view->rowHeight(0)); // not all have room any more
    QVERIFY(seen());
}

QTEST_MAIN(CandidatesPlaceTest)
#include "tst_candidates_place.moc"
