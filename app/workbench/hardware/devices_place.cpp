// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place.
#include "hardware/devices_place.h"

#include "hardware/profile_catalogue.h"
#include "hardware/quantity_text.h"
#include "hardware/system_checks.h"
#include "hardware/telemetry_page.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/row_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {
namespace {

using widgets::TableCell;

/// A sample that every device can run.
constexpr const char* kTestModel = "grid-detector";
constexpr std::size_t kMostRecords = 50'000;

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

} // namespace

Place* makeDevicesPlace(Workspace& workspace) {
    return new DevicesPlace(workspace);
}

DevicesPlace::DevicesPlace(Workspace& workspace)
    : Place(workspace)
    , m_telemetry(workspace.jobs())
    , m_title(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_deviceTitle(new QLabel(this))
    , m_deviceNote(new QLabel(this))
    , m_testResult(new QLabel(this))
    , m_again(new QPushButton(this))
    , m_useTarget(new QPushButton(this))
    , m_testButton(new QPushButton(this))
    , m_tabs(new QTabWidget(this))
    , m_deviceTabs(new QTabWidget(this))
    , m_devices(new widgets::RowTable(this))
    , m_details(new widgets::RowTable(this))
    , m_checks(new SystemChecks(this))
    , m_live(new TelemetryPage(m_telemetry, this))
    , m_lock(new LockPage(m_telemetry, this)) {
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
    m_checks->setObjectName("systemChecks");
    m_tabs->setObjectName("devicesPages");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeDevices(), QString());
    m_tabs->addTab(m_checks, QString());
    layout->addWidget(m_tabs, 1);
    QSettings& settings = workspace.settings();
    m_tabs->setCurrentIndex(settings.value("devices/page", 0).toInt());
    m_deviceTabs->setCurrentIndex(settings.value("devices/devicePage", 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [&settings](int index) { settings.setValue("devices/page", index); });
    connect(m_deviceTabs, &QTabWidget::currentChanged, this, [this, &settings](int index) {
        if (m_deviceTabs->isTabEnabled(1)) // else it was left because the device has no such page
            settings.setValue("devices/devicePage", index);
    });
    connect(m_devices, &widgets::RowTable::currentSourceChanged, this, &DevicesPlace::showDevice);
    connect(m_again, &QPushButton::clicked, this, &DevicesPlace::readAll);
    connect(m_testButton, &QPushButton::clicked, this, &DevicesPlace::testDevice);
    connect(m_useTarget, &QPushButton::clicked, this, [this] {
        const auto row = static_cast<std::size_t>(std::max(0, m_devices->currentSource()));
        if (row < m_list.size())
            this->workspace().askTarget(fromStd(m_list[row].name));
    });
    retranslate();
}

QWidget* DevicesPlace::makeDevices() {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_devices->setObjectName("devices");
    m_devices->setSelectionMode(QAbstractItemView::SingleSelection);
    splitter->addWidget(m_devices);
    auto* right = new QWidget(splitter);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(8, 6, 6, 0);
    auto* head = new QHBoxLayout;
    m_deviceTitle->setProperty("role", "heading");
    m_useTarget->setObjectName("useAsTarget");
    m_testButton->setObjectName("testDevice");
    head->addWidget(m_deviceTitle, 1);
    head->addWidget(m_testButton);
    head->addWidget(m_useTarget);
    column->addLayout(head);
    m_deviceNote->setProperty("role", "muted");
    m_deviceNote->setWordWrap(true);
    column->addWidget(m_deviceNote);
    m_testResult->setObjectName("testResult");
    m_testResult->setWordWrap(true);
    m_testResult->hide();
    column->addWidget(m_testResult);
    m_details->setObjectName("deviceDetails");
    m_deviceTabs->setObjectName("devicePages");
    m_deviceTabs->setDocumentMode(true);
    for (QWidget* page : std::initializer_list<QWidget*>{m_details, m_live, m_lock})
        m_deviceTabs->addTab(page, QString());
    column->addWidget(m_deviceTabs, 1);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({470, 720});
    QSettings& settings = workspace().settings();
    splitter->restoreState(settings.value("devices/split").toByteArray());
    connect(splitter, &QSplitter::splitterMoved, this,
            [&settings, splitter] { settings.setValue("devices/split", splitter->saveState()); });
    return splitter;
}

QString DevicesPlace::title() const {
    return tr("Devices");
}

QString DevicesPlace::hint() const {
    return tr("This machine live, simulated targets, and what is missing");
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
    workspace().jobs().run<std::vector<ListedDevice>>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) {
            experience::Filter all;
            all.limit = kMostRecords;
            const auto records = engine.experienceList(all);
            return listedDevices(engine.profiles().profiles,
                                 records ? *records : std::vector<experience::Record>());
        },
        [this, finished](std::vector<ListedDevice> found) {
            m_list = std::move(found);
            finished();
            showDevices();
        });
    workspace().jobs().run<engine::SystemReport>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) { return engine.systemReport(); },
        [this, finished](engine::SystemReport report) {
            m_checks->setReport(std::move(report));
            m_summary->setText(m_checks->summary());
            finished();
        });
    readLocal();
}

