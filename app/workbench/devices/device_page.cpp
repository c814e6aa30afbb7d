// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One device.
#include "devices/device_page.h"

#include "devices/baseline_dialog.h"
#include "devices/baselines_page.h"
#include "devices/log_page.h"
#include "devices/queue_page.h"
#include "devices/step_list.h"
#include "devices/telemetry_page.h"
#include "hardware/quantity_text.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/row_table.h"
#include "session/workspace.h"
#include "shell/empty_state.h"
#include "shell/flow_layout.h"
#include "theme/wrapped_label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {
namespace {

constexpr const char* kTestModel = "grid-detector";
constexpr const char* kPageKey = "devices/devicePage";
constexpr int kQuestionWidth = 380;

/// What is wrong, and below it what to do.
QString failureText(const Error& error) {
    Error what = error;
    what.hint.clear();
    return error.hint.empty()
               ? DevicePage::tr("✕ %1", "what is wrong").arg(EngineWords::error(what))
               : DevicePage::tr("✕ %1\nWhat to do: %2", "what is wrong, remedy")
                     .arg(EngineWords::error(what), EngineWords::text(error.hint));
}

} // namespace

DevicePage::DevicePage(Workspace& workspace, DevicesPresenter& devices, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_devices(devices)
    , m_telemetry(workspace.jobs())
    , m_tabs(new QTabWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 6, 0);
    column->addWidget(makeHead());
    makeTabs();
    column->addWidget(m_tabs, 1);
    connect(m_connect, &QPushButton::clicked, this, &DevicePage::connectOrNot);
    connect(m_test, &QPushButton::clicked, this, &DevicePage::test);
    connect(m_probe, &QPushButton::clicked, this,
            [this] { m_workspace.askProbe(QString::fromStdString(m_name)); });
    connect(m_baseline, &QPushButton::clicked, this, &DevicePage::askBaseline);
    connect(m_remove, &QPushButton::clicked, this, &DevicePage::askAndRemove);
    connect(m_target, &QPushButton::clicked, this,
            [this] { m_workspace.askTarget(QString::fromStdString(m_name)); });
    connect(&m_devices, &DevicesPresenter::logChanged, this, &DevicePage::showLink);
    connect(&m_telemetry, &TelemetryPresenter::looked, this, &DevicePage::showHolder);
    connect(&m_devices, &DevicesPresenter::workChanged, this, [this](const QString& device) {
        if (device.toStdString() == m_name)
            showDevice();
    });
}

QWidget* DevicePage::makeHead() {
    auto* head = new QWidget(this);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_title = new QLabel(head);
    m_title->setObjectName("deviceTitle");
    m_title->setProperty("role", "heading");
    m_state = new QLabel(head);
    m_state->setObjectName("deviceState");
    auto* line = new QHBoxLayout;
    m_holder = new QLabel(head);
    m_holder->setObjectName("deviceHolder");
    m_holder->setProperty("role", "muted");
    line->setSpacing(10);
    line->addWidget(m_title);
    line->addWidget(m_state);
    line->addWidget(m_holder);
    line->addStretch(1);
    column->addLayout(line);
    auto* buttons = new QWidget(head);
    auto* flow = new widgets::FlowLayout(buttons);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(6);
    const auto button = [&](const char* name) {
        auto* made = new QPushButton(buttons);
        made->setObjectName(name);
        flow->addWidget(made);
        return made;
    };
    m_connect = button("connectDevice");
    m_test = button("testDevice");
    m_target = button("useAsTarget");
    m_probe = button("probeDevice");
    m_baseline = button("recordBaselineOf");
    m_remove = button("removeDevice");
    column->addWidget(buttons);
    m_note = widgets::wrappedLabel(head, "muted");
    column->addWidget(m_note);
    m_link = widgets::wrappedLabel(head, "error");
    m_link->setObjectName("deviceLink");
    m_link->hide();
    column->addWidget(m_link);
    m_failure = widgets::wrappedLabel(head, "error");
    m_failure->setObjectName("deviceFailure");
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_failure);
    return head;
}

QWidget* DevicePage::makeTest() {
    auto* page = new QWidget(m_tabs);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    auto* head = new QHBoxLayout;
    m_testResult = widgets::wrappedLabel(page);
    m_testResult->setObjectName("testResult");
    m_testAgain = new QPushButton(page);
    m_testAgain->setObjectName("testAgain");
    head->addWidget(m_testResult, 1);
    head->addWidget(m_testAgain, 0, Qt::AlignTop);
    column->addLayout(head);
    m_steps = new StepList(page);
    m_steps->setObjectName("testSteps");
    column->addWidget(m_steps, 1);
    connect(m_testAgain, &QPushButton::clicked, this, [this] {
        const auto found = m_tests.find(m_name);
        if (found != m_tests.end() && found->second->isRunning())
            return found->second->cancel();
        test();
    });
    return page;
}

