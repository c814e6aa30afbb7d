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
#include <QLocale>
#include <QSet>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimeEdit>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <tuple>

namespace metainfer::workbench {
namespace {

const QStringList kTypes{"fp32", "int8", "fp16"};

using Every = ProbeSchedule::Every;
/// As they stand in the list.
constexpr Every kPlans[] = {Every::Never,    Every::Once, Every::After, Every::Hour,
                            Every::SixHours, Every::Day,  Every::Week};

/// One line of the tree: operator and shapes as the probe names them.
struct ProbedShape {
    QString family, text;
    bool operator<(const ProbedShape& other) const {
        return std::tie(family, text) < std::tie(other.family, other.text);
    }
};

/// Of the suite; each once, whatever its types and layouts.
std::set<ProbedShape> probedShapes(measurement::ProbeSuite suite) {
    std::set<ProbedShape> shapes;
    for (const auto& one : measurement::probe::operatorCases(suite)) {
        const std::string family = one.family();
        shapes.insert({QString::fromStdString(family.substr(0, family.find(':'))),
                       QString::fromStdString(measurement::probe::shapeText(one))});
    }
    return shapes;
}

/// "Conv 1x64x56x56, 64x64x3x3 → 1x64x56x56 (group 1, …)" for reading.
QString readableShape(QString text) {
    text.replace(',', QStringLiteral(", ")).replace(QStringLiteral("->"), QStringLiteral(" → "));
    text.replace('{', QStringLiteral("  {"));
    return text;
}

QString quoted(const QString& text) {
    return '\'' + text + '\'';
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
    , m_schedule(settings)
    , m_deviceLabel(heading(this))
    , m_suiteLabel(heading(this))
    , m_suiteHint(new QLabel(this))
    , m_partsLabel(heading(this))
    , m_typesLabel(heading(this))
    , m_familiesLabel(heading(this))
    , m_limitLabel(heading(this))
    , m_everyLabel(heading(this))
    , m_next(new QLabel(this))
    , m_device(new QComboBox(this))
    , m_suite(new QComboBox(this))
    , m_machine(new QCheckBox(this))
    , m_operators(new QCheckBox(this))
    , m_search(new QLineEdit(this))
    , m_families(new QTreeWidget(this))
    , m_limit(new QSpinBox(this))
    , m_every(new QComboBox(this))
    , m_at(new QTimeEdit(this))
    , m_after(new QSpinBox(this))
    , m_unplan(new QToolButton(this)) {
    m_device->setObjectName("probeDevice");
    m_suite->setObjectName("probeSuite");
    m_machine->setObjectName("probeMachine");
    m_operators->setObjectName("probeOperators");
    m_families->setObjectName("probeFamilies");
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(14); // a long name makes the page no wider
    for (int i = 0; i < 3; ++i)
        m_suite->addItem(QString());
    m_suiteHint->setProperty("role", "muted");
    m_suiteHint->setWordWrap(true);
    m_limit->setRange(0, 24 * 60);
    m_search->setClearButtonEnabled(true);
    m_families->setHeaderHidden(true);
    m_families->setUniformRowHeights(true);
    m_families->setMinimumHeight(110);
    m_every->setObjectName("probeEvery");
    m_at->setObjectName("probeAt");
    m_at->setDisplayFormat("HH:mm");
    m_at->setTime(m_schedule.at());
    m_after->setObjectName("probeAfter");
    m_after->setRange(1, 24 * 60);
    m_after->setValue(m_schedule.minutes());
    m_unplan->setObjectName("probeUnplan");
    for (const Every every : kPlans)
        m_every->addItem(QString(), static_cast<int>(every));
    m_next->setObjectName("probeNext");
    m_next->setProperty("role", "muted");
    m_next->setWordWrap(true);
    m_everyLabel->setBuddy(m_every);
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
    m_suite->setCurrentIndex(
        std::clamp(m_settings.value("microbenchmarks/suite", 1).toInt(), 0, m_suite->count() - 1));
    m_machine->setChecked(m_settings.value("microbenchmarks/machine", true).toBool());
    m_operators->setChecked(m_settings.value("microbenchmarks/operators", true).toBool());
    m_limit->setValue(m_settings.value("microbenchmarks/limit", 0).toInt());
    fillDevices();
    fillCases();

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
    auto* limit = new QHBoxLayout;
    limit->addWidget(m_limitLabel, 1);
    limit->addWidget(m_limit);
    column->addLayout(limit);
    auto* every = new QHBoxLayout;
    every->addWidget(m_everyLabel, 1);
    every->addWidget(m_every);
    every->addWidget(m_at);
    every->addWidget(m_after);
    column->addLayout(every);
    auto* next = new QHBoxLayout;
    next->addWidget(m_next, 1);
    next->addWidget(m_unplan, 0, Qt::AlignTop);
    column->addLayout(next);

    connect(m_suite, &QComboBox::currentIndexChanged, this, &ProbeForm::fillCases);
    for (QComboBox* box : {m_device, m_suite})
        connect(box, &QComboBox::currentIndexChanged, this, &ProbeForm::keep);
    for (QCheckBox* box : {m_machine, m_operators})
        connect(box, &QCheckBox::toggled, this, &ProbeForm::keep);
    for (QCheckBox* box : m_types)
        connect(box, &QCheckBox::toggled, this, &ProbeForm::keep);
    connect(m_families, &QTreeWidget::itemChanged, this, &ProbeForm::keep);
    connect(m_limit, &QSpinBox::valueChanged, this, &ProbeForm::keep);
    connect(m_search, &QLineEdit::textChanged, this, &ProbeForm::search);
    showSchedule();
    connect(m_every, &QComboBox::currentIndexChanged, this, &ProbeForm::plan);
    connect(m_at, &QTimeEdit::timeChanged, this, &ProbeForm::plan);
    connect(m_after, &QSpinBox::valueChanged, this, &ProbeForm::plan);
    connect(m_unplan, &QToolButton::clicked, this,
            [this] { m_schedule.set(Every::Never, m_at->time()); });
    connect(&m_schedule, &ProbeSchedule::changed, this, [this] {
        showSchedule();
        emit changed();
    });
    showState();
}

void ProbeForm::setDevices(const QStringList& devices) {
    if (devices == m_devices)
        return;
    m_devices = devices;
    fillDevices();
    showState();
    emit changed(); // what can be started
}

void ProbeForm::chooseDevice(const QString& device) {
    m_settings.setValue("microbenchmarks/device", device);
    fillDevices();
    showState();
    emit changed();
}

void ProbeForm::fillDevices() {
    const QSignalBlocker quiet(m_device);
    const QString chosen = m_settings.value("microbenchmarks/device", "local").toString();
    m_device->clear();
    for (const QString& device : m_devices)
        m_device->addItem(deviceText(device), device);
    // One that went, or was not read yet, is not silently another one.
    if (!m_devices.contains(chosen))
        m_device->addItem(chosen, chosen);
    m_device->setCurrentIndex(m_device->findData(chosen));
}

QString ProbeForm::deviceText(const QString& device) const {
    const QString name = device.section(':', 0, 0), runtime = device.section(':', 1);
    if (runtime.isEmpty())
        return name == "local" ? tr("This machine (local)") : name;
    return name == "local" ? tr("This machine, runtime %1").arg(runtime)
                           : tr("%1, runtime %2", "device").arg(name, runtime);
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
    bool partly = false;
    for (int row = 0; row < m_families->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* family = m_families->topLevelItem(row);
        if (family->checkState(0) != Qt::Unchecked)
            choice.families << family->data(0, Qt::UserRole).toString();
        partly = partly || family->checkState(0) == Qt::PartiallyChecked;
    }
    if (partly)
        choice.shapes = checkedShapes();
    return choice;
}

QStringList ProbeForm::checkedShapes() const {
    QStringList shapes;
    for (int row = 0; row < m_families->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* family = m_families->topLevelItem(row);
        for (int i = 0; i < family->childCount(); ++i)
            if (family->child(i)->checkState(0) == Qt::Checked)
                shapes << family->child(i)->data(0, Qt::UserRole).toString();
    }
    return shapes;
}

void ProbeForm::fillCases() {
    m_filling = true;
    // What was checked stays checked where the suite has it.
    const QStringList checked = m_families->topLevelItemCount() > 0
                                    ? checkedShapes()
                                    : m_settings.value("microbenchmarks/shapes").toStringList();
    const QSet<QString> kept(checked.begin(), checked.end());
    m_families->clear();
    QTreeWidgetItem* family = nullptr;
    for (const ProbedShape& shape :
         probedShapes(static_cast<measurement::ProbeSuite>(m_suite->currentIndex()))) {
        if (!family || family->data(0, Qt::UserRole).toString() != shape.family) {
            family = new QTreeWidgetItem(m_families, {shape.family});
            family->setData(0, Qt::UserRole, shape.family);
            family->setFlags(family->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
            family->setCheckState(0, Qt::Unchecked);
        }
        auto* item = new QTreeWidgetItem(family, {readableShape(shape.text)});
        item->setData(0, Qt::UserRole, shape.text);
        item->setToolTip(0, shape.text);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(0, kept.contains(shape.text) ? Qt::Checked : Qt::Unchecked);
    }
    m_filling = false;
    search(m_search->text());
}

void ProbeForm::search(const QString& text) {
    for (int row = 0; row < m_families->topLevelItemCount(); ++row) {
        QTreeWidgetItem* family = m_families->topLevelItem(row);
        const bool whole = family->text(0).contains(text, Qt::CaseInsensitive);
        bool any = whole;
        for (int i = 0; i < family->childCount(); ++i) {
            QTreeWidgetItem* shape = family->child(i);
            const bool fits = whole || shape->text(0).contains(text, Qt::CaseInsensitive) ||
                              shape->toolTip(0).contains(text, Qt::CaseInsensitive);
            shape->setHidden(!fits);
            any = any || fits;
        }
        family->setHidden(!any);
        family->setExpanded(!text.isEmpty() && any && !whole);
    }
}

QString ProbeForm::command() const {
    const ProbeChoice now = choice();
    QStringList words{"metainfer", "probe", now.device, "--suite",
                      QString::fromUtf8(measurement::probeSuiteName(now.suite).data())};
    if (!now.operators)
        words << "--machine-only";
    else if (!now.machine)
        words << "--operators-only";
    if (m_limit->value() > 0)
        words << "--time-limit" << QString("%1m").arg(m_limit->value());
    if (now.operators && now.dtypes.size() < kTypes.size())
        words << "--dtypes" << now.dtypes.join(',');
    if (now.operators && !now.families.isEmpty())
        words << "--ops" << now.families.join(',');
    for (const QString& shape : now.operators ? now.shapes : QStringList())
        words << "--shape" << quoted(shape);
    if (m_schedule.every() == Every::Once)
        words << "--at" << m_schedule.at().toString("HH:mm");
    else if (m_schedule.every() == Every::After)
        words << "--at" << QString("+%1m").arg(m_schedule.minutes());
    const QString command = words.join(' ');
    const QString hour = QString::number(m_schedule.at().hour()),
                  minute = QString::number(m_schedule.at().minute());
    switch (m_schedule.every()) {
    case Every::Never:
    case Every::Once:
    case Every::After:
        return command;
    case Every::Hour:
        return QString("0 * * * * %1").arg(command);
    case Every::SixHours:
        return QString("0 */6 * * * %1").arg(command);
    case Every::Day:
        return QString("%1 %2 * * * %3").arg(minute, hour, command);
    case Every::Week:
        return QString("%1 %2 * * %3 %4")
            .arg(minute, hour, QString::number(m_schedule.dayOfWeek() % 7), command); // 0 = Sunday
    }
    return command;
}

void ProbeForm::plan() {
    m_schedule.set(static_cast<Every>(m_every->currentData().toInt()), m_at->time(),
                   m_after->value());
}

void ProbeForm::showSchedule() {
    const Every every = m_schedule.every();
    const QSignalBlocker quiet(m_every); // a run that was due once is planned no more
    m_every->setCurrentIndex(m_every->findData(static_cast<int>(every)));
    m_at->setVisible(every == Every::Day || every == Every::Week || every == Every::Once);
    m_after->setVisible(every == Every::After);
    const bool planned = m_schedule.next().isValid();
    m_next->setVisible(planned);
    m_unplan->setVisible(planned);
    m_next->setText(planned ? scheduleText() : QString());
}

QString ProbeForm::scheduleText() const {
    const QString when = QLocale().toString(m_schedule.next(), QLocale::ShortFormat);
    return m_schedule.isOnce()
               ? tr("Starts %1, while this window is open; when the device is busy then, it waits "
                    "for its turn. The command line below does it without the window.")
                     .arg(when)
               : tr("Next run: %1, while this window is open. The command line below, in cron, "
                    "does it always.")
                     .arg(when);
}

QString ProbeForm::obstacle() const {
    if (const QString device = m_device->currentData().toString(); !m_devices.contains(device))
        return tr("There is no device %1 any more; choose another one.").arg(device);
    if (!m_machine->isChecked() && !m_operators->isChecked())
        return tr("Choose the machine, the operators, or both.");
    if (m_operators->isChecked() && choice().dtypes.isEmpty())
        return tr("Choose at least one data type for the operators.");
    return {};
}

void ProbeForm::keep() {
    if (m_filling)
        return;
    const ProbeChoice now = choice();
    m_settings.setValue("microbenchmarks/device", now.device);
    m_settings.setValue("microbenchmarks/suite", m_suite->currentIndex());
    m_settings.setValue("microbenchmarks/machine", now.machine);
    m_settings.setValue("microbenchmarks/operators", now.operators);
    m_settings.setValue("microbenchmarks/shapes", checkedShapes());
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
    for (int i = 0; i < m_device->count(); ++i)
        m_device->setItemText(i, deviceText(m_device->itemData(i).toString()));
    m_suiteLabel->setText(tr("Sui&te"));
    const QStringList suites{tr("Reduced"), tr("Quick"), tr("Full")};
    for (int i = 0; i < suites.size(); ++i)
        m_suite->setItemText(i, suites[i]);
    m_partsLabel->setText(tr("What to measure"));
    m_machine->setText(tr("M&achine: rates, bandwidth, overheads"));
    m_operators->setText(tr("&Operators in the runtime"));
    m_typesLabel->setText(tr("Data types"));
    m_familiesLabel->setText(tr("Fami&lies and shapes (none: all)"));
    m_search->setPlaceholderText(tr("Search families and shapes"));
    m_search->setAccessibleName(tr("Search families and shapes"));
    m_families->setAccessibleName(tr("Operator families and shapes"));
    m_everyLabel->setText(tr("Sched&ule"));
    m_every->setAccessibleName(tr("When it starts"));
    m_at->setAccessibleName(tr("Time of day"));
    m_after->setAccessibleName(tr("Minutes until it starts"));
    m_after->setSuffix(tr(" min"));
    m_unplan->setText(tr("Cancel"));
    m_unplan->setToolTip(tr("Nothing starts by itself any more"));
    m_unplan->setAccessibleName(tr("Cancel what is planned"));
    const QStringList often{tr("only when started"), tr("once, at"),      tr("once, after"),
                            tr("every hour"),        tr("every 6 hours"), tr("every day"),
                            tr("every week")};
    for (int i = 0; i < often.size(); ++i)
        m_every->setItemText(i, often[i]);
    showSchedule();
    m_device->setAccessibleName(tr("Device"));
    m_suite->setAccessibleName(tr("Suite"));
    m_limitLabel->setText(tr("Ti&me limit"));
    m_limit->setAccessibleName(tr("Time limit"));
    m_limit->setSpecialValueText(tr("as the suite"));
    m_limit->setSuffix(tr(" min"));
    showState();
}

} // namespace metainfer::workbench
