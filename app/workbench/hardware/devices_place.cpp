// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place.
#include "hardware/devices_place.h"

#include "hardware/quantity_text.h"
#include "hardware/telemetry_page.h"
#include "session/number_words.h"
#include "session/row_table.h"

#include <QDateTime>
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

template <typename T>
QString number(const std::optional<T>& value, const QString& pattern) {
    return value ? pattern.arg(*value) : QString();
}

/// A sample that every device can run.
constexpr const char* kTestModel = "grid-detector";
constexpr std::size_t kMostRecords = 50'000;

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

QString joined(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts)
        list << fromStd(text);
    return list.join(", ");
}

} // namespace

std::vector<ListedDevice> listedDevices(const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records) {
    std::map<std::string, ListedDevice> remembered;
    for (const experience::Record& record : records) {
        ListedDevice& device = remembered[record.hardwareName];
        device.kind = ListedDevice::Kind::Remembered;
        device.name = record.hardwareName;
        device.lastMs = std::max(device.lastMs, record.timeMs);
        ++device.records;
    }
    const auto take = [&remembered](ListedDevice device, const std::string& name) {
        if (const auto it = remembered.find(name); it != remembered.end()) {
            device.records = it->second.records;
            device.lastMs = it->second.lastMs;
            remembered.erase(it);
        }
        return device;
    };
    std::vector<ListedDevice> devices;
    const auto local = std::find_if(profiles.begin(), profiles.end(),
                                    [](const auto& entry) { return entry.name == "local"; });
    ListedDevice here{ListedDevice::Kind::Local, "local", {}, 0, 0};
    if (local != profiles.end())
        here.profile = *local; // what it was probed to be
    devices.push_back(take(std::move(here), "local"));
    for (const engine::ProfileEntry& entry : profiles)
        if (entry.name != "local")
            devices.push_back(
                take({ListedDevice::Kind::Simulated, entry.name, entry, 0, 0}, entry.profile.name));
    for (auto& [name, device] : remembered)
        devices.push_back(std::move(device));
    return devices;
}

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
    , m_checks(new widgets::RowTable(this))
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
    splitter->setSizes({430, 760});
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
            m_report = std::move(report);
            finished();
            showChecks();
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
            showDevice(m_devices->currentSource());
        });
}

void DevicesPlace::showDevices() {
    const int before = std::max(0, m_devices->currentSource());
    QList<QList<TableCell>> rows;
    for (const ListedDevice& device : m_list) {
        const bool here = device.kind == ListedDevice::Kind::Local;
        const QString numbers = here                                            ? tr("✓ measures")
                                : device.kind == ListedDevice::Kind::Remembered ? tr("… remembered")
                                                                                : tr("○ simulated");
        const QString kind =
            device.profile ? fromStd(std::string(deviceTypeName(device.profile->profile.type)))
            : here         ? QString("cpu")
                           : QString();
        rows.append({{here ? tr("This machine") : fromStd(device.name), {}, {}},
                     {kind, {}, {}},
                     {numbers, {}, {}},
                     {device.records ? QLocale().toString(qulonglong(device.records)) : QString(),
                      static_cast<qulonglong>(device.records), tr("Records of experience")}});
    }
    m_devices->rows().setRows(std::move(rows));
    m_devices->setColumnWidth(1, 50);
    m_devices->setColumnWidth(2, 105);
    m_devices->setColumnWidth(3, 70);
    m_devices->stretch(0);
    m_devices->selectSource(before);
    showDevice(before);
}

