// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What-if: the time of a model moves with the factors, without a window and with sliders.
#include "hardware/hardware_place.h"
#include "hardware/what_if_page.h"
#include "hardware/what_if_presenter.h"
#include "support/gui_watchdog.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "hardware/yaml_editor.h"
#include "plot/plot_view.h"
#include "session/data_table.h"

#include "hardware/profile_store.h"
#include "ir/onnx_io.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

std::shared_ptr<const hardware::Profile> edge() {
    auto loaded = hardware::ProfileStore().load("accelerator-x-edge");
    if (!loaded)
        qFatal("the shipped profile does not load");
    return std::make_shared<const hardware::Profile>(std::move(loaded->profile));
}

std::shared_ptr<const ir::Model> sample(engine::Commands& engine) {
    const auto file = engine.findModel("grid-detector");
    auto model = file ? ir::importOnnx(*file) : Result<ir::Model>(fail(file.error()));
    if (!model)
        qFatal("the sample does not load");
    std::map<std::string, std::int64_t> sizes;
    for (const ir::ValueId input : model->graph->inputs())
        if (const auto& shape = model->graph->value(input).type.tensor.shape)
            for (const ir::Dim& dim : *shape)
                if (dim.isSymbolic())
                    sizes.emplace(dim.symbol, 1);
    if (!ir::inferShapes(*model, nullptr, {}, sizes))
        qFatal("the sample's shapes are not known");
    return std::make_shared<const ir::Model>(std::move(*model));
}

struct Window : test::WindowDesk {
    explicit Window(const QString& language = "en") {
        const auto file = hardware::ProfileStore().find("accelerator-x-edge");
        settings->setValue("hardware/profile", QString::fromStdString(file->string()));
        settings->setValue("hardware/rooflineModel", "grid-detector");
        open(language);
    }
    void open(const QString& language) {
        WindowDesk::open(language, "hardware");
        auto* tabs = find<QTabWidget>("hardwarePages");
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(2).center());
    }
    WhatIfPage* page() { return window->place("hardware")->findChild<WhatIfPage*>(); }
    template <typename T>
    T* find(const char* name) {
        return window->place("hardware")->findChild<T*>(name);
    }
    const std::shared_ptr<const WhatIfAnswer>& answer() { return page()->whatIf().answer(); }
};

} // namespace

class WhatIfTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void moreIsFasterAndSaysWhatMatters();
    void theNewestChangeWins();
    void whatCannotBePredictedSaysWhy();
    void slidersMoveTheTime();
};

void WhatIfTest::moreIsFasterAndSaysWhatMatters() {
    const auto engine = engine::createEngine({});
    Jobs jobs;
    WhatIfPresenter presenter(jobs);
    QVERIFY(!presenter.answer());
    presenter.setSubject(edge(), sample(*engine));
    QTRY_VERIFY(!presenter.isBusy());
    QVERIFY(presenter.answer());
    QCOMPARE(presenter.answer()->factor(), 1.0);
    const double before = presenter.answer()->before.latencyUs.value;
    // The number of `metainfer predict` for the same profile and model.
    const auto predicted = prediction::Predictor(*edge()).predict(*sample(*engine));
    QVERIFY(predicted);
    QCOMPARE(before, predicted->latencyUs.value);
    presenter.setChange({.compute = 4, .memoryBandwidth = 4, .launchOverhead = 0.25});
    QTRY_VERIFY(!presenter.isBusy());
    QVERIFY(presenter.answer()->factor() < 0.5);
    presenter.setChange({.compute = 0.25, .memoryBandwidth = 0.25});
    QTRY_VERIFY(!presenter.isBusy());
    QVERIFY(presenter.answer()->factor() > 1.1);
    // Each property alone: more never hurts, something helps.
    QCOMPARE(presenter.sensitivities().size(), std::size_t(5));
    double best = 0;
    for (const SensitivityCurve& curve : presenter.sensitivities()) {
        best = std::max(best, curve.gain);
        QVERIFY(curve.gain > -0.001);
        QCOMPARE(curve.factors.size(), std::size_t(13));
        QCOMPARE(curve.factors[6], 1.0);
        QCOMPARE(curve.latencyUs[6], before);
    }
    QVERIFY(best > 0.02);
}

