// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Editing a profile: form and text stay in step, mistakes are found in their place, every step can
// be undone, saving makes a revision.
#include "hardware/profile_document.h"
#include "hardware/profile_form_model.h"

#include "base/file.h"
#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using widgets::ProfileField;
using widgets::ProfileFormModel;

namespace {

const char* const kText = R"(# what a person wrote
hardware:
  name: test-device
  type: npu
  compute:
    cores: 4
    frequency_mhz: 800
    supported_dtypes: [fp32, int8]
    peak: {int8: 2048}
  memory:
    hierarchy:
      - {level: shared, size_kb: 128, bandwidth_gbps: 100}
      - {level: DRAM, size_gb: 2, bandwidth_gbps: 12.8}
  scheduling:
    kernel_launch_overhead_us: 12
    supports_dynamic_shape: false
  provenance:
    compute.cores: {source: datasheet, date: "2026-01-02", reference: "Data sheet 7"}
    memory.hierarchy.DRAM.size_gb: {source: datasheet, reference: "Data sheet 8"}
)";

ProfileField fieldOf(const hardware::Profile& profile, const QString& path) {
    for (const ProfileField& field : widgets::profileFields(profile))
        if (field.path == path)
            return field;
    return {};
}

/// A document with a file of its own.
struct Bench {
    QTemporaryDir folder;
    Jobs jobs;
    ProfileDocument document{jobs};
    std::filesystem::path file = folder.filePath("test-device.yaml").toStdString();

    Bench() {
        if (!writeFileAtomically(file, kText))
            qFatal("cannot write the profile");
        QSignalSpy opened(&document, &ProfileDocument::opened);
        document.open(file);
        if (!opened.wait())
            qFatal("the profile was not opened");
        settle();
    }
    void settle() { QTRY_VERIFY(!document.isBusy()); }
    void set(const QString& path, const QString& text) {
        document.setField(fieldOf(*document.profile(), path), text);
        settle();
    }
    QString value(const QString& path) {
        return widgets::fieldText(*document.profile(), fieldOf(*document.profile(), path));
    }
};

} // namespace

class ProfileDocumentTest : public QObject {
    Q_OBJECT

  private slots:
    void commentsStayWhenTheFormEdits();
    void everyFieldRoundTrips();
    void formWritesText();
    void refusedValuesStayBesideTheField();
    void textMistakesHaveLines();
    void formIsLockedWhileTextIsWrong();
    void undoAndRedo();
    void levelsComeAndGo();
    void contradictionsCanBeResolvedInTheForm();
    void sourcesFollowTheValues();
    void savingMakesRevisions();
    void formModelIsSound();
};

void ProfileDocumentTest::everyFieldRoundTrips() {
    Bench bench;
    const hardware::Profile& profile = *bench.document.profile();
    const auto fields = widgets::profileFields(profile);
    QVERIFY(fields.size() > 40);
    int known = 0;
    for (const ProfileField& field : fields) {
        QVERIFY2(!widgets::fieldLabel(field).isEmpty(), qPrintable(field.path));
        QVERIFY2(!widgets::fieldHelp(field).isEmpty(), qPrintable(field.path));
        const QString text = widgets::fieldText(profile, field);
        known += text.isEmpty() ? 0 : 1;
        // Typing what stands there changes nothing but the source.
        auto same = widgets::withField(profile, field, text, {});
        QVERIFY2(same.has_value(), qPrintable(field.path));
        same->provenance = profile.provenance;
        QVERIFY2(*same == profile, qPrintable(field.path));
        QVERIFY(!widgets::groupLabel(field.group).isEmpty());
    }
    QVERIFY(known >= 12);
    // Every field that may be absent can be removed and is then absent.
    for (const ProfileField& field : fields) {
        if (field.path == "name" || field.path == "type" || field.path.endsWith(".level"))
            continue;
        const auto without = widgets::withField(profile, field, "", {});
        QVERIFY2(without.has_value(), qPrintable(field.path));
        QVERIFY2(widgets::fieldText(*without, field).isEmpty(), qPrintable(field.path));
    }
}

