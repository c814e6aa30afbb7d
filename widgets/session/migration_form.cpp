// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form of a new migration.
#include "session/migration_form.h"

#include "measurement/metric.h"
#include "session/advanced_form.h"
#include "session/number_words.h"
#include "session/path_field.h"
#include "theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace metainfer::widgets {
namespace {

void select(QComboBox* box, const QString& value) {
    const int index = box->findData(value);
    if (index >= 0)
        box->setCurrentIndex(index);
}

constexpr int kLeastLetters = 14;

/// A long choice must not make the form wider than its page.
void letItShrink(QComboBox* box) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastLetters);
}

} // namespace

MigrationForm::MigrationForm(QWidget* parent)
    : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(10);
    makeModel();
    makeObjectives();
    makeLimitsAndData();
    makeSearch();
    layout->addStretch(1);
    retranslate();
    showAdvanced(false);
}

QGroupBox* MigrationForm::group() {
    return FormRows::group(this, static_cast<QVBoxLayout*>(layout()));
}

QLineEdit* MigrationForm::line(const QString& name) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    connect(edit, &QLineEdit::textChanged, this, &MigrationForm::changed);
    return edit;
}

void MigrationForm::makeModel() {
    m_modelGroup = group();
    auto* cell = new QWidget(m_modelGroup);
    cell->setObjectName("model");
    auto* row = new QHBoxLayout(cell);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_model = new PathField(PathField::Kind::File, cell);
    m_model->edit()->setObjectName("modelEdit");
    m_samples = new QToolButton(cell);
    m_samples->setObjectName("samples");
    m_samples->setPopupMode(QToolButton::InstantPopup);
    m_samples->setMenu(new QMenu(m_samples));
    row->addWidget(m_model, 1);
    row->addWidget(m_samples);
    cell->setFocusProxy(m_model);
    m_rows.add(m_modelGroup, MigrationField::Model, cell);
    connect(m_model, &PathField::changed, this, &MigrationForm::changed);

    m_target = new QComboBox(m_modelGroup);
    m_target->setObjectName("target");
    m_target->setEditable(true);
    m_target->setInsertPolicy(QComboBox::NoInsert);
    m_target->setMaxVisibleItems(20);
    letItShrink(m_target);
    m_rows.add(m_modelGroup, MigrationField::Target, m_target);
    connect(m_target, &QComboBox::currentTextChanged, this, &MigrationForm::changed);

    m_folder = new PathField(PathField::Kind::NewFolder, m_modelGroup);
    m_folder->setObjectName("folder");
    m_folder->edit()->setObjectName("folderEdit");
    m_rows.add(m_modelGroup, MigrationField::Folder, m_folder);
    connect(m_folder, &PathField::changed, this, &MigrationForm::changed);
}

void MigrationForm::makeObjectives() {
    m_objectiveGroup = group();
    auto* cell = new QWidget(m_objectiveGroup);
    cell->setObjectName("objectives");
    auto* layout = new QVBoxLayout(cell);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (std::size_t i = 0; i < kObjectives; ++i) {
        auto* row = new QHBoxLayout;
        m_objectives[i] = new QComboBox(cell);
        m_objectives[i]->setObjectName(QString("objective%1").arg(i + 1));
        letItShrink(m_objectives[i]);
        m_weights[i] = line(QString("weight%1").arg(i + 1));
        m_weights[i]->setFixedWidth(60);
        row->addWidget(m_objectives[i], 1);
        row->addWidget(m_weights[i]);
        layout->addLayout(row);
        connect(m_objectives[i], &QComboBox::currentIndexChanged, this, &MigrationForm::changed);
    }
    m_weighted = new QCheckBox(cell);
    m_weighted->setObjectName("weighted");
    layout->addWidget(m_weighted);
    connect(m_weighted, &QCheckBox::toggled, this, [this] {
        showWeights();
        emit changed();
    });
    m_rows.add(m_objectiveGroup, MigrationField::Objectives, cell);
    m_rows.label(MigrationField::Objectives)->setBuddy(m_objectives[0]);
}

