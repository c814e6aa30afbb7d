// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place.
#include "session/devices_place.h"

#include "session/row_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

using widgets::TableCell;

template <typename T>
QString number(const std::optional<T>& value, const QString& pattern) {
    return value ? pattern.arg(*value) : QString();
}

} // namespace

Place* makeDevicesPlace(Workspace& workspace) {
    return new DevicesPlace(workspace);
}

DevicesPlace::DevicesPlace(Workspace& workspace)
    : Place(workspace)
    , m_title(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_deviceTitle(new QLabel(this))
    , m_deviceNote(new QLabel(this))
    , m_again(new QPushButton(this))
    , m_useTarget(new QPushButton(this))
    , m_tabs(new QTabWidget(this))
    , m_devices(new widgets::RowTable(this))
    , m_details(new widgets::RowTable(this))
    , m_checks(new widgets::RowTable(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    m_title->setProperty("role", "title");
    head->addWidget(m_title, 1);
    m_again->setObjectName("checkAgain");
    head->addWidget(m_again);
    layout->addLayout(head);
    m_summary->setObjectName("systemSummary");
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_devices->setObjectName("devices");
    m_devices->setSelectionMode(QAbstractItemView::SingleSelection);
    splitter->addWidget(m_devices);
    auto* right = new QWidget(splitter);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(8, 6, 6, 0);
    auto* deviceHead = new QHBoxLayout;
    m_deviceTitle->setProperty("role", "heading");
    m_useTarget->setObjectName("useAsTarget");
    deviceHead->addWidget(m_deviceTitle, 1);
    deviceHead->addWidget(m_useTarget);
    rightLayout->addLayout(deviceHead);
    m_deviceNote->setProperty("role", "muted");
    m_deviceNote->setWordWrap(true);
    rightLayout->addWidget(m_deviceNote);
    m_details->setObjectName("deviceDetails");
    rightLayout->addWidget(m_details, 1);
    splitter->addWidget(right);
    splitter->setSizes({520, 560});
    m_checks->setObjectName("systemChecks");
    m_tabs->addTab(splitter, QString());
    m_tabs->addTab(m_checks, QString());
    layout->addWidget(m_tabs, 1);
    connect(m_devices, &widgets::RowTable::currentSourceChanged, this, &DevicesPlace::showDevice);
    connect(m_again, &QPushButton::clicked, this, &DevicesPlace::readAll);
    connect(m_useTarget, &QPushButton::clicked, this, [this] {
        const int row = m_devices->currentSource();
        this->workspace().askTarget(
            row <= 0
                ? QString("local")
                : QString::fromStdString(m_list.profiles[static_cast<std::size_t>(row - 1)].name));
    });
    retranslate();
}

QString DevicesPlace::title() const {
    return tr("Devices");
}

QString DevicesPlace::hint() const {
    return tr("This machine, simulated targets, and what is missing");
}

void DevicesPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    if (!std::exchange(m_read, true))
        readAll();
}

void DevicesPlace::readAll() {
    if (m_reading > 0)
        return;
    m_again->setEnabled(false);
    m_reading = 2;
    const auto finished = [this] {
        if (--m_reading == 0)
            m_again->setEnabled(true);
    };
    workspace().jobs().run<DeviceList>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) {
            engine::ProfileCatalogue catalogue = engine.profiles();
            return DeviceList{std::move(catalogue.profiles), std::move(catalogue.problems)};
        },
        [this, finished](DeviceList found) {
            m_list = std::move(found);
            finished();
            showDevices();
        });
    workspace().jobs().run<engine::SystemReport>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) { return engine.systemReport(); },
        [this, finished](engine::SystemReport report) {
            m_report = std::move(report);
            finished();
            showChecks();
        });
    readLocal();
}

void DevicesPlace::readLocal() {
    ++m_reading;
    workspace().jobs().run<Result<Json>>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) -> Result<Json> {
            MI_ASSIGN(const auto device, engine.device("local"));
            return device->environment({}).toJson();
        },
        [this](Result<Json> environment) {
            m_local = std::move(environment);
            if (--m_reading == 0)
                m_again->setEnabled(true);
            showDevice(m_devices->currentSource());
        });
}

void DevicesPlace::showDevices() {
    const int before = std::max(0, m_devices->currentSource());
    QList<QList<TableCell>> rows;
    rows.append({{tr("This machine"), {}, {}}, {"cpu", {}, {}}, {tr("✓ measures"), {}, {}}, {}});
    for (const engine::ProfileEntry& entry : m_list.profiles)
        rows.append(
            {{QString::fromStdString(entry.name), {}, {}},
             {QString::fromStdString(std::string(hardware::deviceTypeName(entry.profile.type))),
              {},
              {}},
             {tr("○ simulated"), {}, {}},
             {QString::fromStdString(entry.profile.vendor), {}, {}}});
    m_devices->rows().setRows(std::move(rows));
    m_devices->setColumnWidth(0, 230);
    m_devices->setColumnWidth(1, 70);
    m_devices->setColumnWidth(2, 110);
    m_devices->stretch(3);
    m_devices->selectSource(before);
    showDevice(before);
}