/// The page, or in its place the offer to connect.
QWidget* DevicePage::behindConnection(QWidget* page, const char* name) {
    auto* stack = new QStackedWidget(m_tabs);
    stack->setObjectName(name);
    auto* offer = new widgets::EmptyState("devices", stack);
    stack->addWidget(page);
    stack->addWidget(offer);
    connect(offer, &widgets::EmptyState::actionChosen, this, &DevicePage::connectOrNot);
    m_stacks << stack;
    m_offers << offer;
    return stack;
}

void DevicePage::makeTabs() {
    m_tabs->setObjectName("devicePages");
    m_tabs->setDocumentMode(true);
    m_details = new widgets::RowTable(this);
    m_details->setObjectName("deviceDetails");
    m_live = new TelemetryPage(m_telemetry, this);
    m_queue = new QueuePage(m_telemetry, this);
    m_log = new LogPage(m_devices, m_telemetry, this);
    m_baselines = new BaselinesPage(m_devices, this);
    for (QWidget* page : std::initializer_list<QWidget*>{
             m_details, behindConnection(m_live, "liveStack"),
             behindConnection(m_queue, "queueStack"), m_log, makeTest(), m_baselines})
        m_tabs->addTab(page, QString());
    m_tabs->setCurrentIndex(m_workspace.settings().value(kPageKey, 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int index) {
        // Else it was left because the device has no such page.
        if (m_tabs->isTabEnabled(Live) && index != Test)
            m_workspace.settings().setValue(kPageKey, index);
    });
    connect(m_baselines, &BaselinesPage::recordAsked, this, &DevicePage::askBaseline);
}

void DevicePage::setDevice(const std::string& name) {
    const bool other = name != m_name;
    m_name = name;
    m_devices.setCurrent(name);
    showDevice();
    if (other && m_tabs->currentIndex() == Test && !m_tests.contains(name))
        m_tabs->setCurrentIndex(Overview);
}

void DevicePage::showDevice() {
    const ListedDevice* device = m_devices.find(m_name);
    if (!device)
        return;
    const auto* inventory = m_devices.inventory(m_name);
    const DeviceDescription found = describeDevice(*device, inventory);
    m_title->setText(found.title);
    m_state->setText(deviceStateCell(*device, inventory).text);
    m_note->setText(found.note);
    const Error* failure = m_devices.failure(m_name);
    m_failure->setText(failure ? failureText(*failure) : QString());
    m_failure->setVisible(failure != nullptr);
    QList<QList<widgets::TableCell>> rows;
    for (const auto& [name, value] : found.rows)
        rows.append({{name, {}, {}}, {value, {}, value}});
    m_details->rows().setRows(std::move(rows));
    m_details->setColumnWidth(0, 190);
    m_details->stretch(1);
    followTelemetry(*device);
    showTabs(*device);
    showButtons(*device);
    showLink();
    showHolder();
    showTest();
}

void DevicePage::showLink() {
    const ListedDevice* device = m_devices.find(m_name);
    const auto& log = m_devices.log();
    const bool lost = device && device->state == LinkState::Reconnecting;
    const QString why = log.empty() ? QString() : EngineWords::text(log.back().text);
    m_link->setVisible(lost);
    if (lost)
        m_link->setText(tr("! The connection is lost (%1); trying again. A measurement on the "
                           "device goes on, and is fetched when it is back.",
                           "what the connection said last")
                            .arg(why));
}

/// Who measures there, as far as somebody looks.
void DevicePage::showHolder() {
    const TelemetryLook* look = m_telemetry.latest();
    const bool held = look && look->holder && m_telemetry.isRunning();
    m_holder->setVisible(held);
    if (held)
        m_holder->setText(
            tr("▶ in use: %1", "what for").arg(EngineWords::text(look->holder->what)));
    const qsizetype waiting = look ? static_cast<qsizetype>(look->queue.size()) : 0;
    m_tabs->setTabText(Queue, waiting > 0 ? tr("Queue (%1)").arg(waiting) : tr("Queue"));
}

