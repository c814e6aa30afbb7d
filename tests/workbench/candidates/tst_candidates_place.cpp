// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Candidates place over a session: presenter without a window, then the place driven with mouse
// and keys.
#include "workbench/candidates/session_desk.h"

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
    void candidateIsShownInTheModel();
    void windowKeepsItsSizeInEveryLanguage();
    void currentRowStaysSeen();
};

void CandidatesPlaceTest::presenterReadsAndDecides() {
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
    CandidatesPlace place(bench.workspace);
    place.show();
    bool said = false;
    for (const QLabel* label : place.findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains("session"));
    QVERIFY(said);
}

void CandidatesPlaceTest::selectionIsOneEverywhere() {
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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

/// The original needs no building; what cannot be built is said.
void CandidatesPlaceTest::candidateIsShownInTheModel() {
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
    test::SessionDesk bench;
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
