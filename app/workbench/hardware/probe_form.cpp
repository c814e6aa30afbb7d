// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What to probe.
#include "hardware/probe_form.h"

#include "measurement/probe/operator_case.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>

#include <set>

namespace metainfer::workbench {
namespace {

const QStringList kTypes{"fp32", "int8", "fp16"};

/// Families that the full suite probes: others could be chosen, but nothing would be measured.
QStringList probedFamilies() {
    std::set<QString> families;
    for (const auto& one : measurement::probe::operatorCases(measurement::ProbeSuite::Full)) {
        const std::string family = one.family();
        families.insert(QString::fromStdString(family.substr(0, family.find(':'))));
    }
    return {families.begin(), families.end()};
}

QLabel* heading(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("role", "heading");
    return label;
}

} // namespace

ProbeForm::ProbeForm(QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_deviceLabel(heading(this))
    , m_suiteLabel(heading(this))
    , m_suiteHint(new QLabel(this))
    , m_partsLabel(heading(this))
    , m_typesLabel(heading(this))
    , m_familiesLabel(heading(this))
    , m_limitLabel(heading(this))
    , m_device(new QComboBox(this))
    , m_suite(new QComboBox(this))
    , m_machine(new QCheckBox(this))
    , m_operators(new QCheckBox(this))
    , m_search(new QLineEdit(this))
    , m_families(new QListWidget(this))
    , m_limit(new QSpinBox(this)) {
    m_device->setObjectName("probeDevice");
    m_suite->setObjectName("probeSuite");
    m_machine->setObjectName("probeMachine");
    m_operators->setObjectName("probeOperators");
    m_families->setObjectName("probeFamilies");
    m_device->addItem(QString(), "local");
    for (int i = 0; i < 3; ++i)
        m_suite->addItem(QString());
    m_suiteHint->setProperty("role", "muted");
    m_suiteHint->setWordWrap(true);
    m_limit->setRange(0, 24 * 60);
    m_search->setClearButtonEnabled(true);
    m_families->setSpacing(2);
    m_deviceLabel->setBuddy(m_device);
    m_suiteLabel->setBuddy(m_suite);
    m_familiesLabel->setBuddy(m_search);
    m_limitLabel->setBuddy(m_limit);
    auto* types = new QHBoxLayout;
    for (const QString& type : kTypes) {
        auto* box = new QCheckBox(type, this);
        box->setChecked(m_settings.value("microbenchmarks/" + type, true).toBool());
        box->setObjectName("probeType_" + type);
        m_types.push_back(box);
        types->addWidget(box);
    }
    types->addStretch(1);
    const QStringList chosen = m_settings.value("microbenchmarks/families").toStringList();
    for (const QString& family : probedFamilies()) {
        auto* item = new QListWidgetItem(family, m_families);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(chosen.contains(family) ? Qt::Checked : Qt::Unchecked);
    }
    m_suite->setCurrentIndex(m_settings.value("microbenchmarks/suite", 1).toInt());
    m_machine->setChecked(m_settings.value("microbenchmarks/machine", true).toBool());
    m_operators->setChecked(m_settings.value("microbenchmarks/operators", true).toBool());
    m_limit->setValue(m_settings.value("microbenchmarks/limit", 0).toInt());

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_deviceLabel, m_device, m_suiteLabel,
                                                           m_suite, m_suiteHint, m_partsLabel,
                                                           m_machine, m_operators, m_typesLabel})
        column->addWidget(widget);
    column->addLayout(types);
    column->addWidget(m_familiesLabel);
    column->addWidget(m_search);
    column->addWidget(m_families, 1);
    column->addWidget(m_limitLabel);
    column->addWidget(m_limit);