void DevicesPlace::readLocal() {
    ++m_reading;
    workspace().jobs().run<Result<LocalInventory>>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) -> Result<LocalInventory> {
            MI_ASSIGN(const auto device, engine.device("local"));
            return LocalInventory{device->environment({}), device->capabilities(),
                                  measurement::readCaches()};
        },
        [this](Result<LocalInventory> inventory) {
            m_local = std::move(inventory);
            if (--m_reading == 0)
                m_again->setEnabled(true);
            showDevices();
        });
}

void DevicesPlace::showDevices() {
    const int before = std::max(0, m_devices->currentSource());
    QList<QList<TableCell>> rows;
    for (const ListedDevice& device : m_list) {
        const bool here = device.kind == ListedDevice::Kind::Local;
        const bool broken = here && m_local && !*m_local;
        const QString numbers = broken ? tr("✕ cannot measure")
                                : here ? tr("✓ measures")
                                : device.kind == ListedDevice::Kind::Remembered ? tr("… remembered")
                                                                                : tr("○ simulated");
        const QString kind = device.profile ? deviceTypeText(device.profile->profile.type)
                             : here         ? deviceTypeText(hardware::DeviceType::Cpu)
                                            : QString();
        rows.append({{here ? tr("This machine") : fromStd(device.name), {}, {}},
                     {kind, {}, {}},
                     {numbers, {}, {}},
                     {device.records ? QLocale().toString(qulonglong(device.records)) : QString(),
                      static_cast<qulonglong>(device.records), tr("Records of experience")}});
    }
    m_devices->rows().setRows(std::move(rows));
    m_devices->setColumnWidth(1, 64);
    m_devices->setColumnWidth(2, 110);
    m_devices->setColumnWidth(3, 78);
    m_devices->stretch(0);
    m_devices->selectSource(before);
    showDevice(before);
}

void DevicesPlace::showDevice(int row) {
    if (m_list.empty())
        return;
    const auto index = std::min(static_cast<std::size_t>(std::max(0, row)), m_list.size() - 1);
    const ListedDevice& device = m_list[index];
    const bool here = device.kind == ListedDevice::Kind::Local;
    const bool runs = device.kind != ListedDevice::Kind::Remembered;
    const DeviceDescription found = describeDevice(device, m_local);
    m_deviceTitle->setText(found.title);
    m_deviceNote->setText(found.note);
    QList<QList<TableCell>> rows;
    for (const auto& [name, value] : found.rows)
        rows.append({{name, {}, {}}, {value, {}, {}}});
    m_details->rows().setRows(std::move(rows));
    m_details->setColumnWidth(0, 190);
    m_details->stretch(1);
    m_useTarget->setEnabled(runs);
    m_testButton->setEnabled(runs && !workspace().jobs().isRunning(m_test));
    const auto tested = m_tested.find(device.name);
    m_testResult->setVisible(tested != m_tested.end());
    m_testResult->setText(tested != m_tested.end() ? tested->second : QString());
    const QString why = here ? QString() : tr("Not available here: this device is not connected.");
    for (const int page : {1, 2}) {
        m_deviceTabs->setTabEnabled(page, here);
        m_deviceTabs->setTabToolTip(page, why);
    }
    if (here)
        m_deviceTabs->setCurrentIndex(
            workspace().settings().value("devices/devicePage", 0).toInt());
}