void DevicePage::followTelemetry(const ListedDevice& device) {
    const QString name = QString::fromStdString(device.name);
    if (device.kind == ListedDevice::Kind::Local) {
        if (m_telemetry.device() != name)
            m_telemetry.setDevice(name, TelemetryPresenter::localReader());
        m_watched = nullptr;
        return;
    }
    const auto* inventory = m_devices.inventory(device.name);
    const bool open = device.isConnected() && inventory && *inventory;
    measurement::Device* now = open ? (*inventory)->device.get() : nullptr;
    if (m_telemetry.device() == name && now == m_watched)
        return;
    m_watched = now;
    if (open)
        m_telemetry.setOpenDevice(name, (*inventory)->device);
    else if (device.state == LinkState::Reconnecting && m_telemetry.device() == name)
        return; // what was seen stays until it is back
    else
        m_telemetry.setDevice(name, {});
}

void DevicePage::showTabs(const ListedDevice& device) {
    const bool live = device.kind == ListedDevice::Kind::Local || device.isRemote();
    const QString why =
        live ? QString()
        : device.kind == ListedDevice::Kind::Toolchain
            ? tr("Not available here: the tool's programs run on this machine, which is watched "
                 "under its own name.")
            : tr("Not available here: this device is not connected.");
    for (const int page : {Live, Queue}) {
        m_tabs->setTabEnabled(page, live);
        m_tabs->setTabToolTip(page, why);
    }
    m_tabs->setTabEnabled(Log, device.measures());
    m_tabs->setTabEnabled(Baselines, device.measures());
    m_tabs->setTabEnabled(Test, device.runs());
    if (live && m_tabs->currentIndex() != Test)
        m_tabs->setCurrentIndex(m_workspace.settings().value(kPageKey, 0).toInt());
    const bool shown =
        !device.isRemote() || device.isConnected() || device.state == LinkState::Reconnecting;
    const bool busy = m_devices.isBusy(device.name);
    for (qsizetype i = 0; i < m_stacks.size(); ++i) {
        m_stacks[i]->setCurrentIndex(shown ? 0 : 1);
        m_offers[i]->setTexts(
            busy ? tr("Connecting…") : tr("Not connected"),
            busy ? tr("The steps stand under Log.")
                 : tr("%1 says nothing of itself while there is no connection. None is made unless "
                      "you ask for it.")
                       .arg(QString::fromStdString(device.name)),
            busy ? tr("Stop") : tr("Connect"));
    }
}

void DevicePage::showButtons(const ListedDevice& device) {
    const auto test = m_tests.find(device.name);
    const bool testing = test != m_tests.end() && test->second->isRunning();
    const bool busy = m_devices.isBusy(device.name);
    const bool up = device.isConnected() || device.state == LinkState::Reconnecting;
    m_connect->setVisible(device.isRemote());
    m_connect->setText(busy ? tr("&Stop") : up ? tr("Dis&connect") : tr("&Connect"));
    m_connect->setEnabled(!testing);
    m_test->setEnabled(device.runs() && !testing && !busy);
    m_target->setEnabled(device.runs());
    m_probe->setEnabled(device.measures());
    m_baseline->setEnabled(device.measures() && !busy);
    m_remove->setVisible(device.isAdded());
    m_remove->setEnabled(!busy && !testing);
}

void DevicePage::connectOrNot() {
    const ListedDevice* device = m_devices.find(m_name);
    if (!device)
        return;
    if (m_devices.isBusy(m_name))
        m_devices.cancel(m_name);
    else if (device->isConnected() || device->state == LinkState::Reconnecting)
        m_devices.disconnectFrom(m_name);
    else
        m_devices.connectTo(m_name);
}

void DevicePage::test() {
    const ListedDevice* device = m_devices.find(m_name);
    if (!device || !device->runs())
        return;
    auto& run = m_tests[m_name];
    if (!run) {
        run = std::make_unique<CheckRun>(m_workspace.engine(), m_workspace.jobs());
        connect(run.get(), &CheckRun::changed, this, [this, test = run.get()] {
            if (test->device().toStdString() == m_name)
                showTest();
        });
        connect(run.get(), &CheckRun::finished, this, [this, test = run.get()] {
            const std::string name = test->device().toStdString();
            if (name == m_name)
                m_telemetry.note(DeviceEventKind::Test, testText());
            if (test->passed())
                m_devices.opened(name);
            else if (!test->wasCancelled())
                m_devices.noteReached(name, false);
            showDevice();
        });
    }
    if (run->isRunning())
        return;
    if (device->kind != ListedDevice::Kind::Local)
        m_devices.forget(m_name); // a test connects anew
    run->test(QString::fromStdString(m_name));
    m_tabs->setCurrentIndex(Test);
    showDevice();
}