void WhatIfTest::theNewestChangeWins() {
    const auto engine = engine::createEngine({});
    Jobs jobs;
    WhatIfPresenter presenter(jobs);
    presenter.setSubject(edge(), sample(*engine));
    for (int i = 1; i <= 50; ++i)
        presenter.setChange({.compute = 1 + i / 50.0});
    QTRY_VERIFY(!presenter.isBusy());
    QCOMPARE(presenter.answer()->change.compute, 2.0);
    presenter.setSubject(nullptr, nullptr);
    QVERIFY(!presenter.answer());
}

void WhatIfTest::whatCannotBePredictedSaysWhy() {
    const auto engine = engine::createEngine({});
    Jobs jobs;
    WhatIfPresenter presenter(jobs);
    const auto file = engine->findModel("dynamic-gru");
    auto model = ir::importOnnx(*file); // its sizes stay open
    QVERIFY(model);
    presenter.setSubject(edge(), std::make_shared<const ir::Model>(std::move(*model)));
    QTRY_VERIFY(!presenter.isBusy());
    QVERIFY(presenter.answer() || !presenter.failure()->message.empty());
    // A device without any number.
    hardware::Profile empty;
    empty.name = "nothing";
    presenter.setSubject(std::make_shared<const hardware::Profile>(empty), sample(*engine));
    QTRY_VERIFY(!presenter.isBusy());
    QVERIFY(presenter.answer() || presenter.failure());
}

void WhatIfTest::slidersMoveTheTime() {
    Window w;
    QTRY_VERIFY(w.answer());
    QTRY_VERIFY(!w.page()->whatIf().isBusy());
    auto* answer = w.find<QLabel>("whatIfAnswer");
    QVERIFY2(answer->text().contains("predicted"), qPrintable(answer->text()));
    auto* compute = w.find<QSlider>("whatIfCompute");
    auto* reset = w.find<QPushButton>("resetWhatIf");
    QVERIFY(compute->isEnabled() && !reset->isEnabled());
    auto& watched = *static_cast<metainfer::testing::WatchedApplication*>(qApp);
    watched.watch();
    // A person who drags: every position is asked for, none holds the window up.
    for (int x = 20; x < compute->width() - 20; x += 8)
        compute->setSliderPosition(QStyle::sliderValueFromPosition(
            compute->minimum(), compute->maximum(), x, compute->width()));
    QTRY_VERIFY(!w.page()->whatIf().isBusy());
    compute->setValue(0);
    QTRY_VERIFY(!w.page()->whatIf().isBusy());
    QVERIFY2(watched.worstMilliseconds() < 100, qPrintable(watched.report()));
    compute->setFocus();
    QTest::keyClick(compute, Qt::Key_PageUp); // an octave
    QCOMPARE(WhatIfPage::factorAt(compute->value()), 2.0);
    QTRY_COMPARE(w.answer()->change.compute, 2.0);
    QTRY_VERIFY(answer->text().contains("simulated"));
    QVERIFY(w.answer()->factor() < 1);
    QVERIFY(reset->isEnabled());
    auto* table = w.find<widgets::DataTable>("whatIfOperators");
    QVERIFY(table->content().rowCount() > 3);
    auto* families = w.find<widgets::PlotView>("whatIfFamilies");
    QCOMPARE(families->series().size(), std::size_t(2));
    QVERIFY(families->dataText().contains("simulated"));
    QTRY_COMPARE(w.find<widgets::PlotView>("whatIfCurves")->series().size(), std::size_t(5));
    // It can be kept as a profile of its own.
    QTest::mouseClick(w.find<QPushButton>("editWhatIf"), Qt::LeftButton);
    QCOMPARE(w.find<QTabWidget>("hardwarePages")->currentIndex(), 0);
    auto* yaml = w.find<widgets::YamlEditor>("profileYaml");
    QTRY_VERIFY(yaml->toPlainText().contains("accelerator-x-edge-what-if"));
    QTRY_VERIFY(!w.window->place("hardware")->isLoading());
    // Kept over a restart, in the other language too.
    w.open("zh_CN");
    QTRY_VERIFY(w.answer());
    QCOMPARE(w.find<QSlider>("whatIfCompute")->value(), 4);
    QTRY_VERIFY(w.find<QLabel>("whatIfAnswer")->text().contains(QStringLiteral("仿真")));
    QTest::mouseClick(w.find<QPushButton>("resetWhatIf"), Qt::LeftButton);
    QTRY_VERIFY(w.answer()->change.changesNothing());
    QVERIFY(!w.find<QPushButton>("resetWhatIf")->isEnabled());
}

int main(int argc, char** argv) {
    metainfer::testing::WatchedApplication app(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    WhatIfTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_what_if_page.moc"