void ProfileDocumentTest::formWritesText() {
    Bench bench;
    bench.set("compute.cores", "16");
    QVERIFY(bench.document.text().contains("cores: 16"));
    bench.set("memory.hierarchy[0].size", "256 KiB");
    QCOMPARE(bench.document.profile()->memory.hierarchy[0].sizeBytes, 256.0 * 1024);
    bench.set("compute.supported_dtypes", "fp32, int8, fp16");
    QCOMPARE(bench.document.profile()->compute.supportedDtypes.size(), std::size_t(3));
    bench.set("compute.peak.fp16", "500.5");
    bench.set("compute.matrix_tile", "8x16x32");
    bench.set("scheduling.supports_dynamic_shape", "true");
    bench.set("ops.fast_ops", "conv2d, matmul");
    // What the text says is what the form shows.
    const auto read = hardware::parseProfile(bench.document.text().toStdString(), "text");
    QVERIFY(read.has_value());
    QVERIFY(read->profile == *bench.document.profile());
    QCOMPARE(read->profile.compute.peakGflops.at(ElementType::Float16), 500.5);
    QCOMPARE(read->profile.compute.matrixTile->k, 32);
    QVERIFY(bench.document.isValid());
}

void ProfileDocumentTest::refusedValuesStayBesideTheField() {
    Bench bench;
    const QString before = bench.document.text();
    bench.set("compute.cores", "many");
    QCOMPARE(bench.document.text(), before);
    const auto refused = bench.document.refused().value("compute.cores");
    QCOMPARE(refused.text, QString("many"));
    QVERIFY2(refused.message.contains("many"), qPrintable(refused.message));
    QVERIFY2(!refused.message.contains("field:"), qPrintable(refused.message));
    bench.set("memory.hierarchy[1].bandwidth_gbps", "-3");
    QVERIFY(bench.document.refused()
                .value("memory.hierarchy[1].bandwidth_gbps")
                .message.contains("above 0"));
    bench.set("type", "toaster");
    QVERIFY(bench.document.refused().contains("type"));
    bench.set("name", "a b");
    QVERIFY(bench.document.refused().value("name").message.contains("letters"));
    // Quotes and brackets cannot break out of the value.
    bench.set("vendor", "A \"quoted\" {name}: #1");
    QCOMPARE(bench.value("vendor"), QString("A \"quoted\" {name}: #1"));
    bench.set("compute.cores", "8");
    QVERIFY(!bench.document.refused().contains("compute.cores"));
    QCOMPARE(bench.value("compute.cores"), QString("8"));
    // What is wrong elsewhere waits to be corrected; another text begins anew.
    QCOMPARE(bench.document.refused().size(), 3);
    QCOMPARE(bench.document.refused().value("type").text, QString("toaster"));
    bench.document.undoStack().undo();
    QVERIFY(bench.document.refused().isEmpty());
}

void ProfileDocumentTest::textMistakesHaveLines() {
    Bench bench;
    QString wrong = bench.document.text();
    wrong.replace("cores: 4", "cores: -4").replace("size_kb: 128", "size_kb: x");
    bench.document.typeText(wrong);
    bench.settle();
    const auto problems = bench.document.problems();
    QCOMPARE(problems.size(), std::size_t(2));
    QCOMPARE(problems[0].line, 6);
    QCOMPARE(problems[0].path, QString("compute.cores"));
    QCOMPARE(problems[1].line, 12);
    QCOMPARE(problems[1].path, QString("memory.hierarchy[0].size_kb"));
    QVERIFY(!bench.document.isValid());
    bench.document.typeText("hardware: {name: [");
    bench.settle();
    QCOMPARE(bench.document.problems().size(), std::size_t(1));
    QVERIFY(bench.document.problems()[0].line >= 1);
    QVERIFY(!bench.document.problems()[0].remedy.isEmpty());
    // An unknown key is kept and only warned about.
    QString unknown = QString(kText).replace("    cores: 4", "    cores: 4\n    warp_size: 32");
    bench.document.typeText(unknown);
    bench.settle();
    QCOMPARE(bench.document.problems().size(), std::size_t(1));
    QVERIFY(bench.document.problems()[0].warning);
    QCOMPARE(bench.document.problems()[0].line, 7);
    QVERIFY(bench.document.isValid());
}

