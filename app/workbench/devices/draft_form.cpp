// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form of a new device.
#include "devices/draft_form.h"

#include "session/code_panel.h"
#include "session/path_field.h"
#include "theme/wrapped_label.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr int kPortWidth = 90;
const DraftField kOfBoards[] = {DraftField::Host, DraftField::User, DraftField::Port,
                                DraftField::Jumps, DraftField::Identity};

} // namespace

DraftForm::DraftForm(QStringList taken, const QList<QPair<QString, QString>>& adapters,
                     QWidget* parent)
    : QWidget(parent)
    , m_taken(std::move(taken))
    , m_grid(new QGridLayout)
    , m_identity(new widgets::PathField(widgets::PathField::Kind::File, this))
    , m_adapter(new QComboBox(this))
    , m_command(new widgets::CodePanel(2, this)) {
    m_host = line("deviceHost");
    m_host->setPlaceholderText(tr("board.lan, 10.0.0.7 or user@host:port"));
    m_user = line("deviceUser");
    m_user->setPlaceholderText(tr("as the SSH configuration says"));
    m_port = line("devicePort");
    m_port->setPlaceholderText("22");
    m_jumps = line("deviceJumps");
    m_jumps->setPlaceholderText(tr("none; for example ada@gate.example:2222"));
    m_power = line("devicePower");
    m_power->setPlaceholderText(tr("left as it is"));
    m_name = line("deviceName");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_grid->setVerticalSpacing(2);
    m_grid->setHorizontalSpacing(12);
    m_grid->setColumnStretch(1, 1);
    layout->addLayout(m_grid);
    m_port->setFixedWidth(kPortWidth);
    m_identity->setObjectName("deviceIdentity");
    m_identity->edit()->setObjectName("deviceIdentityEdit");
    m_identity->setTexts(tr("Private key"), tr("All files (*)"),
                         tr("the usual ones, and those of the SSH agent"));
    m_adapter->setObjectName("deviceAdapter");
    m_adapter->setEditable(true);
    m_adapter->setInsertPolicy(QComboBox::NoInsert);
    for (const auto& [name, title] : adapters) {
        m_adapter->addItem(name, name);
        m_adapter->setItemData(m_adapter->count() - 1, title, Qt::ToolTipRole);
    }
    m_adapter->setCurrentIndex(-1);
    m_adapter->lineEdit()->setPlaceholderText(tr("name of an adapter, or a YAML file"));
    add(DraftField::Adapter, tr("&Adapter"),
        tr("How a vendor's compiler and runner are called: one YAML file each"), m_adapter);
    add(DraftField::Host, tr("&Host"),
        tr("Name or address of the board, or a Host of the SSH configuration"), m_host);
    add(DraftField::User, tr("&User"), tr("Who logs in there; needs no rights of root"), m_user);
    add(DraftField::Port, tr("&Port"), tr("Of its SSH server"), m_port);
    add(DraftField::Jumps, tr("&Through"),
        tr("Jump hosts on the way, parted by commas; the first one is reached from here"), m_jumps);
    add(DraftField::Identity, tr("Private &key"),
        tr("Its passphrase is asked for when it is needed, and never kept"), m_identity);
    add(DraftField::PowerMode, tr("Power &mode"),
        tr("Set while it measures, restored after, where the device allows it: performance, 15W"),
        m_power);
    add(DraftField::Name, tr("&Name here"), tr("What the device is called in this program"),
        m_name);
    m_command->setObjectName("addCommand");
    m_command->setTitle(tr("The same on the command line"));
    m_command->setPlaceholder(tr("Appears as the form is filled in"));
    layout->addStretch(1);
    layout->addWidget(m_command);
    connect(m_identity, &widgets::PathField::changed, this, &DraftForm::check);
    connect(m_adapter, &QComboBox::currentTextChanged, this, &DraftForm::check);
    setToolchain(false);
}

QLineEdit* DraftForm::line(const char* name) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    connect(edit, &QLineEdit::textChanged, this, &DraftForm::check);
    return edit;
}

void DraftForm::add(DraftField field, const QString& label, const QString& tip, QWidget* editor) {
    Row row{new QLabel(label, this), widgets::wrappedLabel(this, "error"), editor};
    QWidget* typedIn = editor;
    while (typedIn->focusProxy())
        typedIn = typedIn->focusProxy();
    row.label->setBuddy(typedIn);
    row.label->setToolTip(tip);
    editor->setToolTip(tip);
    typedIn->setAccessibleName(QString(label).remove('&'));
    row.message->setObjectName(editor->objectName() + "_message");
    row.message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row.message->hide();
    const int at = m_grid->rowCount();
    m_grid->addWidget(row.label, at, 0);
    const bool isShort = editor->maximumWidth() < QWIDGETSIZE_MAX;
    m_grid->addWidget(editor, at, 1, isShort ? Qt::AlignLeft : Qt::Alignment());
    m_grid->addWidget(row.message, at + 1, 1);
    m_grid->setRowMinimumHeight(at + 1, 4);
    m_rows.emplace(field, row);
}

void DraftForm::setToolchain(bool isToolchain) {
    m_isToolchain = isToolchain;
    const auto show = [this](DraftField field, bool shown) {
        m_rows.at(field).label->setVisible(shown);
        m_rows.at(field).editor->setVisible(shown);
    };
    for (const DraftField field : kOfBoards)
        show(field, !isToolchain);
    show(DraftField::PowerMode, !isToolchain);
    show(DraftField::Adapter, isToolchain);
    check();
}

void DraftForm::setHosts(const QStringList& hosts) {
    if (hosts.isEmpty())
        return;
    auto* completer = new QCompleter(hosts, m_host);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_host->setCompleter(completer);
}

DeviceDraft DraftForm::draft() const {
    DeviceDraft draft;
    draft.isToolchain = m_isToolchain;
    draft.host = m_host->text();
    draft.user = m_user->text();
    draft.port = m_port->text();
    draft.jumps = m_jumps->text();
    draft.identity = m_identity->text();
    draft.adapter = m_adapter->currentText();
    draft.powerMode = m_isToolchain ? QString() : m_power->text();
    draft.name = m_name->text();
    return draft;
}

void DraftForm::check() {
    if (m_rows.size() < 8) // still being made
        return;
    m_answer = checkDraft(draft(), m_taken);
    const bool isEmpty =
        (m_isToolchain ? m_adapter->currentText() : m_host->text()).trimmed().isEmpty();
    for (const auto& [field, row] : m_rows) {
        QString text = m_answer.mistakes.value(field);
        if (isEmpty && (field == DraftField::Host || field == DraftField::Adapter))
            text.clear(); // an empty form is no mistake yet
        if (!text.isEmpty())
            text = tr("✕ %1", "error beneath a field").arg(text);
        row.message->setText(text);
        row.message->setVisible(!text.isEmpty());
        row.editor->setAccessibleDescription(text);
    }
    m_name->setPlaceholderText(m_answer.suggestedName);
    m_command->setText(m_answer.command);
    emit changed();
}

void DraftForm::focusFirst() {
    (m_isToolchain ? static_cast<QWidget*>(m_adapter) : m_host)->setFocus();
}

} // namespace metainfer::workbench