void DevicesPlace::showLocal(QList<QPair<QString, QString>>& rows) {
    m_deviceTitle->setText(tr("This machine"));
    m_deviceNote->setText(
        tr("Models run here in a process of their own; all numbers are measured."));
    if (!m_local)
        return m_deviceNote->setText(tr("Reading the environment…"));
    if (!*m_local)
        return m_deviceNote->setText(fromStd(m_local->error().text()));
    const hardware::Environment& e = (*m_local)->environment;
    const measurement::Capabilities& can = (*m_local)->capabilities;
    const QString unknown = tr("not available here");
    const auto known = [&](const std::string& value) {
        return value == "unknown" || value.empty() ? unknown : fromStd(value);
    };
    rows = {{tr("Processor"), known(e.cpu)},
            {tr("Architecture"), known(e.architecture)},
            {tr("Usable processors"), known(e.cores)},
            {tr("Instruction sets"), known(e.features)},
            {tr("Memory"), e.memoryMb == "unknown"
                               ? unknown
                               : widgets::bytesText(std::atof(e.memoryMb.c_str()) * 1024 * 1024)}};
    for (const measurement::CacheLevel& cache : (*m_local)->caches)
        rows.append(
            {tr("Cache %1").arg(fromStd(cache.level)), tr("%1, line %2 B, instances: %3")
                                                           .arg(widgets::bytesText(cache.sizeBytes))
                                                           .arg(cache.lineBytes)
                                                           .arg(cache.instances)});
    rows +=
        QList<QPair<QString, QString>>{{tr("Runtimes"), joined(can.runtimes)},
                                       {tr("Execution providers"), joined(can.providers)},
                                       {tr("Runtime library (SHA-256)"), known(e.runtimeSha256)},
                                       {tr("Mapping keys that count"), joined(can.mappingKeys)},
                                       {tr("Clock, MHz"), known(e.clockMhz)},
                                       {tr("Clock governor"), known(e.governor)},
                                       {tr("Virtualization"), known(e.virtualization)},
                                       {tr("Operating system"), known(e.os)},
                                       {tr("Kernel"), known(e.kernel)},
                                       {tr("Microcode"), known(e.microcode)},
                                       {tr("Processor id"), known(e.cpuId)},
                                       {tr("Runtime build"), known(e.runtimeBuild)},
                                       {tr("Compiler of this program"), known(e.compileFlags)}};
}

void DevicesPlace::showProfile(const ListedDevice& device, QList<QPair<QString, QString>>& rows) {
    m_deviceTitle->setText(fromStd(device.name));
    if (!device.profile)
        return m_deviceNote->setText(
            tr("Known from experience only: there is no profile of this name here, so nothing can "
               "be measured or simulated on it. What was learned there still transfers."));
    const hardware::Profile& p = device.profile->profile;
    m_deviceNote->setText(
        tr("There is no such device here. Adapting to it is possible: times come from a model of "
           "this profile and are marked as simulated."));
    rows.append({tr("Description"), fromStd(p.description)});
    rows.append({tr("Vendor"), fromStd(p.vendor)});
    rows.append({tr("Cores"), number(p.compute.cores, "%1")});
    rows.append({tr("Clock"), number(p.compute.frequencyMhz, tr("%1 MHz"))});
    QStringList dtypes;
    for (const ElementType type : p.compute.supportedDtypes)
        dtypes << fromStd(std::string(elementTypeName(type)));
    rows.append({tr("Data types"), dtypes.join(", ")});
    for (const auto type : p.compute.supportedDtypes)
        if (const auto gflops = p.gflops(type))
            rows.append({tr("Peak, %1").arg(fromStd(std::string(elementTypeName(type)))),
                         widgets::rateText(*gflops, !isFloatingPoint(type))});
    for (const hardware::MemoryLevel& level : p.memory.hierarchy)
        if (const auto gbps = level.totalGbps())
            rows.append(
                {tr("Bandwidth, %1").arg(fromStd(level.level)), widgets::gigabytesText(*gbps)});
    rows.append({tr("Launch overhead"), p.launchOverheadUs()
                                            ? widgets::microsecondsText(*p.launchOverheadUs())
                                            : QString()});
    rows.append({tr("Revision"), QString::number(p.revision.number)});
    rows.append({tr("File"), fromStd(device.profile->file.string())});
}

void DevicesPlace::showDevice(int row) {
    if (m_list.empty())
        return;
    const auto index = std::min(static_cast<std::size_t>(std::max(0, row)), m_list.size() - 1);
    const ListedDevice& device = m_list[index];
    const bool here = device.kind == ListedDevice::Kind::Local;
    const bool runs = device.kind != ListedDevice::Kind::Remembered;
    QList<QPair<QString, QString>> properties;
    if (here)
        showLocal(properties);
    else
        showProfile(device, properties);
    if (device.records)
        properties.append(
            {tr("Experience"),
             tr("records: %1, newest %2")
                 .arg(QLocale().toString(qulonglong(device.records)),
                      QLocale().toString(QDateTime::fromMSecsSinceEpoch(device.lastMs),
                                         QLocale::ShortFormat))});
    QList<QList<TableCell>> rows;
    for (const auto& [name, value] : std::as_const(properties))
        if (!value.isEmpty())
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
        text = tr("✕ The test did not run: %1").arg(fromStd(failure->text()));
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
    m_checks->rows().setHeaders(
        {tr("State"), tr("Area"), tr("What"), tr("Found"), tr("What to do")});
    m_checks->setAccessibleName(tr("Checks of this installation"));
    m_live->retranslate();
    m_lock->retranslate();
    if (!m_list.empty())
        showDevices();
    showChecks();
}

} // namespace metainfer::workbench
