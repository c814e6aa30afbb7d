// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place by mouse and keys on one model: open, select, inspect, search, export.
#include "graph/lifetime_chart.h"
#include "graph/search_bar.h"
#include "model_bench.h"
#include "shell/dock_area.h"
#include "theme/theme.h"

#include "base/file.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::testing;

class ModelPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void emptyPlaceSaysWhatToDo();
    void openSelectInspect();
    void keysWalkWhatWasOpened();
    void graphBeginsAtItsTopWhateverTheSize();
    void brokenFilesAreExplained();
    void searchByKeys();
    void parametersAreLookedInto();
    void memoryChartFollowsTheSelection();
    void screenReadersSeeTheBoxes();
    void exportsWriteFiles();
    void languageSwitches();
    void controlsHaveNames();
};

void ModelPlaceTest::emptyPlaceSaysWhatToDo() {
    ModelBench bench;
    QVERIFY(bench.settle());
    bool said = false, offered = false;
    for (const auto* label : bench.place->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text() == "No model is open");
    for (const auto* button : bench.place->findChildren<QPushButton*>())
        offered = offered || (button->isVisible() && button->text().startsWith("Open model"));
    QVERIFY(said);
    QVERIFY(offered);
}

void ModelPlaceTest::openSelectInspect() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    QVERIFY(bench.view().isVisible());
    QVERIFY(bench.properties().contains("Operators=8"));
    bench.click("/block.1/relu");
    QVERIFY2(bench.properties().contains("Name=/block.1/relu"), qPrintable(bench.properties()));
    QTest::keyClick(&bench.view(), Qt::Key_Up);
    QVERIFY(bench.properties().contains("Name=/block.1/bias"));
    QTest::keyClick(&bench.view(), Qt::Key_Escape);
    QVERIFY(bench.properties().contains("Operators=8"));
}

void ModelPlaceTest::keysWalkWhatWasOpened() {
    QWidget window; // with something before the place, as the rail is
    QPushButton rail(&window);
    window.resize(1300, 800);
    ModelBench bench;
    bench.place->setParent(&window);
    bench.place->show();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    rail.setFocus();
    QVERIFY(bench.openModel(blockModel(2)));
    QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&bench.view()));
    QTest::keyClick(window.focusWidget(), Qt::Key_Home);
    QVERIFY(bench.view().current().isValid());
    // Who types a search goes on typing when another model comes.
    auto* text = bench.place->findChild<widgets::SearchBar*>()->findChild<QLineEdit*>();
    QTest::keyClick(&bench.view(), Qt::Key_F, Qt::ControlModifier);
    QTRY_COMPARE(window.focusWidget(), static_cast<QWidget*>(text));
    QVERIFY(bench.openModel(blockModel(3)));
    QCOMPARE(window.focusWidget(), static_cast<QWidget*>(text));
    bench.place->setParent(nullptr);
}

/// Panels come, windows grow: until somebody moves the graph it is seen from its top.
void ModelPlaceTest::graphBeginsAtItsTopWhateverTheSize() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(12)));
    const auto bounds = [&] {
        return bench.view().camera().toWidget(bench.view().picture()->layout->bounds());
    };
    bench.view().grab();
    for (const QSize size : {QSize(900, 420), QSize(1500, 900), QSize(700, 500)}) {
        bench.place->resize(size);
        QCoreApplication::processEvents();
        QVERIFY(bounds().top() > 0 && bounds().top() < 80);
        const double middle = bounds().center().x() - bench.view().width() / 2.0;
        QVERIFY(std::abs(middle) < 2 || bounds().width() > bench.view().width());
    }
    bench.view().zoomBy(1.5);
    const double scale = bench.view().camera().scale;
    const QPointF offset = bench.view().camera().offset;
    bench.place->resize(760, 520);
    QCoreApplication::processEvents();
    QCOMPARE(bench.view().camera().scale, scale); // moved: it stays as it is
    QCOMPARE(bench.view().camera().offset, offset);
}

void ModelPlaceTest::brokenFilesAreExplained() {
    ModelBench bench;
    const QString path = bench.folder.filePath("broken.onnx");
    QVERIFY(writeFileAtomically(path.toStdString(), "nothing"));
    bench.workspace.openFile(path);
    QVERIFY(bench.settle());
    bool said = false;
    for (const auto* label : bench.place->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains("broken.onnx"));
    QVERIFY(said);
}

void ModelPlaceTest::searchByKeys() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(3)));
    auto* bar = bench.place->findChild<widgets::SearchBar*>();
    QVERIFY(!bar->isVisible());
    bench.place->findChild<QAction*>("model_find")->trigger();
    QVERIFY(bar->isVisible());
    auto* text = bar->findChild<QLineEdit*>("searchText");
    QTest::keyClicks(text, "type:Relu");
    QTest::keyClick(text, Qt::Key_Return);
    auto* count = bar->findChild<QLabel*>("searchCount");
    QTRY_COMPARE(count->text(), QString("1 of 3"));
    QVERIFY(bench.properties().contains("Name=/block.0/relu"));
    bench.place->findChild<QAction*>("model_next")->trigger();
    QTRY_COMPARE(count->text(), QString("2 of 3"));
    bench.place->findChild<QAction*>("model_previous")->trigger();
    bench.place->findChild<QAction*>("model_previous")->trigger();
    QTRY_COMPARE(count->text(), QString("3 of 3"));
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void ModelPlaceTest::parametersAreLookedInto() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    bench.click("/block.0/matmul");
    auto* view = bench.place->findChild<widgets::PropertyView*>("modelProperties");
    emit view->parameterChosen(0);
    QTRY_VERIFY(bench.place->model().tensor().statistics);
    QCOMPARE(bench.place->model().tensor().statistics->minimum, -2.0);
    auto* panel = bench.place->findChild<QWidget*>("tensorPanel");
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(panel->findChild<QWidget*>("histogram")->isVisible());
    const QString file = bench.folder.filePath("w.npy");
    bench.place->model().exportTensor(file);
    QTRY_VERIFY(QFile::exists(file));
}

