// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The advanced part of the form of a new migration.
#include "session/advanced_form.h"

#include "session/intent_table.h"

#include <QComboBox>
#include <QEvent>
#include <QGroupBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::widgets {

using F = MigrationField;

AdvancedForm::AdvancedForm(QWidget* parent)
    : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_limits = FormRows::group(this, layout);
    addText(m_limits, F::MaxPower, "maxPower", true);
    addText(m_limits, F::MaxBatchSize, "maxBatchSize", true);
    addText(m_limits, F::Instances, "instances", true);
    addText(m_limits, F::MaxOccupancy, "maxOccupancy", true);
    addText(m_limits, F::PowerMode, "powerMode", true);
    addText(m_limits, F::BackgroundLoad, "backgroundLoad", false);
    addChoice(m_limits, F::DynamicBatch, "dynamicBatch", {"", "true", "false"});
    addChoice(m_limits, F::Recompile, "recompile", {"", "true", "false"});
    addChoice(m_limits, F::OutputFormat, "outputFormat", {"onnx", "compiled_binary"});
    m_graph = FormRows::group(this, layout);
    addText(m_graph, F::Rounds, "rounds", true);
    addText(m_graph, F::CandidatesPerRound, "candidatesPerRound", true);
    addText(m_graph, F::ExploreRatio, "exploreRatio", true);
    addText(m_graph, F::Transforms, "transforms", false);
    m_kernel = FormRows::group(this, layout);
    addText(m_kernel, F::TargetOps, "targetOps", false);
    addText(m_kernel, F::Layouts, "layouts", false);
    addText(m_kernel, F::Fusion, "fusion", false);
    addText(m_kernel, F::TileGrid, "tileGrid", false);
    addText(m_kernel, F::TrialsPerOp, "trialsPerOp", true);
    addText(m_kernel, F::MeasureRepeats, "measureRepeats", true);
    addText(m_kernel, F::Deviation, "deviation", true);
    addChoice(m_kernel, F::Concurrency, "concurrency", {"degrade", "maximum", "single"});
    m_wishes = FormRows::group(this, layout);
    m_intents = new IntentTable(m_wishes);
    m_intents->setObjectName("intentTable");
    m_rows.add(m_wishes, F::Intents, m_intents);
    connect(m_intents, &IntentTable::changed, this, &AdvancedForm::changed);
    retranslate();
}

void AdvancedForm::addText(QGroupBox* group, MigrationField field, const QString& name,
                           bool isNumber) {
    auto* edit = new QLineEdit(group);
    edit->setObjectName(name);
    if (isNumber)
        edit->setFixedWidth(FormRows::kNumberWidth);
    m_rows.add(group, field, edit);
    m_fields.push_back({field, edit, nullptr});
    connect(edit, &QLineEdit::textChanged, this, &AdvancedForm::changed);
}

void AdvancedForm::addChoice(QGroupBox* group, MigrationField field, const QString& name,
                             const QStringList& values) {
    auto* box = new QComboBox(group);
    box->setObjectName(name);
    for (const QString& value : values)
        box->addItem(QString(), value);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12); // a long choice must not widen the form
    m_rows.add(group, field, box);
    m_fields.push_back({field, nullptr, box});
    connect(box, &QComboBox::currentIndexChanged, this, &AdvancedForm::changed);
}

void AdvancedForm::read(MigrationValues& values) const {
    values.more.clear();
    for (const Field& field : m_fields) {
        const QString text =
            field.edit ? field.edit->text().trimmed() : field.choice->currentData().toString();
        // The first choice is what holds when nothing is said.
        const bool isDefault = field.choice && field.choice->currentIndex() == 0;
        if (!text.isEmpty() && !isDefault)
            values.more.insert(field.field, text);
    }
    values.intents = m_intents->rows();
}

void AdvancedForm::setValues(const MigrationValues& values) {
    const QSignalBlocker quiet(this);
    m_rows.closeGaps();
    for (const Field& field : m_fields) {
        const QString text = values.more.value(field.field);
        if (field.edit)
            field.edit->setText(text);
        else
            field.choice->setCurrentIndex(std::max(0, field.choice->findData(text)));
    }
    m_intents->setRows(values.intents);
}

void AdvancedForm::setChoices(MigrationField wanted, const QStringList& texts) {
    for (const Field& field : m_fields)
        for (int i = 0; field.field == wanted && i < field.choice->count(); ++i)
            field.choice->setItemText(i, texts.value(i));
}

