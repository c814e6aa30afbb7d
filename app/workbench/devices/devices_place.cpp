// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place.
#include "devices/devices_place.h"

#include "devices/add_device_dialog.h"
#include "devices/device_page.h"
#include "devices/system_checks.h"
#include "session/engine_words.h"
#include "session/link_watch.h"
#include "session/number_words.h"
#include "session/row_table.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace metainfer::workbench {

using widgets::TableCell;

Place* makeDevicesPlace(Workspace& workspace) {
    return new DevicesPlace(workspace);
}

DevicesPlace::DevicesPlace(Workspace& workspace)
    : Place(workspace)
    , m_presenter(workspace.engine(), workspace.jobs(), workspace.settings())
    , m_title(new QLabel(this))
    , m_summary(widgets::wrappedLabel(this))
    , m_notice(widgets::wrappedLabel(this))
    , m_addButton(new QPushButton(this))
    , m_againButton(new QPushButton(this))
    , m_tabs(new QTabWidget(this))
    , m_devices(new widgets::RowTable(this))
    , m_page(new DevicePage(workspace, m_presenter, this))
    , m_checks(new SystemChecks(this)) {
    m_presenter.setLinkSink(workspace.links().sink());
    makeActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    m_title->setProperty("role", "title");
    head->addWidget(m_title, 1);
    m_addButton->setObjectName("addDeviceButton");
    m_againButton->setObjectName("checkAgain");
    head->addWidget(m_againButton);
    head->addWidget(m_addButton);
    layout->addLayout(head);
    m_summary->setObjectName("systemSummary");
    layout->addWidget(m_summary);
    m_notice->setObjectName("deviceNotice");
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notice->hide();
    layout->addWidget(m_notice);
    m_checks->setObjectName("systemChecks");
    m_tabs->setObjectName("devicesPages");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeDevices(), QString());
    m_tabs->addTab(m_checks, QString());
    layout->addWidget(m_tabs, 1);
    QSettings& settings = workspace.settings();
    m_tabs->setCurrentIndex(settings.value("devices/page", 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [&settings](int index) { settings.setValue("devices/page", index); });
    connect(m_devices, &widgets::RowTable::currentSourceChanged, this, &DevicesPlace::showDevice);
    connect(&m_presenter, &DevicesPresenter::listChanged, this, &DevicesPlace::showDevices);
    connect(&m_presenter, &DevicesPresenter::removed, this, &DevicesPlace::showRemoved);
    connect(&m_presenter, &DevicesPresenter::recorded, this,
            [this](const experience::Baseline& baseline) {
                m_notice->setText(tr("✓ The baseline of %1 is kept: %2", "device, verdict")
                                      .arg(QString::fromStdString(baseline.device),
                                           widgets::NumberWords::verdict(
                                               QString::fromStdString(baseline.verdict))));
                m_notice->show();
            });
    retranslate();
}

void DevicesPlace::makeActions() {
    m_add = new QAction(this);
    m_again = new QAction(this);
    connect(m_add, &QAction::triggered, this, &DevicesPlace::addDevice);
    connect(m_again, &QAction::triggered, this, &DevicesPlace::readAll);
    connect(m_addButton, &QPushButton::clicked, m_add, &QAction::trigger);
    connect(m_againButton, &QPushButton::clicked, m_again, &QAction::trigger);
}

QWidget* DevicesPlace::makeDevices() {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_devices->setObjectName("devices");
    m_devices->setSelectionMode(QAbstractItemView::SingleSelection);
    m_devices->setMinimumWidth(300);
    splitter->addWidget(m_devices);
    splitter->addWidget(m_page);
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
    return tr("This machine, boards over SSH, toolchains and simulated targets");
}

bool DevicesPlace::isLoading() const {
    return m_isReadingChecks || m_presenter.isReading() || m_page->telemetry().isLooking();
}

TelemetryPresenter& DevicesPlace::telemetry() {
    return m_page->telemetry();
}

void DevicesPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    m_presenter.watch(true);
    if (!std::exchange(m_read, true))
        readAll();
    else
        m_presenter.refresh(); // the command line may have added a device meanwhile
}

void DevicesPlace::hideEvent(QHideEvent* event) {
    Place::hideEvent(event);
    m_presenter.watch(false);
}

void DevicesPlace::readAll() {
    m_presenter.refresh();
    if (std::exchange(m_isReadingChecks, true))
        return;
    m_again->setEnabled(false);
    m_againButton->setEnabled(false);
    workspace().jobs().run<engine::SystemReport>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) { return engine.systemReport(); },
        [this](engine::SystemReport report) {
            m_isReadingChecks = false;
            m_checks->setReport(std::move(report));
            m_summary->setText(m_checks->summary());
            m_again->setEnabled(true);
            m_againButton->setEnabled(true);
        });
}