void ModelPlaceTest::memoryChartFollowsTheSelection() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    auto* chart = bench.place->findChild<widgets::LifetimeChart*>();
    QVERIFY(!chart->isVisible());
    bench.place->findChild<QAction*>("model_memory")->trigger();
    QVERIFY(chart->isVisible());
    QTRY_VERIFY(bench.place->model().lifetimes());
    const auto data = bench.place->model().lifetimes();
    // x and two results of 16 bytes live while the bias is added.
    QCOMPARE(data->lifetimes.peakBytes, 48u);
    QCOMPARE(data->live.size(), std::size_t{8});
    QCOMPARE(*std::max_element(data->live.begin(), data->live.end()), 48u);
    // The plan: what lives at the same time lies apart, and all of it below its end.
    QVERIFY(data->planBytes >= data->lifetimes.peakBytes);
    const auto& tensors = data->lifetimes.tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        QVERIFY(data->offsets[i] + tensors[i].bytes <= data->planBytes);
        for (std::size_t k = 0; k < i; ++k)
            if (tensors[i].first <= tensors[k].last && tensors[k].first <= tensors[i].last)
                QVERIFY(data->offsets[i] + tensors[i].bytes <= data->offsets[k] ||
                        data->offsets[k] + tensors[k].bytes <= data->offsets[i]);
    }
    QVERIFY(chart->copyText().contains("/block.0/bias"));
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_End);
    QTRY_VERIFY(bench.properties().contains("Name=/block.1/residual"));
    chart->grab();
}

void ModelPlaceTest::screenReadersSeeTheBoxes() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(&bench.view());
    QVERIFY(graph);
    QCOMPARE(graph->role(), QAccessible::List);
    QCOMPARE(graph->text(QAccessible::Name), QString("Graph of the model"));
    const auto boxes = static_cast<int>(bench.view().picture()->layout->visible().boxes().size());
    QVERIFY(graph->childCount() >= boxes);
    QAccessibleInterface* relu = nullptr;
    for (int i = 0; i < graph->childCount(); ++i) {
        QAccessibleInterface* child = graph->child(i);
        QVERIFY(child);
        QVERIFY(graph->indexOfChild(child) == i);
        if (child->role() != QAccessible::ListItem)
            continue;
        QVERIFY(!child->text(QAccessible::Name).isEmpty());
        QVERIFY(!child->text(QAccessible::Description).isEmpty());
        QVERIFY(child->parent() == graph);
        if (child->text(QAccessible::Name).contains("/block.1/relu"))
            relu = child;
    }
    QVERIFY(relu);
    QVERIFY(relu->text(QAccessible::Description).contains("float32[2,2]"));
    relu->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(bench.properties().contains("Name=/block.1/relu"));
    QVERIFY(relu->state().selected);
    QVERIFY(graph->focusChild() == relu);
    QVERIFY(graph->childAt(relu->rect().center().x(), relu->rect().center().y()) == relu);
    // After another folding the old objects say that they are gone.
    bench.place->model().graph(Side::Source).closeAll();
    QVERIFY(bench.settle());
    QVERIFY(graph->childCount() < boxes + 4);
    QVERIFY(graph->child(graph->childCount() - 1)->isValid());
}

void ModelPlaceTest::exportsWriteFiles() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    for (const char* name : {"graph.svg", "graph.png", "graph.html"}) {
        const QString file = bench.folder.filePath(name);
        bench.place->exportTo(file);
        QVERIFY(bench.settle());
        QFile written(file);
        QVERIFY2(written.open(QIODevice::ReadOnly), name);
        const QByteArray content = written.readAll();
        QVERIFY2(content.size() > 1000, name);
        if (!QByteArray(name).endsWith("png"))
            QVERIFY2(content.contains("MatMul"), name);
        else
            QVERIFY(!QImage(file).isNull());
    }
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    bench.place->exportTo(bench.folder.filePath("absent/graph.svg"));
    QVERIFY(bench.settle());
    QCOMPARE(problems.size(), 1);
    bench.place->findChild<QAction*>("model_copyImage")->trigger();
    QVERIFY(!QApplication::clipboard()->pixmap().isNull());
}

void ModelPlaceTest::languageSwitches() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    QCOMPARE(bench.place->title(), QString("Model"));
    bench.languages.apply("zh_CN");
    QCoreApplication::processEvents();
    QVERIFY(bench.settle());
    QCOMPARE(bench.place->title(), QString("模型"));
    QVERIFY(bench.properties().contains("算子"));
    QVERIFY(bench.place->findChild<QComboBox*>("colourBox")->findText("精度") >= 0);
    bench.languages.apply("en");
    QCoreApplication::processEvents();
    QVERIFY(bench.settle());
}

void ModelPlaceTest::controlsHaveNames() {
    ModelBench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    for (const auto* action : bench.place->placeActions())
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
    for (const auto* widget : bench.place->findChildren<QWidget*>())
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
            (qobject_cast<const QComboBox*>(widget) || qobject_cast<const GraphView*>(widget) ||
             qobject_cast<const QAbstractItemView*>(widget)) &&
            widget->window() == bench.place.get())
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
}

QTEST_MAIN(ModelPlaceTest)
#include "tst_model_place.moc"