void DevicesPlace::showDevice(int row) {
    m_useTarget->setEnabled(row >= 0);
    QList<QList<TableCell>> rows;
    const auto add = [&rows](const QString& name, const QString& value) {
        if (!value.isEmpty())
            rows.append({{name, {}, {}}, {value, {}, {}}});
    };
    if (row <= 0) {
        m_deviceTitle->setText(tr("This machine"));
        m_deviceNote->setText(
            tr("Models run here in a process of their own; all numbers are measured."));
        if (m_local && !*m_local) {
            m_deviceNote->setText(QString::fromStdString(m_local->error().text()));
        } else if (m_local) {
            for (const auto& [key, value] : (*m_local)->items())
                if (value.is_string())
                    add(QString::fromStdString(key),
                        QString::fromStdString(value.get<std::string>()));
        } else {
            m_deviceNote->setText(tr("Reading the environment…"));
        }
    } else if (static_cast<std::size_t>(row - 1) < m_list.profiles.size()) {
        const engine::ProfileEntry& entry = m_list.profiles[static_cast<std::size_t>(row - 1)];
        const hardware::Profile& p = entry.profile;
        m_deviceTitle->setText(QString::fromStdString(entry.name));
        m_deviceNote->setText(
            tr("There is no such device here. Adapting to it is possible: times come from a model "
               "of this profile and are marked as simulated."));
        add(tr("Description"), QString::fromStdString(p.description));
        add(tr("Cores"), number(p.compute.cores, "%1"));
        add(tr("Clock"), number(p.compute.frequencyMhz, tr("%1 MHz")));
        QStringList dtypes;
        for (const ElementType type : p.compute.supportedDtypes)
            dtypes << QString::fromStdString(std::string(elementTypeName(type)));
        add(tr("Data types"), dtypes.join(", "));
        for (const auto type : p.compute.supportedDtypes)
            if (const auto gflops = p.gflops(type))
                add(tr("Peak, %1").arg(QString::fromStdString(std::string(elementTypeName(type)))),
                    tr("%1 GFLOP/s").arg(*gflops, 0, 'g', 5));
        add(tr("Launch overhead"), number(p.launchOverheadUs(), tr("%1 µs")));
        add(tr("Revision"), QString::number(p.revision.number));
        add(tr("File"), QString::fromStdString(entry.file.string()));
    }
    m_details->rows().setRows(std::move(rows));
    m_details->setColumnWidth(0, 150);
    m_details->stretch(1);
}

void DevicesPlace::showChecks() {
    if (!m_report)
        return;
    int missing = 0, warnings = 0;
    QList<QList<TableCell>> rows;
    for (const engine::SystemCheck& check : m_report->checks) {
        const bool gone = check.level == engine::CheckLevel::Missing;
        const bool warned = check.level == engine::CheckLevel::Warning;
        missing += gone ? 1 : 0;
        warnings += warned ? 1 : 0;
        rows.append({{gone     ? tr("✕ missing")
                      : warned ? tr("! warning")
                               : tr("✓ here"),
                      {},
                      {}},
                     {QString::fromStdString(check.area), {}, {}},
                     {QString::fromStdString(check.name), {}, {}},
                     {QString::fromStdString(check.detail), {}, {}},
                     {QString::fromStdString(check.remedy), {}, {}}});
    }
    m_checks->rows().setRows(std::move(rows));
    m_checks->setColumnWidth(0, 100);
    m_checks->setColumnWidth(1, 90);
    m_checks->setColumnWidth(2, 170);
    m_checks->setColumnWidth(3, 330);
    m_checks->stretch(4);
    m_summary->setText(
        !m_report->usable()
            ? tr("✕ Something that the program needs is missing; see the checks for what to do.")
        : warnings + missing > 0
            ? tr("✓ Everything needed is here. Remarks on what lowers the worth of numbers: %1")
                  .arg(warnings + missing)
            : tr("✓ Everything is here."));
}

void DevicesPlace::retranslate() {
    m_title->setText(tr("Devices"));
    m_again->setText(tr("Check &again"));
    m_useTarget->setText(tr("Use as &target"));
    m_tabs->setTabText(0, tr("Devices"));
    m_tabs->setTabText(1, tr("Checks of this installation"));
    m_devices->rows().setHeaders({tr("Device"), tr("Kind"), tr("Numbers"), tr("Vendor")});
    m_devices->setAccessibleName(tr("Devices"));
    m_details->rows().setHeaders({tr("Property"), tr("Value")});
    m_details->setAccessibleName(tr("Properties of the device"));
    m_checks->rows().setHeaders(
        {tr("State"), tr("Area"), tr("What"), tr("Found"), tr("What to do")});
    m_checks->setAccessibleName(tr("Checks of this installation"));
    if (!m_list.profiles.empty() || m_local)
        showDevices();
    showChecks();
}

} // namespace metainfer::workbench