    for (QComboBox* box : {m_device, m_suite})
        connect(box, &QComboBox::currentIndexChanged, this, &ProbeForm::keep);
    for (QCheckBox* box : {m_machine, m_operators})
        connect(box, &QCheckBox::toggled, this, &ProbeForm::keep);
    for (QCheckBox* box : m_types)
        connect(box, &QCheckBox::toggled, this, &ProbeForm::keep);
    connect(m_families, &QListWidget::itemChanged, this, &ProbeForm::keep);
    connect(m_limit, &QSpinBox::valueChanged, this, &ProbeForm::keep);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (int row = 0; row < m_families->count(); ++row)
            m_families->item(row)->setHidden(
                !m_families->item(row)->text().contains(text, Qt::CaseInsensitive));
    });
    showState();
}

ProbeChoice ProbeForm::choice() const {
    ProbeChoice choice;
    choice.device = m_device->currentData().toString();
    choice.suite = static_cast<measurement::ProbeSuite>(m_suite->currentIndex());
    choice.machine = m_machine->isChecked();
    choice.operators = m_operators->isChecked();
    choice.timeLimitSeconds = m_limit->value() * 60;
    for (const QCheckBox* box : m_types)
        if (box->isChecked())
            choice.dtypes << box->text();
    for (int row = 0; row < m_families->count(); ++row)
        if (m_families->item(row)->checkState() == Qt::Checked)
            choice.families << m_families->item(row)->text();
    return choice;
}

QString ProbeForm::obstacle() const {
    if (!m_machine->isChecked() && !m_operators->isChecked())
        return tr("Choose the machine, the operators, or both.");
    if (m_operators->isChecked() && choice().dtypes.isEmpty())
        return tr("Choose at least one data type for the operators.");
    return {};
}

void ProbeForm::keep() {
    const ProbeChoice now = choice();
    m_settings.setValue("microbenchmarks/suite", m_suite->currentIndex());
    m_settings.setValue("microbenchmarks/machine", now.machine);
    m_settings.setValue("microbenchmarks/operators", now.operators);
    m_settings.setValue("microbenchmarks/families", now.families);
    m_settings.setValue("microbenchmarks/limit", m_limit->value());
    for (const QCheckBox* box : m_types)
        m_settings.setValue("microbenchmarks/" + box->text(), box->isChecked());
    showState();
    emit changed();
}

void ProbeForm::showState() {
    const bool operators = m_operators->isChecked();
    for (QCheckBox* box : m_types)
        box->setEnabled(operators);
    m_families->setEnabled(operators);
    m_search->setEnabled(operators);
    switch (static_cast<measurement::ProbeSuite>(m_suite->currentIndex())) {
    case measurement::ProbeSuite::Reduced:
        m_suiteHint->setText(tr("A few rows in seconds: a first look."));
        break;
    case measurement::ProbeSuite::Quick:
        m_suiteHint->setText(tr("Two minutes at most: enough for good predictions."));
        break;
    case measurement::ProbeSuite::Full:
        m_suiteHint->setText(tr("All sizes of all operators; can be stopped and gone on with."));
        break;
    }
}

void ProbeForm::retranslate() {
    m_deviceLabel->setText(tr("&Device"));
    m_device->setItemText(0, tr("This machine (local)"));
    m_suiteLabel->setText(tr("S&uite"));
    const QStringList suites{tr("Reduced"), tr("Quick"), tr("Full")};
    for (int i = 0; i < suites.size(); ++i)
        m_suite->setItemText(i, suites[i]);
    m_partsLabel->setText(tr("What to measure"));
    m_machine->setText(tr("&Machine: rates, bandwidth, overheads"));
    m_operators->setText(tr("&Operators in the runtime"));
    m_typesLabel->setText(tr("Data types"));
    m_familiesLabel->setText(tr("Operator &families (none checked: all)"));
    m_search->setPlaceholderText(tr("Search families"));
    m_search->setAccessibleName(tr("Search families"));
    m_families->setAccessibleName(tr("Operator families"));
    m_device->setAccessibleName(tr("Device"));
    m_suite->setAccessibleName(tr("Suite"));
    m_limitLabel->setText(tr("&Time limit"));
    m_limit->setAccessibleName(tr("Time limit"));
    m_limit->setSpecialValueText(tr("as the suite"));
    m_limit->setSuffix(tr(" min"));
    showState();
}

} // namespace metainfer::workbench