void ProfileDocumentTest::formIsLockedWhileTextIsWrong() {
    Bench bench;
    bench.document.typeText(QString(bench.document.text()).replace("cores: 4", "cores: four"));
    QVERIFY(!bench.document.isFormEditable());
    bench.settle();
    QVERIFY(!bench.document.isFormEditable());
    QCOMPARE(bench.document.profile()->compute.cores, 4); // the last that was right
    const QString text = bench.document.text();
    bench.set("compute.cores", "9");
    QCOMPARE(bench.document.text(), text);
    QSignalSpy failed(&bench.document, &ProfileDocument::failed);
    bench.document.save("try");
    QCOMPARE(failed.size(), 1);
    bench.document.typeText(QString(bench.document.text()).replace("cores: four", "cores: 5"));
    bench.settle();
    QVERIFY(bench.document.isFormEditable());
    QCOMPARE(bench.document.profile()->compute.cores, 5);
}

void ProfileDocumentTest::undoAndRedo() {
    Bench bench;
    QUndoStack& undo = bench.document.undoStack();
    const QString first = bench.document.text();
    QVERIFY(!bench.document.isModified());
    // Letters typed one after the other are one step.
    QString typed = first;
    const auto at = typed.indexOf("800") + 3;
    for (const QChar letter : QString("00")) {
        typed.insert(at + (typed.size() - first.size()), letter);
        bench.document.typeText(typed);
    }
    bench.settle();
    QCOMPARE(undo.count(), 1);
    QCOMPARE(bench.document.profile()->compute.frequencyMhz, 80000.0);
    bench.set("compute.cores", "2");
    QCOMPARE(undo.count(), 2);
    QVERIFY(undo.undoText().contains("Cores"));
    undo.undo();
    bench.settle();
    QCOMPARE(bench.document.text(), typed);
    QCOMPARE(bench.document.profile()->compute.cores, 4);
    undo.undo();
    bench.settle();
    QCOMPARE(bench.document.text(), first);
    QVERIFY(!bench.document.isModified());
    undo.redo();
    undo.redo();
    bench.settle();
    QCOMPARE(bench.document.profile()->compute.cores, 2);
}

void ProfileDocumentTest::levelsComeAndGo() {
    Bench bench;
    bench.document.addLevel();
    bench.settle();
    QCOMPARE(bench.document.profile()->memory.hierarchy.size(), std::size_t(3));
    QVERIFY(bench.document.isValid());
    bench.document.removeLevel(1);
    bench.settle();
    QCOMPARE(bench.document.profile()->memory.hierarchy.size(), std::size_t(2));
    QVERIFY(!bench.document.profile()->provenance.contains("memory.hierarchy.DRAM.size_gb"));
    bench.document.removeLevel(7); // there is none
    QCOMPARE(bench.document.undoStack().count(), 2);
}

void ProfileDocumentTest::contradictionsCanBeResolvedInTheForm() {
    Bench bench;
    bench.set("compute.supported_dtypes", "fp32");
    QVERIFY(!bench.document.isValid()); // a peak rate of int8 is left
    QCOMPARE(bench.document.problems().size(), std::size_t(1));
    QVERIFY(bench.document.isFormEditable());
    bench.set("compute.peak.int8", "");
    QVERIFY(bench.document.isValid());
    QVERIFY(bench.document.problems().empty());
}

void ProfileDocumentTest::sourcesFollowTheValues() {
    Bench bench;
    const auto source = [&](const QString& path) {
        return widgets::fieldProvenance(*bench.document.profile(),
                                        fieldOf(*bench.document.profile(), path));
    };
    QCOMPARE(source("compute.cores")->reference, std::string("Data sheet 7"));
    QCOMPARE(source("memory.hierarchy[1].size")->reference, std::string("Data sheet 8"));
    bench.set("compute.cores", "5");
    QCOMPARE(source("compute.cores")->source, NumberSource::User);
    QVERIFY(!source("compute.cores")->date.empty());
    bench.set("memory.hierarchy[1].size", "4 GiB");
    QCOMPARE(source("memory.hierarchy[1].size")->source, NumberSource::User);
    // A renamed level keeps what is known of its sources.
    bench.set("memory.hierarchy[1].level", "LPDDR");
    QCOMPARE(source("memory.hierarchy[1].size")->source, NumberSource::User);
    bench.set("compute.cores", "");
    QVERIFY(!source("compute.cores"));
}