void DevicesPlace::showDevices() {
    const auto& devices = m_presenter.devices();
    QString chosen = m_wanted.isEmpty() ? QString::fromStdString(m_presenter.current()) : m_wanted;
    if (chosen.isEmpty())
        chosen = workspace().settings().value("devices/current", "local").toString();
    int row = 0;
    QList<QList<TableCell>> rows;
    for (const ListedDevice& device : devices) {
        const auto* inventory = m_presenter.inventory(device.name);
        const QString name = QString::fromStdString(device.name);
        if (name == chosen) {
            row = static_cast<int>(rows.size());
            m_wanted.clear();
        }
        rows.append(
            {{deviceTitle(device),
              {},
              device.known && !device.known->what.empty() ? EngineWords::text(device.known->what)
                                                          : QString()},
             {deviceKindText(device), {}, {}},
             deviceStateCell(device, inventory),
             {device.records ? QLocale().toString(qulonglong(device.records)) : QString(),
              static_cast<qulonglong>(device.records), tr("Records of experience")}});
    }
    m_filling = true; // a selection that comes and goes meanwhile means nothing
    m_devices->rows().setRows(std::move(rows));
    m_devices->setColumnWidth(1, 78);
    m_devices->setColumnWidth(2, 118);
    m_devices->setColumnWidth(3, 74);
    m_devices->stretch(0);
    m_devices->selectSource(row);
    m_filling = false;
    showDevice(row);
}

void DevicesPlace::showDevice(int row) {
    const auto& devices = m_presenter.devices();
    if (m_filling || devices.empty() || row < 0)
        return;
    const auto index = std::min(static_cast<std::size_t>(row), devices.size() - 1);
    const std::string name = devices[index].name;
    workspace().settings().setValue("devices/current", QString::fromStdString(name));
    m_page->setDevice(name);
}

void DevicesPlace::choose(const QString& device) {
    m_wanted = device;
    m_presenter.refresh();
}

void DevicesPlace::addDevice() {
    auto* dialog = new AddDeviceDialog(workspace(), m_presenter.catalogue(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddDeviceDialog::added, this, [this](const QString& device) {
        m_notice->hide();
        choose(device);
        m_presenter.opened(device.toStdString());
    });
    connect(dialog, &AddDeviceDialog::probeAsked, &workspace(), &Workspace::askProbe);
    connect(dialog, &AddDeviceDialog::targetAsked, &workspace(), &Workspace::askTarget);
    connect(dialog, &AddDeviceDialog::baselineAsked, this, [this](const QString& device) {
        m_page->setDevice(device.toStdString());
        m_page->askBaseline();
    });
    dialog->open();
}

void DevicesPlace::showRemoved(const QString& device, const QStringList& cleared,
                               const QString& warning) {
    QString text = cleared.isEmpty() ? tr("✓ %1 was removed.").arg(device)
                                     : tr("✓ %1 was removed. Cleared there: %2", "device, folders")
                                           .arg(device, cleared.join(tr(", ", "between names")));
    if (!warning.isEmpty())
        text = tr("! %1 was removed here, but what was installed there was not cleared: %2",
                  "device, why")
                   .arg(device, warning);
    m_notice->setText(text);
    m_notice->show();
    workspace().tell(text);
}

void DevicesPlace::setIcons() {
    m_addButton->setIcon(widgets::themedIcon("plus", palette()));
}

void DevicesPlace::retranslate() {
    m_title->setText(tr("Devices"));
    m_add->setText(tr("Add device…"));
    m_again->setText(tr("Check devices and installation again"));
    m_addButton->setText(tr("Add &device…"));
    m_addButton->setToolTip(tr("A board over SSH, or a vendor's toolchain"));
    m_againButton->setText(tr("Check &again"));
    m_tabs->setTabText(0, tr("Devices"));
    m_tabs->setTabText(1, tr("Checks of this installation"));
    m_devices->rows().setHeaders({tr("Device"), tr("Kind"), tr("State"), tr("Records")});
    m_devices->setAccessibleName(tr("Devices"));
    m_checks->retranslate();
    m_summary->setText(m_checks->summary());
    setIcons();
    m_page->retranslate();
    if (!m_presenter.devices().empty())
        showDevices();
}

void DevicesPlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_page)
        setIcons();
}

} // namespace metainfer::workbench
