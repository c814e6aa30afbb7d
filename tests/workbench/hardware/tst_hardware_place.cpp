// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Hardware place in its window, driven with mouse and keys.
#include "hardware/hardware_place.h"
#include "hardware/profile_form_view.h"
#include "hardware/profile_list.h"
#include "hardware/yaml_editor.h"
#include "plot/plot_view.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "hardware/heat_map.h"
#include "session/data_table.h"

#include "base/file.h"
#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

const char* const kMine = R"(hardware:
  name: my-board
  type: npu
  compute:
    cores: 4
    frequency_mhz: 800
    supported_dtypes: [fp32, int8]
    peak: {fp32: 500, int8: 2000}
  memory:
    hierarchy:
      - {level: DRAM, size_gb: 2, bandwidth_gbps: 12.8}
  ops:
    fast_ops: [conv2d]
    slow_ops: [softmax]
)";

/// A window on the Hardware place, with a data folder of its own that holds one profile.
struct Bench : test::WindowDesk {
    std::filesystem::path mine;

    explicit Bench(const QString& language = "en") {
        mine = hardware::userProfileFolder() / "my-board.yaml";
        if (!createDirectories(mine.parent_path()) || !writeFileAtomically(mine, kMine))
            qFatal("cannot write the profile");
        settings->setValue("hardware/profile", QString::fromStdString(mine.string()));
        settings->setValue("hardware/rooflineModel", QString()); // none, until a test chooses one
        WindowDesk::open(language, "hardware");
        settle();
    }
    Place* place() { return window->place("hardware"); }
    template <typename T>
    T* find(const char* name) {
        return place()->findChild<T*>(name);
    }
    void settle() {
        // What one round starts the next one waits for.
        for (int round = 0; round < 3; ++round) {
            QCoreApplication::processEvents();
            QTRY_VERIFY(!place()->isLoading());
        }
    }
    void showPage(int index) {
        auto* tabs = find<QTabWidget>("hardwarePages");
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {},
                          tabs->tabBar()->tabRect(index).center());
        settle();
        picture(QString("hardware-%1").arg(index));
    }
    /// For a person to look at, where METAINFER_PICTURES names a folder.
    void picture(const QString& name) {
        if (const QString to = qEnvironmentVariable("METAINFER_PICTURES"); !to.isEmpty())
            window->grab().save(to + "/" + name + ".png");
    }
    int rowOf(const QString& name) {
        auto* list = find<widgets::ProfileList>("profileList");
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == name)
                return row;
        return -1;
    }
    /// Clicks the box of a profile in the list.
    void check(const QString& name) {
        auto* list = find<widgets::ProfileList>("profileList");
        const QModelIndex index = list->model()->index(rowOf(name), 0);
        list->scrollTo(index);
        const QRect row = list->visualRect(index);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          {row.left() + 14, row.center().y()});
        settle();
    }
    /// Types a value into a field of the form, as a person does.
    void enter(const QString& path, const QString& text) {
        auto* form = find<widgets::ProfileFormView>("profileForm");
        form->goToField(path);
        QTest::keyClick(form, Qt::Key_Return);
        QCoreApplication::processEvents();
        auto* editor = form->viewport()->findChild<QLineEdit*>();
        QVERIFY2(editor, qPrintable(path));
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        settle();
    }
};

/// Runs `act` on the dialog that is shown next.
template <typename Function>
void inDialog(Function act, int looks = 500) {
    QTimer::singleShot(10, qApp, [act, looks] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog && looks > 0)
            return inDialog(act, looks - 1);
        QVERIFY(dialog);
        act(*dialog);
    });
}

} // namespace

class HardwarePlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void formAndYamlStayInStep();
    void savingAsksWhyAndRollingBackAsksOnce();
    void profilesAreCompared();
    void whatWasTypedIsKept();
    void leavingWithChangesAsks();
    void aDroppedProfileOpens();
    void brokenProfilesCanBeMended();
    void chineseIsComplete();
};