void MigrationForm::makeLimitsAndData() {
    m_limitGroup = group();
    const auto number = [this](QGroupBox* box, MigrationField field, const QString& name) {
        QLineEdit* edit = line(name);
        edit->setFixedWidth(FormRows::kNumberWidth);
        m_rows.add(box, field, edit);
        return edit;
    };
    m_maxLatency = number(m_limitGroup, MigrationField::MaxLatency, "maxLatency");
    m_maxMemory = number(m_limitGroup, MigrationField::MaxMemory, "maxMemory");
    m_maxDrop = number(m_limitGroup, MigrationField::MaxAccuracyDrop, "maxAccuracyDrop");

    m_dataGroup = group();
    const auto path = [this](MigrationField field, const QString& name) {
        auto* made = new PathField(PathField::Kind::File, m_dataGroup);
        made->setObjectName(name);
        made->edit()->setObjectName(name + "Edit");
        m_rows.add(m_dataGroup, field, made);
        connect(made, &PathField::changed, this, &MigrationForm::changed);
        return made;
    };
    m_calibration = path(MigrationField::Calibration, "calibration");
    m_validation = path(MigrationField::Validation, "validation");
    m_metric = new QComboBox(m_dataGroup);
    m_metric->setObjectName("metric");
    letItShrink(m_metric);
    m_rows.add(m_dataGroup, MigrationField::Metric, m_metric);
    m_command = line("metricCommand");
    m_rows.add(m_dataGroup, MigrationField::MetricCommand, m_command);
    m_gate = number(m_dataGroup, MigrationField::Gate, "gate");
    connect(m_gate, &QLineEdit::textChanged, this, &MigrationForm::showLimits);
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        showProgram();
        emit changed();
    });
}

void MigrationForm::makeSearch() {
    m_advanced = new QToolButton(this);
    m_advanced->setObjectName("advanced");
    m_advanced->setCheckable(true);
    m_advanced->setAutoRaise(true);
    m_advanced->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout()->addWidget(m_advanced);
    connect(m_advanced, &QToolButton::toggled, this, &MigrationForm::showAdvanced);
    m_searchGroup = group();
    m_budget = line("budget");
    m_timeLimit = line("timeLimit");
    m_seed = line("seed");
    m_maxThreads = line("maxThreads");
    for (QLineEdit* edit : {m_budget, m_timeLimit, m_seed, m_maxThreads})
        edit->setFixedWidth(FormRows::kNumberWidth);
    m_dimensions = line("dimensions");
    m_rows.add(m_searchGroup, MigrationField::Budget, m_budget);
    m_rows.add(m_searchGroup, MigrationField::TimeLimit, m_timeLimit);
    m_rows.add(m_searchGroup, MigrationField::Seed, m_seed);
    m_rows.add(m_searchGroup, MigrationField::MaxThreads, m_maxThreads);
    m_rows.add(m_searchGroup, MigrationField::Dimensions, m_dimensions);
    m_experience = new QCheckBox(m_searchGroup);
    m_experience->setObjectName("useExperience");
    m_searchGroup->layout()->addWidget(m_experience);
    connect(m_experience, &QCheckBox::toggled, this, &MigrationForm::changed);
    m_more = new AdvancedForm(this);
    layout()->addWidget(m_more);
    connect(m_more, &AdvancedForm::changed, this, &MigrationForm::changed);
}

MigrationValues MigrationForm::values() const {
    MigrationValues v;
    v.model = m_model->text().trimmed();
    // What is shown is longer than what is written: "npu-x (npu, simulated)" stands for "npu-x".
    const QString target = m_target->currentText().trimmed();
    const int index = m_target->findText(target, Qt::MatchFixedString);
    const QString chosen = index >= 0 ? m_target->itemData(index).toString() : QString();
    v.target = chosen.isEmpty() ? target : chosen; // a heading is no target
    v.weighted = m_weighted->isChecked();
    v.objectives.clear();
    for (std::size_t i = 0; i < kObjectives; ++i)
        v.objectives.append(
            {m_objectives[i]->currentData().toString(), m_weights[i]->text().trimmed()});
    v.maxLatencyMs = m_maxLatency->text().trimmed();
    v.maxMemoryMb = m_maxMemory->text().trimmed();
    v.maxAccuracyDrop = m_maxDrop->text().trimmed();
    v.maxThreads = m_maxThreads->text().trimmed();
    v.dimensions = m_dimensions->text().trimmed();
    v.calibration = m_calibration->text().trimmed();
    v.validation = m_validation->text().trimmed();
    v.metric = m_metric->currentData().toString();
    v.metricCommand = m_command->text().trimmed();
    v.gate = m_gate->text().trimmed();
    v.budget = m_budget->text().trimmed();
    v.timeLimit = m_timeLimit->text().trimmed();
    v.seed = m_seed->text().trimmed();
    v.useExperience = m_experience->isChecked();
    v.folder = m_folder->text().trimmed();
    m_more->read(v);
    return v;
}