QString DevicePage::testText() const {
    const auto found = m_tests.find(m_name);
    if (found == m_tests.end())
        return tr("Not tested yet. A test connects step by step and runs a small sample model.");
    const CheckRun& run = *found->second;
    if (run.isRunning())
        return tr("▶ Testing…");
    if (!run.answer())
        return {};
    if (run.wasCancelled())
        return tr("■ The test was stopped.");
    const Error* error = !*run.answer() ? &run.answer()->error() : (*run.answer())->error();
    if (error)
        return tr("✕ The test failed: %1").arg(EngineWords::text(error->message));
    const engine::DeviceCheck& check = **run.answer();
    if (!check.sampleUs)
        return tr("✓ It works.");
    return (check.source == NumberSource::Measured
                ? tr("✓ %1 ran: %2 a request (%3).", "model, time, source")
                : tr("✓ %1 is possible: %2 a request (%3).", "model, time, source"))
        .arg(kTestModel, widgets::microsecondsText(*check.sampleUs),
             widgets::NumberWords::source(check.source));
}

void DevicePage::showTest() {
    const auto found = m_tests.find(m_name);
    const bool running = found != m_tests.end() && found->second->isRunning();
    m_testResult->setText(testText());
    m_testAgain->setText(running                  ? tr("Stop")
                         : found != m_tests.end() ? tr("Test again")
                                                  : tr("Test now"));
    m_steps->setSteps(found == m_tests.end() ? CheckSteps(QString()) : found->second->steps());
}

void DevicePage::askBaseline() {
    const ListedDevice* device = m_devices.find(m_name);
    if (!device || !device->measures())
        return;
    auto* dialog = new BaselineDialog(QString::fromStdString(m_name), m_workspace.settings(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &BaselineDialog::recordAsked, &m_devices, &DevicesPresenter::recordBaseline);
    dialog->open();
}

void DevicePage::askAndRemove() {
    const ListedDevice* device = m_devices.find(m_name);
    if (!device || !device->isAdded())
        return;
    const QString name = QString::fromStdString(m_name);
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Remove device"),
                                tr("Remove %1?").arg(name), QMessageBox::NoButton, this);
    box->setInformativeText(
        device->isRemote()
            ? tr("What was installed there is cleared, and the program forgets how to reach it. "
                 "Measurements and baselines of it stay.")
            : tr("The adapter itself stays. Measurements and baselines of it stay."));
    // Short texts of some languages would make it narrower than its title.
    if (auto* grid = qobject_cast<QGridLayout*>(box->layout()))
        grid->addItem(new QSpacerItem(kQuestionWidth, 0), grid->rowCount(), 0, 1,
                      grid->columnCount());
    box->setObjectName("removeQuestion");
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = box->addButton(tr("&Remove"), QMessageBox::AcceptRole);
    remove->setObjectName("removeConfirmed");
    QPushButton* keep = box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(remove, &QPushButton::clicked, this,
            [this, asked = m_name] { m_devices.remove(asked); });
    box->open();
}

void DevicePage::retranslate() {
    m_test->setText(tr("T&est"));
    m_test->setToolTip(tr(
        "Runs a small sample model there once and says what it took; on a simulated device, what "
        "its profile predicts"));
    m_target->setText(tr("Use as &target"));
    m_target->setToolTip(tr("Opens the form of a new migration with this device"));
    m_probe->setText(tr("&Probe…"));
    m_probe->setToolTip(tr("Opens the microbenchmarks for this device"));
    m_baseline->setText(tr("Record &baseline…"));
    m_baseline->setToolTip(tr("Measures what somebody reached by hand, once"));
    m_remove->setText(tr("Re&move…"));
    m_connect->setToolTip(tr("Opens or ends the connection; a running measurement keeps it"));
    const QStringList tabs{tr("Overview"), tr("Live"), tr("Queue"),
                           tr("Log"),      tr("Test"), tr("Baselines")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, tabs[i]); // the queue's gets its number below
    m_tabs->setAccessibleName(tr("Views of the device"));
    m_details->rows().setHeaders({tr("Property"), tr("Value")});
    m_details->setAccessibleName(tr("Properties of the device"));
    m_live->retranslate();
    m_queue->retranslate();
    m_log->retranslate();
    m_baselines->retranslate();
    showDevice();
    showTest();
}

} // namespace metainfer::workbench