void HardwarePlaceTest::formAndYamlStayInStep() {
    Bench bench;
    auto* yaml = bench.find<widgets::YamlEditor>("profileYaml");
    auto* form = bench.find<widgets::ProfileFormView>("profileForm");
    QVERIFY(yaml->toPlainText().contains("cores: 4"));
    bench.enter("compute.cores", "16");
    QVERIFY(yaml->toPlainText().contains("cores: 16"));
    // A wrong value stays in the field with its message beside it; the YAML keeps the old one.
    bench.enter("compute.cores", "-2");
    QVERIFY(yaml->toPlainText().contains("cores: 16"));
    auto* model = static_cast<widgets::ProfileFormModel*>(form->model());
    const QModelIndex cores = model->indexOf("compute.cores");
    QCOMPARE(cores.data().toString(), QString("-2"));
    QVERIFY(cores.siblingAtColumn(widgets::ProfileFormModel::Source)
                .data()
                .toString()
                .contains("at least 1"));
    bench.enter("compute.cores", "8");
    // Typing in the YAML changes the form.
    auto cursor = yaml->document()->find("frequency_mhz: 800");
    QVERIFY(!cursor.isNull());
    cursor.setPosition(cursor.selectionEnd());
    yaml->setTextCursor(cursor);
    yaml->setFocus();
    QTest::keyClicks(yaml, "0");
    bench.settle();
    QVERIFY(model->indexOf("compute.frequency_mhz").data().toString().contains("8,000"));
    // A mistake is listed with its line, and the form waits.
    QTest::keyClicks(yaml, "x");
    bench.settle();
    auto* problems = bench.find<QListWidget>("profileProblems");
    QTRY_VERIFY(problems->isVisible());
    QCOMPARE(problems->count(), 1);
    QVERIFY(problems->item(0)->text().startsWith("Line"));
    QVERIFY(!(model->flags(cores) & Qt::ItemIsEditable));
    QTest::keyClick(yaml, Qt::Key_Z, Qt::ControlModifier);
    bench.settle();
    QTRY_VERIFY(!problems->isVisible());
    QVERIFY(yaml->toPlainText().contains("frequency_mhz: 800\n"));
    QTest::keyClick(yaml, Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(yaml, Qt::Key_Z, Qt::ControlModifier);
    bench.settle();
    QVERIFY(yaml->toPlainText().contains("cores: 4"));
    QTest::keyClick(yaml, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    bench.settle();
    QVERIFY(yaml->toPlainText().contains("cores: 16"));
}

void HardwarePlaceTest::savingAsksWhyAndRollingBackAsksOnce() {
    Bench bench;
    bench.enter("compute.cores", "16");
    inDialog([](QDialog& dialog) {
        auto* reason = dialog.findChild<QLineEdit*>("saveReason");
        QVERIFY(reason);
        QVERIFY(dialog.findChild<widgets::DataTable*>()->text().contains("compute.cores\t4\t16"));
        QTest::keyClicks(reason, "more cores");
        QTest::keyClick(reason, Qt::Key_Return);
    });
    for (QAction* action : bench.place()->placeActions())
        if (action->objectName() == "saveProfile") {
            QVERIFY(action->isEnabled());
            action->trigger();
        }
    bench.settle();
    // The earlier revision is put away before the new one is in place.
    const auto lastReason = [&] {
        const auto history = hardware::ProfileStore::history(bench.mine);
        return history && history->size() == 2 ? history->back().reason : std::string();
    };
    QTRY_COMPARE(lastReason(), std::string("more cores"));

    bench.showPage(8);
    auto* revisions = bench.find<widgets::DataTable>("revisions");
    QTRY_COMPARE(revisions->content().rowCount(), 2);
    auto* back = bench.find<QPushButton>("rollBack");
    QVERIFY(!back->isEnabled());
    const QRect row = revisions->visualRect(revisions->model()->index(1, 2));
    QTest::mouseClick(revisions->viewport(), Qt::LeftButton, {}, row.center());
    QTRY_VERIFY(back->isEnabled());
    QVERIFY(
        bench.find<widgets::DataTable>("revisionChanges")->text().contains("compute.cores\t16\t4"));
    // Reading the history again, as when the page is shown again, leaves the choice.
    bench.showPage(7);
    bench.showPage(8);
    bench.settle();
    QTRY_VERIFY(back->isEnabled());
    inDialog([](QDialog& dialog) {
        static_cast<QMessageBox&>(dialog).button(QMessageBox::Ok)->click();
    });
    QTest::mouseClick(back, Qt::LeftButton);
    bench.settle();
    QTRY_COMPARE(revisions->content().rowCount(), 3);
    QCOMPARE(hardware::loadProfile(bench.mine)->profile.compute.cores, 4);
    QTRY_VERIFY(bench.find<widgets::YamlEditor>("profileYaml")->toPlainText().contains("cores: 4"));
}

void HardwarePlaceTest::profilesAreCompared() {
    Bench bench;
    bench.check("accelerator-x");
    bench.check("nvidia-jetson-agx-orin-64gb");
    // Roofline, with the operators of a sample model.
    bench.showPage(1);
    auto* plot = bench.find<widgets::PlotView>("roofline");
    QVERIFY(plot->series().size() >= 2);
    const std::size_t roofs = plot->series().size();
    auto* model = bench.find<QComboBox>("rooflineModel");
    model->setCurrentIndex(model->findData("mobilenet-v2-style"));
    emit model->activated(model->currentIndex());
    bench.settle();
    QVERIFY(plot->series().size() > roofs);
    QVERIFY(plot->series().back().x.size() > 20);
    QVERIFY(plot->tipOf({plot->series().size() - 1, 0}).contains("predicted"));
    // An edit moves the roof at once.
    const double before = plot->series().front().y.back();
    bench.showPage(0);
    bench.enter("compute.peak.fp32", "1000");
    bench.showPage(1);
    QCOMPARE(plot->series().front().y.back(), 2 * before);
    bench.showPage(3);
    bench.showPage(4);
    QVERIFY(!bench.find<widgets::PlotView>("bandwidth")->series().empty());
    bench.showPage(5);
    auto* matrix = bench.find<widgets::HeatMap>("operatorMatrix");
    QVERIFY(matrix->matrix().groups.contains("accelerator-x"));
    bench.check("nvidia-jetson-agx-orin-64gb"); // no more: the two left are both NPUs
    bench.showPage(6);
    auto* fields = bench.find<widgets::DataTable>("fieldTable");
    QCOMPARE(fields->content().columnCount(), 3);
    const int different = fields->content().rowCount();
    QTest::mouseClick(bench.find<QAbstractButton>("onlyDifferent"), Qt::LeftButton, {},
                      QPoint(8, bench.find<QAbstractButton>("onlyDifferent")->height() / 2));
    QVERIFY(fields->content().rowCount() > different);
    bench.showPage(7);
    auto* similar = bench.find<widgets::DataTable>("similar");
    QTRY_VERIFY(similar->content().rowCount() > 5);
    QTRY_VERIFY(bench.find<QLabel>("similarReasons")->text().contains("•"));
}

/// A window that is closed, or a program that dies, keeps what was typed and not saved.
void HardwarePlaceTest::whatWasTypedIsKept() {
    Bench bench;
    bench.enter("compute.cores", "16");
    auto yaml = [&bench] { return bench.find<widgets::YamlEditor>("profileYaml"); };
    bench.open("en", "hardware");
    bench.settle();
    QVERIFY(yaml()->toPlainText().contains("cores: 16"));
    QVERIFY(readTextFile(bench.mine)->find("cores: 4") != std::string::npos); // not saved
    // One step back is what is stored.
    yaml()->setFocus();
    QTest::keyClick(yaml(), Qt::Key_Z, Qt::ControlModifier);
    bench.settle();
    QVERIFY2(yaml()->toPlainText().contains("cores: 4"), qPrintable(yaml()->toPlainText()));
    bench.open("en", "hardware");
    bench.settle();
    QVERIFY(yaml()->toPlainText().contains("cores: 4"));
    // A file that is gone meanwhile: the text is not.
    bench.enter("compute.cores", "32");
    bench.window.reset();
    std::error_code ignored;
    std::filesystem::remove(bench.mine, ignored);
    bench.open("en", "hardware");
    bench.settle();
    QVERIFY(yaml()->toPlainText().contains("cores: 32"));
}

void HardwarePlaceTest::leavingWithChangesAsks() {
    Bench bench;
    bench.enter("compute.cores", "3");
    auto* list = bench.find<widgets::ProfileList>("profileList");
    const QModelIndex other = list->model()->index(bench.rowOf("accelerator-x"), 0);
    inDialog([](QDialog& dialog) {
        static_cast<QMessageBox&>(dialog).button(QMessageBox::Cancel)->click();
    });
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
    bench.settle();
    QCOMPARE(list->currentIndex().data().toString(), QString("my-board"));
    QCOMPARE(list->selectionModel()->selectedRows().size(), qsizetype(1));
    QVERIFY(list->selectionModel()->isSelected(list->currentIndex())); // marked as it is edited
    QVERIFY(bench.find<widgets::YamlEditor>("profileYaml")->toPlainText().contains("my-board"));
    inDialog([](QDialog& dialog) { // saving is asked for, and then given up
        inDialog([](QDialog& save) { save.reject(); });
        static_cast<QMessageBox&>(dialog).button(QMessageBox::Save)->click();
    });
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
    bench.settle();
    QCOMPARE(list->currentIndex().data().toString(), QString("my-board"));
    QVERIFY(bench.find<widgets::YamlEditor>("profileYaml")->toPlainText().contains("my-board"));
    inDialog([](QDialog& dialog) {
        static_cast<QMessageBox&>(dialog).button(QMessageBox::Discard)->click();
    });
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
    bench.settle();
    QVERIFY(
        bench.find<widgets::YamlEditor>("profileYaml")->toPlainText().contains("accelerator-x"));
}

void HardwarePlaceTest::aDroppedProfileOpens() {
    Bench bench;
    QFile file(bench.folder.filePath("dropped.yaml"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(kMine).replace("my-board", "dropped"));
    file.close();
    bench.window->showPlace("session");
    bench.workspace->openFile(file.fileName());
    QCOMPARE(bench.window->currentPlace(), QString("hardware"));
    bench.settle();
    QTRY_COMPARE(bench.find<widgets::ProfileList>("profileList")->currentIndex().data().toString(),
                 QString("dropped"));
    QVERIFY(bench.find<widgets::YamlEditor>("profileYaml")->toPlainText().contains("dropped"));
}

void HardwarePlaceTest::brokenProfilesCanBeMended() {
    Bench bench;
    const auto broken = bench.mine.parent_path() / "broken.yaml";
    QVERIFY(writeFileAtomically(broken, "hardware:\n  name: broken\n  type: gpuu\n").has_value());
    bench.workspace->openFile(QString::fromStdString(broken.string()));
    bench.settle();
    auto* list = bench.find<widgets::ProfileList>("profileList");
    QTRY_COMPARE(list->currentIndex().data().toString(), QString("broken"));
    QVERIFY(list->currentIndex().data(widgets::ProfileListModel::BrokenRole).toBool());
    auto* problems = bench.find<QListWidget>("profileProblems");
    QTRY_VERIFY(problems->isVisible());
    QVERIFY(problems->item(0)->text().startsWith("Line 3"));
    auto* yaml = bench.find<widgets::YamlEditor>("profileYaml");
    auto cursor = yaml->document()->find("gpuu");
    cursor.insertText("gpu");
    bench.settle();
    QTRY_VERIFY(!problems->isVisible());
}

void HardwarePlaceTest::chineseIsComplete() {
    Bench bench("zh_CN");
    auto* button = bench.window->findChild<QToolButton*>("rail_hardware");
    QCOMPARE(button->text(), QString("硬件"));
    auto* tabs = bench.find<QTabWidget>("hardwarePages");
    static const QRegularExpression latin("^[A-Za-z ]+$");
    for (int i = 0; i < tabs->count(); ++i)
        QVERIFY2(!tabs->tabText(i).contains(latin), qPrintable(tabs->tabText(i)));
    auto* form = bench.find<widgets::ProfileFormView>("profileForm");
    const auto* model = static_cast<widgets::ProfileFormModel*>(form->model());
    QCOMPARE(model->indexOf("compute.cores", widgets::ProfileFormModel::Field).data().toString(),
             QString("核心数"));
    bench.window->setLanguage("en");
    QCoreApplication::processEvents();
    QCOMPARE(model->indexOf("compute.cores", widgets::ProfileFormModel::Field).data().toString(),
             QString("Cores"));
}

QTEST_MAIN(HardwarePlaceTest)
#include "tst_hardware_place.moc"