void DevicesPlace::testDevice() {
    const auto row = static_cast<std::size_t>(std::max(0, m_devices->currentSource()));
    if (row >= m_list.size())
        return;
    engine::MeasureModelRequest request;
    request.input.model = kTestModel;
    request.device = m_list[row].name;
    request.quick = true;
    m_testButton->setEnabled(false);
    m_test = workspace().jobs().run<Result<engine::MeasureOutcome>>(
        tr("Testing %1").arg(fromStd(request.device)), this,
        [&engine = workspace().engine(), request](const JobContext& context) {
            return engine.measure(request, {}, context.cancel);
        },
        [this, name = request.device](Result<engine::MeasureOutcome> outcome) {
            m_test = 0;
            showTested(name, outcome);
        });
}

void DevicesPlace::showTested(const std::string& name,
                              const Result<engine::MeasureOutcome>& outcome) {
    const std::optional<Error> failure =
        !outcome ? std::optional(outcome.error()) : outcome->measurement.failure;
    QString text;
    if (failure) {
        text = tr("✕ The test did not run: %1").arg(widgets::EngineWords::error(*failure));
    } else {
        const measurement::Measurement& m = outcome->measurement;
        text = tr("✓ %1 ran: %2 a request (%3), median of %4 runs.")
                   .arg(kTestModel, widgets::microsecondsText(m.latencyUs()),
                        widgets::NumberWords::source(m.source))
                   .arg(m.wall.n());
        if (m.source != NumberSource::Measured)
            text = tr("✓ %1 is possible: %2 a request (%3).")
                       .arg(kTestModel, widgets::microsecondsText(m.latencyUs()),
                            widgets::NumberWords::source(m.source));
    }
    m_tested[name] = text;
    m_telemetry.note(DeviceEventKind::Test,
                     tr("%1: %2", "device: result").arg(fromStd(name), text));
    showDevice(m_devices->currentSource());
}

void DevicesPlace::retranslate() {
    m_title->setText(tr("Devices"));
    m_again->setText(tr("Check &again"));
    m_useTarget->setText(tr("Use as &target"));
    m_testButton->setText(tr("T&est"));
    m_testButton->setToolTip(tr(
        "Runs a small sample model there once and says what it took; on a simulated device, what "
        "its profile predicts"));
    m_tabs->setTabText(0, tr("Devices"));
    m_tabs->setTabText(1, tr("Checks of this installation"));
    const QStringList pages{tr("Properties"), tr("Live"), tr("Lock and log")};
    for (int i = 0; i < m_deviceTabs->count(); ++i)
        m_deviceTabs->setTabText(i, pages[i]);
    m_deviceTabs->setAccessibleName(tr("Views of the device"));
    m_devices->rows().setHeaders({tr("Device"), tr("Kind"), tr("Numbers"), tr("Records")});
    m_devices->setAccessibleName(tr("Devices"));
    m_details->rows().setHeaders({tr("Property"), tr("Value")});
    m_details->setAccessibleName(tr("Properties of the device"));
    m_checks->retranslate();
    m_summary->setText(m_checks->summary());
    m_live->retranslate();
    m_lock->retranslate();
    if (!m_list.empty())
        showDevices();
}

} // namespace metainfer::workbench
