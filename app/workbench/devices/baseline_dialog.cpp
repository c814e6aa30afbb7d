// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a manual baseline is of.
#include "devices/baseline_dialog.h"

#include "session/code_panel.h"
#include "session/engine_words.h"
#include "session/migration_check.h"
#include "session/path_field.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include "execution/session_options.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr double kMostHours = 100'000;
constexpr int kHoursWidth = 120;

QString commandOf(const engine::BaselineRequest& request) {
    const auto word = [](const std::string& text) {
        return shellWord(QString::fromStdString(text));
    };
    QStringList words{"metainfer",         "baseline", "record",
                      word(request.model), "--device", word(request.device)};
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty())
            words << name << word(value);
    };
    option("--file", request.file);
    option("--mapping", request.session);
    option("--who", request.who);
    option("--what", request.what);
    if (request.hours)
        words << "--hours" << QString::number(*request.hours);
    option("--inputs", request.data.string());
    return words.join(' ');
}

} // namespace

BaselineAnswer checkBaseline(const BaselineDraft& draft) {
    BaselineAnswer answer;
    engine::BaselineRequest& request = answer.request;
    request.device = draft.device.toStdString();
    request.model = draft.model.trimmed().toStdString();
    request.file = draft.file.trimmed().toStdString();
    request.session = draft.mapping.trimmed().toStdString();
    request.who = draft.who.trimmed().toStdString();
    request.what = draft.what.trimmed().toStdString();
    request.data = draft.data.trimmed().toStdString();
    const auto say = [&answer](const QString& mistake) {
        if (answer.mistake.isEmpty())
            answer.mistake = mistake;
    };
    if (request.model.empty())
        say(BaselineDialog::tr("Choose the original model."));
    if (request.file.empty() && request.session.empty())
        say(BaselineDialog::tr("Name what was made by hand: a model, options, or both."));
    if (const auto options = SessionOptions::fromSignature(request.session); !options)
        say(EngineWords::error(options.error()));
    if (request.who.empty())
        say(BaselineDialog::tr("Name who made it: a person or a team."));
    if (!draft.hours.trimmed().isEmpty()) {
        bool isNumber = false;
        const double hours = draft.hours.trimmed().toDouble(&isNumber);
        if (!isNumber || hours < 0 || hours > kMostHours)
            say(BaselineDialog::tr("Hours of work are a number from 0 to %1.").arg(kMostHours));
        else
            request.hours = hours;
    }
    if (!request.model.empty())
        answer.command = commandOf(request);
    return answer;
}

BaselineDialog::BaselineDialog(const QString& device, QSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_device(device)
    , m_settings(settings)
    , m_grid(new QGridLayout)
    , m_mistake(widgets::wrappedLabel(this, "error"))
    , m_command(new widgets::CodePanel(3, this)) {
    m_model = path("baselineModel", tr("Original model"));
    m_model->edit()->setPlaceholderText(tr("model.onnx, or the name of a sample model"));
    m_file = path("baselineFile", tr("Hand-made model"));
    m_file->edit()->setPlaceholderText(tr("the original itself"));
    m_data = path("baselineData", tr("Inputs"));
    m_data->edit()->setPlaceholderText(tr("seeded random values"));
    m_mapping = line("baselineMapping");
    m_mapping->setPlaceholderText(tr("for example threads=2;spin=off"));
    m_who = line("baselineWho");
    m_who->setPlaceholderText(tr("for example platform team"));
    m_what = line("baselineWhat");
    m_what->setPlaceholderText(tr("what was done, in a few words"));
    m_hours = line("baselineHours");
    setObjectName("baselineDialog");
    setWindowTitle(tr("Record a manual baseline on %1").arg(device));
    resize(600, 520);
    auto* layout = new QVBoxLayout(this);
    auto* text = widgets::wrappedLabel(this, "muted");
    text->setText(tr("What somebody reached by hand is measured in turn with the original, as "
                     "everything else is, and kept. Sessions on this device then show both."));
    layout->addWidget(text);
    m_grid->setColumnStretch(1, 1);
    m_grid->setHorizontalSpacing(12);
    layout->addLayout(m_grid);
    m_hours->setFixedWidth(kHoursWidth);
    add(tr("&Original"), m_model, tr("What it is compared with"));
    add(tr("Hand-made &model"), m_file, tr("Empty: only the options were set by hand"));
    add(tr("Hand-set o&ptions"), m_mapping,
        tr("A mapping signature, as results and exports show it"));
    add(tr("&Who"), m_who, tr("Who made it"));
    add(tr("Wha&t"), m_what, tr("What was done"));
    add(tr("&Hours of work"), m_hours, tr("How long it took; may stay empty"));
    add(tr("&Inputs"), m_data, tr("Typical data to feed, .npz or .npy"));
    m_mistake->setObjectName("baselineMistake");
    layout->addWidget(m_mistake);
    layout->addStretch(1);
    m_command->setObjectName("baselineCommand");
    m_command->setTitle(tr("The same on the command line"));
    layout->addWidget(m_command);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_record = buttons->addButton(tr("&Record"), QDialogButtonBox::AcceptRole);
    m_record->setObjectName("recordBaseline");
    widgets::setRole(*m_record, "primary");
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &BaselineDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_who->setText(m_settings.value("devices/who").toString());
    check();
    m_model->edit()->setFocus();
}

QLineEdit* BaselineDialog::line(const char* name) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    connect(edit, &QLineEdit::textChanged, this, &BaselineDialog::check);
    return edit;
}

widgets::PathField* BaselineDialog::path(const char* name, const QString& title) {
    auto* field = new widgets::PathField(widgets::PathField::Kind::File, this);
    field->setObjectName(name);
    field->edit()->setObjectName(QString(name) + "Edit");
    field->setTexts(title, tr("All files (*)"), {});
    connect(field, &widgets::PathField::changed, this, &BaselineDialog::check);
    return field;
}

void BaselineDialog::add(const QString& label, QWidget* editor, const QString& tip) {
    QWidget* typedIn = editor;
    while (typedIn->focusProxy())
        typedIn = typedIn->focusProxy();
    auto* name = new QLabel(label, this);
    name->setBuddy(typedIn);
    name->setToolTip(tip);
    editor->setToolTip(tip);
    typedIn->setAccessibleName(QString(label).remove('&'));
    const int row = m_grid->rowCount();
    m_grid->addWidget(name, row, 0);
    const bool isShort = editor->maximumWidth() < QWIDGETSIZE_MAX;
    m_grid->addWidget(editor, row, 1, isShort ? Qt::AlignLeft : Qt::Alignment());
}

void BaselineDialog::check() {
    if (!m_record)
        return; // still being made
    m_answer = checkBaseline({m_device, m_model->text(), m_file->text(), m_mapping->text(),
                              m_who->text(), m_what->text(), m_hours->text(), m_data->text()});
    // An empty form is no mistake yet.
    m_mistake->setText(m_model->text().isEmpty() ? QString() : m_answer.mistake);
    m_command->setText(m_answer.command);
    m_record->setEnabled(m_answer.mistake.isEmpty());
}

void BaselineDialog::accept() {
    if (!m_answer.mistake.isEmpty())
        return;
    m_settings.setValue("devices/who", m_who->text().trimmed());
    emit recordAsked(m_answer.request);
    QDialog::accept();
}

} // namespace metainfer::workbench