void MigrationForm::setValues(const MigrationValues& v) {
    {
        const QSignalBlocker quiet(this);
        m_rows.closeGaps();
        m_model->setText(v.model);
        fillTargets(v.target);
        m_weighted->setChecked(v.weighted);
        for (std::size_t i = 0; i < kObjectives; ++i) {
            const auto at = static_cast<qsizetype>(i);
            const ObjectiveRow row = at < v.objectives.size() ? v.objectives[at] : ObjectiveRow{};
            select(m_objectives[i], row.metric);
            m_weights[i]->setText(row.weight.isEmpty() ? "1" : row.weight);
        }
        m_maxLatency->setText(v.maxLatencyMs);
        m_maxMemory->setText(v.maxMemoryMb);
        m_maxDrop->setText(v.maxAccuracyDrop);
        m_maxThreads->setText(v.maxThreads);
        m_dimensions->setText(v.dimensions);
        m_calibration->setText(v.calibration);
        m_validation->setText(v.validation);
        select(m_metric, v.metric);
        m_command->setText(v.metricCommand);
        showProgram();
        m_gate->setText(v.gate);
        m_budget->setText(v.budget);
        m_timeLimit->setText(v.timeLimit);
        m_seed->setText(v.seed);
        m_experience->setChecked(v.useExperience);
        m_folder->setText(v.folder);
        m_more->setValues(v);
        showWeights();
    }
    emit changed();
}

void MigrationForm::setFolder(const QString& folder) {
    m_folder->setText(folder);
}

void MigrationForm::setMessages(const FieldMessages& messages) {
    m_rows.setMessages(messages);
    bool hidden = m_more->setMessages(messages);
    for (const MigrationField field :
         {MigrationField::Budget, MigrationField::TimeLimit, MigrationField::Seed,
          MigrationField::MaxThreads, MigrationField::Dimensions})
        hidden = hidden || messages.value(field, {false, {}}).isError;
    if (hidden) // a mistake in a folded part must not stay hidden
        showAdvanced(true);
}

void MigrationForm::setSamples(const QStringList& names) {
    m_sampleNames = names;
    m_samples->menu()->clear();
    for (const QString& name : names)
        m_samples->menu()->addAction(name, this, [this, name] { emit sampleChosen(name); });
    showSamples();
}

void MigrationForm::showSamples() {
    m_samples->setEnabled(!m_sampleNames.isEmpty());
    m_samples->setToolTip(
        m_sampleNames.isEmpty()
            ? tr("No sample models were found. They lie in the folder sample_models of the source "
                 "and of the installation; METAINFER_SAMPLES may name another one")
            : tr("Choose one of the sample models with its data"));
    m_samples->setAccessibleDescription(m_samples->toolTip());
}

/// In every field what holds while it is empty.
void MigrationForm::showLimits() {
    const QString none = tr("no limit");
    m_maxLatency->setPlaceholderText(none);
    m_maxMemory->setPlaceholderText(none);
    m_gate->setPlaceholderText(none);
    m_maxDrop->setPlaceholderText(
        m_gate->text().trimmed().isEmpty()
            ? tr("%1 when empty", "percentage points").arg(kUsualAccuracyDrop)
            : none);
}

QWidget* MigrationForm::firstMistake() const {
    QWidget* first = m_rows.firstMistake();
    return first ? first : m_more->firstMistake();
}

void MigrationForm::setTargets(const QList<TargetChoice>& targets) {
    const QString current = values().target;
    m_targets = targets;
    {
        const QSignalBlocker quiet(this);
        fillTargets(current);
    }
    emit changed();
}

