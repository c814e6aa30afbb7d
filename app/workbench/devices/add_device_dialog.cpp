// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The way to a new device.
#include "devices/add_device_dialog.h"

#include "devices/draft_form.h"
#include "devices/step_list.h"
#include "hardware/quantity_text.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/workspace.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

QStringList takenNames(const engine::DeviceCatalogue& known) {
    QStringList names;
    for (const engine::KnownDevice& device : known.devices)
        if (device.kind != measurement::DeviceKind::Toolchain || device.entry)
            names << QString::fromStdString(device.name);
    return names;
}

QList<QPair<QString, QString>> adaptersIn(const engine::DeviceCatalogue& known) {
    QList<QPair<QString, QString>> adapters;
    for (const engine::KnownDevice& device : known.devices)
        if (device.kind == measurement::DeviceKind::Toolchain && !device.entry)
            adapters.append(
                {QString::fromStdString(device.name), QString::fromStdString(device.what)});
    return adapters;
}

} // namespace

AddDeviceDialog::AddDeviceDialog(Workspace& workspace, const engine::DeviceCatalogue& known,
                                 QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_check(workspace.engine(), workspace.jobs())
    , m_pages(new QStackedWidget(this))
    , m_title(new QLabel(this))
    , m_form(new DraftForm(takenNames(known), adaptersIn(known), this)) {
    setObjectName("addDevice");
    setWindowTitle(tr("Add a device"));
    resize(620, 560);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 12);
    layout->setSpacing(10);
    m_title->setProperty("role", "title");
    layout->addWidget(m_title);
    m_pages->addWidget(makeKind());
    m_pages->addWidget(m_form);
    m_pages->addWidget(makeCheck());
    m_pages->addWidget(makeSuccess());
    layout->addWidget(m_pages, 1);
    makeButtons();
    connect(m_form, &DraftForm::changed, this, [this] {
        if (m_pages->currentIndex() == Form)
            m_next->setEnabled(m_form->answer().isReady);
    });
    connect(&m_check, &CheckRun::changed, this, &AddDeviceDialog::showCheck);
    connect(&m_check, &CheckRun::finished, this, [this] {
        const auto& answer = m_check.answer();
        if (*answer && (*answer)->added) {
            emit added(m_check.device());
            showSuccess(**answer);
        }
    });
    goTo(Kind);
    readHosts();
}

QWidget* AddDeviceDialog::makeKind() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    const auto choice = [&](const char* name, const QString& title, const QString& text) {
        auto* button = new QRadioButton(title, page);
        button->setObjectName(name);
        button->setAccessibleDescription(text);
        QFont bold = button->font();
        bold.setBold(true);
        button->setFont(bold);
        auto* label = widgets::wrappedLabel(page, "muted");
        label->setText(text);
        label->setContentsMargins(24, 0, 0, 12);
        column->addWidget(button);
        column->addWidget(label);
        return button;
    };
    m_board = choice("kindBoard", tr("A &board or machine over SSH"),
                     tr("The agent and a runtime are copied there once, into a folder of its user. "
                        "Nothing has to be installed by hand: no root, no Python, no internet."));
    m_toolchain = choice("kindToolchain", tr("A &toolchain adapter"),
                         tr("A vendor's own compiler and runner, called as one YAML file says. Its "
                            "programs have to be installed on this machine."));
    column->addStretch(1);
    m_board->setChecked(true);
    connect(m_toolchain, &QRadioButton::toggled, m_form, &DraftForm::setToolchain);
    return page;
}

QWidget* AddDeviceDialog::makeCheck() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    m_state = widgets::wrappedLabel(page, "muted");
    m_state->setObjectName("addState");
    m_steps = new StepList(page);
    m_steps->setObjectName("addSteps");
    column->addWidget(m_state);
    column->addWidget(m_steps, 1);
    return page;
}

QWidget* AddDeviceDialog::makeSuccess() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_result = widgets::wrappedLabel(page);
    m_result->setObjectName("addResult");
    column->addWidget(m_result);
    column->addSpacing(12);
    const auto action = [&](const char* name, const QString& text, const QString& why,
                            void (AddDeviceDialog::*asked)(const QString&)) {
        auto* button = new QPushButton(text, page);
        button->setObjectName(name);
        button->setAccessibleDescription(why);
        auto* label = widgets::wrappedLabel(page, "muted");
        label->setText(why);
        auto* row = new QHBoxLayout;
        button->setMinimumWidth(190);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(label, 1);
        column->addLayout(row);
        column->addSpacing(6);
        connect(button, &QPushButton::clicked, this, [this, asked] {
            const QString device = m_check.device();
            accept();
            emit(this->*asked)(device);
        });
        return button;
    };
    m_probe = action("addProbe", tr("&Probe now"),
                     tr("Two minutes of microbenchmarks, so that predictions for it are good."),
                     &AddDeviceDialog::probeAsked);
    m_baseline = action("addBaseline", tr("&Record a baseline…"),
                        tr("Did somebody tune a model for it by hand? Measured once, it is what "
                           "adapting has to beat. A new device asks this once."),
                        &AddDeviceDialog::baselineAsked);
    m_target = action("addTarget", tr("Use as &target"),
                      tr("Opens the form of a new migration with this device."),
                      &AddDeviceDialog::targetAsked);
    column->addStretch(1);
    return page;
}

void AddDeviceDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    m_back = new QPushButton(this);
    m_next = new QPushButton(this);
    m_cancel = new QPushButton(this);
    m_back->setObjectName("addBack");
    m_next->setObjectName("addNext");
    m_cancel->setObjectName("addCancel");
    m_next->setProperty("role", "primary");
    m_next->setDefault(true);
    for (QPushButton* button : {m_back, m_cancel, m_probe, m_baseline, m_target})
        button->setAutoDefault(false);
    row->addWidget(m_back);
    row->addStretch(1);
    row->addWidget(m_cancel);
    row->addWidget(m_next);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, &AddDeviceDialog::back);
    connect(m_next, &QPushButton::clicked, this, &AddDeviceDialog::next);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_check.isRunning())
            m_check.cancel();
        else
            reject();
    });
    m_back->setText(tr("&Back"));
}

void AddDeviceDialog::goTo(Page page) {
    m_pages->setCurrentIndex(page);
    const QStringList titles{tr("What kind of device?"),
                             m_toolchain->isChecked() ? tr("Which toolchain?") : tr("Where is it?"),
                             tr("Checking the device"), tr("The device is ready")};
    m_title->setText(titles[page]);
    m_back->setVisible(page == Form || page == Check);
    m_next->setText(page == Kind    ? tr("&Next")
                    : page == Form  ? tr("&Connect and add")
                    : page == Check ? tr("&Try again")
                                    : tr("&Done"));
    m_next->setEnabled(page != Form || m_form->answer().isReady);
    m_cancel->setText(tr("Cancel"));
    m_cancel->setVisible(page != Success);
    if (page == Kind)
        (m_toolchain->isChecked() ? m_toolchain : m_board)->setFocus();
    else if (page == Form)
        m_form->focusFirst();
}

void AddDeviceDialog::next() {
    switch (m_pages->currentIndex()) {
    case Kind:
        return goTo(Form);
    case Form:
    case Check:
        if (!m_form->answer().isReady || m_check.isRunning())
            return;
        goTo(Check);
        return m_check.add(m_form->answer().request);
    default:
        return accept();
    }
}

void AddDeviceDialog::back() {
    if (m_check.isRunning())
        return;
    goTo(m_pages->currentIndex() == Check ? Form : Kind);
}

void AddDeviceDialog::showCheck() {
    m_steps->setSteps(m_check.steps());
    const bool running = m_check.isRunning();
    m_back->setEnabled(!running);
    m_next->setEnabled(!running);
    m_cancel->setText(running ? tr("Stop") : tr("Cancel"));
    if (running)
        return m_state->setText(
            tr("Connecting to %1, installing what it needs, running a sample. The first time takes "
               "as long as the copying does.")
                .arg(m_check.device()));
    if (m_check.wasCancelled())
        m_state->setText(tr("Stopped. Nothing was added."));
    else if (!m_check.passed())
        m_state->setText(
            tr("It does not work yet, and was not added. Go back to change what was typed, or mend "
               "what is said below and try again."));
}

void AddDeviceDialog::showSuccess(const engine::DeviceCheck& check) {
    QString text = tr("✓ %1 works and was added.").arg(m_check.device());
    if (check.sampleUs)
        text = tr("✓ %1 works and was added. A small sample model takes %2 a request there (%3).")
                   .arg(m_check.device(), widgets::microsecondsText(*check.sampleUs),
                        widgets::NumberWords::source(check.source));
    m_result->setText(text);
    goTo(Success);
    m_back->setEnabled(true);
    m_next->setEnabled(true);
}

void AddDeviceDialog::readHosts() {
    m_workspace.jobs().run<QStringList>(
        {}, this, [](const JobContext&) { return sshConfigHosts(); },
        [this](const QStringList& hosts) { m_form->setHosts(hosts); });
}

/// However it is closed: what still runs is stopped, and adds nothing.
void AddDeviceDialog::done(int result) {
    m_check.cancel();
    QDialog::done(result);
}

} // namespace metainfer::workbench