void AdvancedForm::setPlaceholder(MigrationField wanted, const QString& text) {
    for (const Field& field : m_fields)
        if (field.field == wanted)
            field.edit->setPlaceholderText(text);
}

void AdvancedForm::retranslate() {
    m_limits->setTitle(tr("Further limits"));
    m_graph->setTitle(tr("Search over the graph"));
    m_kernel->setTitle(tr("Search over operators and mapping"));
    m_wishes->setTitle(tr("Wishes for parts of the model"));
    m_rows.setLabel(F::MaxPower, tr("Power at most, W"),
                    tr("Where the device has a sensor; otherwise it cannot be shown to hold"));
    m_rows.setLabel(F::MaxBatchSize, tr("Batch at most"), tr("Largest batch size of a request"));
    m_rows.setLabel(F::Instances, tr("Instances"),
                    tr("Instances of the model that share the device at the same time"));
    m_rows.setLabel(F::MaxOccupancy, tr("Share of the device"),
                    tr("As a fraction above 0, at most 1: other services need the rest"));
    m_rows.setLabel(F::PowerMode, tr("Power mode"), tr("As the device calls it"));
    m_rows.setLabel(F::BackgroundLoad, tr("Background load"),
                    tr("A program that runs beside every measurement, as another service will"));
    m_rows.setLabel(F::DynamicBatch, tr("Dynamic batch"),
                    tr("Must the deployed model take batches of any size?"));
    m_rows.setLabel(F::Recompile, tr("Compiling on the device"),
                    tr("May the model be compiled again when it is deployed?"));
    m_rows.setLabel(F::OutputFormat, tr("Output"), tr("What the session hands over"));
    for (const F field : {F::MaxPower, F::MaxBatchSize, F::MaxOccupancy})
        setPlaceholder(field, tr("no limit"));
    setPlaceholder(F::Instances, "1");
    setChoices(F::DynamicBatch, {tr("Not said"), tr("Must be supported"), tr("Is not needed")});
    setChoices(F::Recompile, {tr("Not said"), tr("Allowed"), tr("Not allowed")});
    setChoices(F::OutputFormat, {tr("ONNX model"), tr("Compiled for the target as well")});
    m_rows.setLabel(F::Rounds, tr("Rounds"), tr("How often candidates are proposed"));
    m_rows.setLabel(F::CandidatesPerRound, tr("Candidates a round"),
                    tr("How many are measured before the next ones are proposed"));
    m_rows.setLabel(F::ExploreRatio, tr("Explore"),
                    tr("Share of candidates that try something new, from 0 to 1"));
    m_rows.setLabel(F::Transforms, tr("Transforms"),
                    tr("Rewrite rules and groups of them, separated by commas; empty = all"));
    setPlaceholder(F::ExploreRatio, "0.5");
    setPlaceholder(F::Transforms, "fold_bn, channel_align, quant_binding");
    m_rows.setLabel(F::TargetOps, tr("Operators"),
                    tr("Whose mapping is searched; empty = the bottlenecks that are found"));
    m_rows.setLabel(F::Layouts, tr("Layouts"), tr("Data layouts to try, separated by commas"));
    m_rows.setLabel(F::Fusion, tr("Fusion"), tr("Fused forms to try, separated by commas"));
    m_rows.setLabel(F::TileGrid, tr("Tiles"),
                    tr("Multiples of the target's matrix tile, rows x columns"));
    m_rows.setLabel(F::TrialsPerOp, tr("Trials an operator"), tr("At most"));
    m_rows.setLabel(F::MeasureRepeats, tr("Repeats"),
                    tr("Measurements of each trial, at least 3; their median counts"));
    m_rows.setLabel(F::Deviation, tr("Deviation"),
                    tr("A candidate that is further from its prediction is analysed"));
    m_rows.setLabel(F::Concurrency, tr("Streams"), tr("How many run at the same time"));
    setPlaceholder(F::TargetOps, "Conv(int8), Concat");
    setPlaceholder(F::Layouts, "NHWC, NCHW, NCHWc4");
    setPlaceholder(F::Fusion, "none, fold_bn, conv_bn_act");
    setPlaceholder(F::TileGrid, "1x1, 2x1, 1x2");
    setPlaceholder(F::Deviation, "0.15");
    setChoices(F::Concurrency, {tr("From the most downward until the gain converges"),
                                tr("As many as the device takes"), tr("One")});
    m_rows.setLabel(F::Intents, tr("Intents"),
                    tr("Which nodes, what they are for, in which layout and precisions"));
}

void AdvancedForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