void MigrationForm::fillTargets(const QString& current) {
    m_target->clear();
    m_target->addItem(tr("This machine (measured)"), "local");
    addTargets(TargetChoice::Group::Board, tr("Boards over SSH"));
    addTargets(TargetChoice::Group::Toolchain, tr("Toolchains"));
    addTargets(TargetChoice::Group::Simulated, tr("Simulated"));
    const int index = m_target->findData(current);
    if (index >= 0)
        m_target->setCurrentIndex(index);
    else
        m_target->setEditText(current);
}

/// Under a heading that cannot be chosen.
void MigrationForm::addTargets(TargetChoice::Group group, const QString& heading) {
    bool isFirst = true;
    for (const TargetChoice& target : m_targets) {
        if (target.group != group)
            continue;
        if (std::exchange(isFirst, false)) {
            m_target->addItem(heading);
            auto* item =
                static_cast<QStandardItemModel*>(m_target->model())->item(m_target->count() - 1);
            item->setFlags(Qt::NoItemFlags);
            QFont bold = font();
            bold.setBold(true);
            item->setFont(bold);
        }
        m_target->addItem(targetText(target), target.name);
    }
}

QString MigrationForm::targetText(const TargetChoice& target) const {
    switch (target.group) {
    case TargetChoice::Group::Board:
        return tr("%1 (%2, measured)", "board, address").arg(target.name, target.kind);
    case TargetChoice::Group::Toolchain:
        return target.kind.isEmpty() || target.kind == target.name
                   ? tr("%1 (toolchain, measured)").arg(target.name)
                   : tr("%1 (%2, measured)", "toolchain, tool").arg(target.name, target.kind);
    case TargetChoice::Group::Simulated:
        break;
    }
    return target.kind.isEmpty() ? tr("%1 (simulated)").arg(target.name)
                                 : tr("%1 (%2, simulated)").arg(target.name, target.kind);
}

void MigrationForm::fillMetrics() {
    const QSignalBlocker quiet(this);
    using measurement::Metric;
    const QString metric = m_metric->currentData().toString();
    for (std::size_t i = 0; i < kObjectives; ++i) {
        QComboBox* box = m_objectives[i];
        const QString current = box->currentData().toString();
        box->clear();
        if (i > 0)
            box->addItem(tr("None"), "");
        for (const Metric m : measurement::allMetrics())
            box->addItem(NumberWords::metric(m),
                         QString::fromStdString(std::string(measurement::metricName(m))));
        select(box, current);
    }
    m_metric->clear();
    m_metric->addItem(tr("Fidelity: outputs close to the original's"), "fidelity");
    m_metric->addItem(tr("Top-1 accuracy (labels in the data)"), "top1");
    m_metric->addItem(tr("mAP at IoU 0.5 (boxes in the data)"), "map50");
    m_metric->addItem(tr("Own program"), "command");
    select(m_metric, metric.isEmpty() ? "fidelity" : metric);
}

void MigrationForm::showWeights() {
    for (std::size_t i = 0; i < kObjectives; ++i)
        m_weights[i]->setVisible(m_weighted->isChecked());
    m_objectives[2]->setVisible(m_weighted->isChecked());
}

void MigrationForm::showProgram() {
    m_rows.setShown(MigrationField::MetricCommand, m_metric->currentData() == "command");
}

bool MigrationForm::advancedShown() const {
    return m_advanced->isChecked();
}

void MigrationForm::showAdvanced(bool shown) {
    m_advanced->setChecked(shown);
    m_searchGroup->setVisible(shown);
    m_more->setVisible(shown);
    m_advanced->setIcon(themedIcon(shown ? "down" : "next", palette()));
}