void ProfileDocumentTest::savingMakesRevisions() {
    Bench bench;
    QSignalSpy saved(&bench.document, &ProfileDocument::saved);
    bench.set("compute.cores", "6");
    QCOMPARE(bench.document.changes().size(), std::size_t(2)); // the value and its source
    QVERIFY(bench.document.isModified());
    QCOMPARE(bench.document.saveTarget(), bench.file);
    QVERIFY(!bench.document.saveMeetsAnother());
    bench.document.save("six cores");
    QVERIFY(saved.wait());
    QVERIFY(!bench.document.isModified());
    QVERIFY(bench.document.changes().empty());
    auto history = hardware::ProfileStore::history(bench.file);
    QVERIFY(history.has_value());
    QCOMPARE(history->size(), std::size_t(2));
    QCOMPARE(history->back().reason, std::string("six cores"));
    // Another name is another file.
    bench.set("name", "other-device");
    QCOMPARE(bench.document.saveTarget().filename().string(), std::string("other-device.yaml"));
    QVERIFY(!bench.document.saveMeetsAnother());
    QVERIFY(writeFileAtomically(bench.document.saveTarget(), kText).has_value());
    QVERIFY(bench.document.saveMeetsAnother());
    QSignalSpy failed(&bench.document, &ProfileDocument::failed);
    bench.document.save(" "); // a reason is needed
    QVERIFY(failed.wait());
}

void ProfileDocumentTest::formModelIsSound() {
    Bench bench;
    ProfileFormModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setProfile(bench.document.profile());
    const QModelIndex cores = model.indexOf("compute.cores");
    QCOMPARE(cores.data().toString(), QString("4"));
    QVERIFY(
        cores.siblingAtColumn(ProfileFormModel::Source).data().toString().contains("Data sheet 7"));
    QVERIFY(model.indexOf("compute.frequency_mhz").data().toString().contains("MHz"));
    QCOMPARE(model.indexOf("vendor").data().toString(), QString("not known"));
    QSignalSpy edited(&model, &ProfileFormModel::edited);
    QVERIFY(model.setData(cores, "4", Qt::EditRole));
    QCOMPARE(edited.size(), 0);
    QVERIFY(model.setData(cores, "12", Qt::EditRole));
    QCOMPARE(edited.size(), 1);
    QVERIFY(!model.setData(cores.siblingAtColumn(0), "12", Qt::EditRole));
    model.setProblems({{6, "compute.cores", "compute.cores is 4", "take more", false}});
    QVERIFY(cores.data(ProfileFormModel::ProblemRole).toString().contains("take more"));
    model.setEditable(false);
    QVERIFY(!(model.flags(cores) & Qt::ItemIsEditable));
    // One more level: other rows.
    hardware::Profile more = *bench.document.profile();
    more.memory.hierarchy.emplace_back().level = "HBM";
    model.setProfile(std::make_shared<hardware::Profile>(more));
    QVERIFY(model.indexOf("memory.hierarchy[2].size").isValid());
    QCOMPARE(model.levelAt(model.indexOf("memory.hierarchy[2].size")), 2);
    model.setProfile(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void ProfileDocumentTest::commentsStayWhenTheFormEdits() {
    Bench bench;
    bench.document.typeText(
        QString(bench.document.text())
            .replace("    cores: 4\n",
                     "    # as counted on the die\n    cores: 4 # two clusters\n"));
    bench.settle();
    bench.set("compute.cores", "8");
    const QString text = bench.document.text();
    QVERIFY(text.startsWith("# what a person wrote\n"));
    QVERIFY2(text.contains("    # as counted on the die\n    cores: 8 # two clusters\n"),
             qPrintable(text));
    QVERIFY(text.contains("{level: shared, size_kb: 128, bandwidth_gbps: 100}"));
    QCOMPARE(bench.value("compute.cores"), QString("8"));
    bench.document.undoStack().undo();
    bench.settle();
    QVERIFY(bench.document.text().contains("cores: 4 # two clusters"));
    bench.document.undoStack().redo();
    bench.settle();
    QSignalSpy saved(&bench.document, &ProfileDocument::saved);
    bench.document.save("two clusters more");
    QVERIFY(saved.wait());
    const auto stored = readTextFile(bench.document.file());
    QVERIFY(stored && stored->find("# as counted on the die") != std::string::npos);
}

QTEST_MAIN(ProfileDocumentTest)
#include "tst_profile_document.moc"