void MigrationForm::retranslate() {
    m_modelGroup->setTitle(tr("Model and target"));
    m_objectiveGroup->setTitle(tr("Objective"));
    m_limitGroup->setTitle(tr("Limits"));
    m_dataGroup->setTitle(tr("Data"));
    m_searchGroup->setTitle(tr("Search"));
    m_advanced->setText(tr("Advanced: search, further limits, wishes"));
    m_advanced->setAccessibleName(m_advanced->text());
    m_samples->setText(tr("Samples"));
    showSamples();
    m_samples->setAccessibleName(tr("Sample models"));
    m_rows.setLabel(MigrationField::Model, tr("&Model"),
                    tr("An ONNX file, or the name of a sample model"));
    m_model->setTexts(tr("Model"), tr("ONNX models (*.onnx);;All files (*)"),
                      tr("Choose, type or drop a model.onnx"));
    m_rows.setLabel(MigrationField::Target, tr("&Target"),
                    tr("This machine, a board or a toolchain, which are measured; or a hardware "
                       "profile, which is simulated"));
    m_rows.setLabel(MigrationField::Folder, tr("&Session folder"),
                    tr("A new folder that will hold all that is tried, measured and decided"));
    m_folder->setTexts(tr("Session folder"), {}, tr("A new folder"));
    m_rows.setLabel(MigrationField::Objectives, tr("&Optimize"),
                    tr("The first one decides; the second one breaks ties"));
    for (std::size_t i = 0; i < kObjectives; ++i) {
        m_objectives[i]->setAccessibleName(tr("Objective %1").arg(i + 1));
        m_weights[i]->setAccessibleName(tr("Weight of objective %1").arg(i + 1));
        m_weights[i]->setToolTip(m_weights[i]->accessibleName());
    }
    m_weighted->setText(tr("&Weigh them into one score"));
    m_rows.setLabel(MigrationField::MaxLatency, tr("Latency at most, ms"),
                    tr("A hard limit on the latency objective, or on p95"));
    m_rows.setLabel(MigrationField::MaxMemory, tr("Memory at most, MB"),
                    tr("Peak memory, 1 MB = 2^20 bytes"));
    m_rows.setLabel(MigrationField::MaxAccuracyDrop, tr("Accuracy may fall by, points"),
                    tr("Percentage points below the original; 1 means from 90 % to 89 %. Empty: "
                       "1, or no limit when a least accuracy is asked for"));
    m_rows.setLabel(MigrationField::Calibration, tr("&Calibration"),
                    tr("Typical inputs from which int8 ranges are taken"));
    m_calibration->setTexts(tr("Calibration data"), tr("NumPy data (*.npz *.npy);;All files (*)"),
                            tr("Without it, int8 is calibrated on random values"));
    m_rows.setLabel(MigrationField::Validation, tr("Va&lidation"),
                    tr("Other inputs, which calibration never sees; the gate is judged on them"));
    m_validation->setTexts(tr("Validation data"), tr("NumPy data (*.npz *.npy);;All files (*)"),
                           tr("Without it, outputs are compared on random values"));
    m_rows.setLabel(MigrationField::Metric, tr("Accuracy metric"), tr("How accuracy is judged"));
    m_rows.setLabel(MigrationField::MetricCommand, tr("Program"),
                    tr("Takes a model's path and prints a JSON object with the metric"));
    m_rows.setLabel(MigrationField::Gate, tr("Accuracy at least"),
                    tr("As a fraction, 0.9 is 90 %"));
    m_rows.setLabel(MigrationField::Budget, tr("B&udget, candidates"),
                    tr("How many candidates are measured"));
    m_rows.setLabel(MigrationField::TimeLimit, tr("T&ime limit"),
                    tr("For example 90s, 10m or 1h30m"));
    m_rows.setLabel(MigrationField::Seed, tr("See&d"), tr("The same seed gives the same search"));
    m_rows.setLabel(MigrationField::MaxThreads, tr("Threads at most"),
                    tr("Cores that the deployed model may use; empty = all"));
    m_rows.setLabel(MigrationField::Dimensions, tr("Free dimensions"),
                    tr("Sizes of the model's dynamic dimensions: batch=1, sequence=128"));
    m_dimensions->setPlaceholderText(tr("batch=1, sequence=128"));
    m_experience->setText(tr("Use and extend the &experience of earlier sessions"));
    fillMetrics();
    showProgram();
    showLimits();
    const QSignalBlocker quiet(this);
    fillTargets(values().target);
}

void MigrationForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        emit changed(); // the messages come in the new language
    } else if (event->type() == QEvent::PaletteChange) {
        showAdvanced(m_advanced->isChecked());
    }
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
