// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The page of a new migration.
#include "session/new_migration_page.h"

#include "session/code_panel.h"
#include "session/migration_form.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr int kRecentShown = 4;
constexpr int kRecentWidth = 220; ///< of a name, in pixels
constexpr const char* kSample = "mobilenet-v2-style";
constexpr const char* kSimulatedTarget = "accelerator-x-edge";

} // namespace

NewMigrationPage::NewMigrationPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_migration(workspace)
    , m_title(new QLabel(this))
    , m_open(new QPushButton(this))
    , m_back(new QPushButton(this))
    , m_firstVisit(new QFrame(this))
    , m_recent(new QWidget(this))
    , m_recentTitle(new QLabel(m_recent))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_scroll(new QScrollArea)
    , m_form(new widgets::MigrationForm)
    , m_yaml(new widgets::CodePanel(0))
    , m_command(new widgets::CodePanel(3))
    , m_status(new QLabel(this))
    , m_toMistake(new QPushButton(this))
    , m_adapt(new QPushButton(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(10);
    auto* head = new QHBoxLayout;
    m_title->setProperty("role", "title");
    m_open->setObjectName("openDeployment");
    m_back->setObjectName("backToSession");
    head->addWidget(m_title, 1);
    head->addWidget(m_open);
    head->addWidget(m_back);
    layout->addLayout(head);
    makeFirstVisit();
    layout->addWidget(m_firstVisit);
    auto* recent = new QHBoxLayout(m_recent);
    recent->setContentsMargins(0, 0, 0, 0);
    m_recentTitle->setProperty("role", "muted");
    recent->addWidget(m_recentTitle);
    for (int i = 0; i < kRecentShown; ++i) {
        auto* button = new QPushButton(m_recent);
        button->setObjectName(QString("recent%1").arg(i));
        recent->addWidget(button);
        connect(button, &QPushButton::clicked, this,
                [this, button] { m_workspace.openFile(button->toolTip()); });
    }
    recent->addStretch(1);
    layout->addWidget(m_recent);

    auto* left = new QWidget(this);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 6, 0);
    m_scroll->setObjectName("migrationScroll");
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_form->setObjectName("migrationForm");
    m_scroll->setWidget(m_form);
    leftLayout->addWidget(m_scroll, 1);
    auto* foot = new QHBoxLayout;
    m_status->setObjectName("migrationStatus");
    m_status->setWordWrap(true);
    m_toMistake->setObjectName("toMistake");
    m_adapt->setObjectName("adapt");
    m_adapt->setProperty("role", "primary");
    foot->addWidget(m_status, 1);
    foot->addWidget(m_toMistake);
    foot->addWidget(m_adapt);
    leftLayout->addLayout(foot);

    auto* right = new QWidget(this);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(6, 0, 0, 0);
    m_yaml->setObjectName("yaml");
    m_command->setObjectName("command");
    rightLayout->addWidget(m_yaml, 1);
    rightLayout->addWidget(m_command);
    m_splitter->addWidget(left);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({640, 460});
    m_splitter->setChildrenCollapsible(false);
    layout->addWidget(m_splitter, 1);

    connect(m_form, &widgets::MigrationForm::changed, this, [this] {
        m_adapt->setEnabled(false);
        m_migration.setValues(m_form->values());
    });
    connect(m_form, &widgets::MigrationForm::sampleChosen, &m_migration,
            &NewMigration::chooseSample);
    connect(&m_migration, &NewMigration::answered, this, &NewMigrationPage::showAnswer);
    connect(&m_migration, &NewMigration::filled, this,
            [this](const widgets::MigrationValues& values) {
                m_suggested.clear();
                m_form->setValues(values);
            });
    connect(&m_migration, &NewMigration::catalogueChanged, this, [this] {
        m_form->setSamples(m_migration.samples());
        m_form->setTargets(m_migration.targets());
        showFirstVisit();
    });
    connect(&m_migration, &NewMigration::startingChanged, this, &NewMigrationPage::showAnswer);
    connect(m_adapt, &QPushButton::clicked, &m_migration, &NewMigration::start);
    connect(m_toMistake, &QPushButton::clicked, this, [this] {
        if (QWidget* field = m_form->firstMistake()) {
            m_scroll->ensureWidgetVisible(field, 0, 80);
            field->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(m_back, &QPushButton::clicked, this, &NewMigrationPage::backAsked);
    connect(m_open, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Open deployment"), {},
                                                          tr("Deployments (*.yaml *.yml)"));
        if (!file.isEmpty())
            m_migration.openDeployment(file);
    });
    connect(&m_workspace, &Workspace::deploymentOpened, &m_migration,
            &NewMigration::openDeployment);
    connect(&m_workspace, &Workspace::formAsked, &m_migration, &NewMigration::openRequest);
    connect(&m_workspace, &Workspace::modelOpened, this, [this](const QString& file) {
        widgets::MigrationValues values = m_form->values();
        if (!values.model.isEmpty())
            return; // never overwrite what somebody is filling in
        values.model = file;
        m_form->setValues(values);
    });
    connect(&m_workspace, &Workspace::targetAsked, this, [this](const QString& target) {
        widgets::MigrationValues values = m_form->values();
        values.target = target;
        m_form->setValues(values);
        m_migration.reloadTargets(); // it may have been added just now
    });
    connect(&m_workspace, &Workspace::sessionsChanged, this, &NewMigrationPage::showFirstVisit);
    m_form->setValues({});
    retranslate();
    showFirstVisit();
    m_migration.restoreDraft();
}

void NewMigrationPage::makeFirstVisit() {
    m_firstVisit->setObjectName("firstVisit");
    m_firstVisit->setFrameShape(QFrame::StyledPanel);
    m_firstVisit->setAutoFillBackground(true);
    m_firstVisit->setBackgroundRole(QPalette::Base);
    auto* layout = new QHBoxLayout(m_firstVisit);
    layout->setContentsMargins(16, 12, 16, 12);
    auto* texts = new QVBoxLayout;
    m_firstTitle = new QLabel(m_firstVisit);
    m_firstTitle->setProperty("role", "heading");
    m_firstText = new QLabel(m_firstVisit);
    m_firstText->setWordWrap(true);
    m_firstText->setProperty("role", "muted");
    texts->addWidget(m_firstTitle);
    texts->addWidget(m_firstText);
    layout->addLayout(texts, 1);
    m_sampleHere = new QPushButton(m_firstVisit);
    m_sampleHere->setObjectName("sampleHere");
    m_sampleHere->setProperty("role", "primary");
    m_sampleSimulated = new QPushButton(m_firstVisit);
    m_sampleSimulated->setObjectName("sampleSimulated");
    layout->addWidget(m_sampleSimulated);
    layout->addWidget(m_sampleHere);
    connect(m_sampleHere, &QPushButton::clicked, this,
            [this] { m_migration.startSample(kSample, "local"); });
    connect(m_sampleSimulated, &QPushButton::clicked, this,
            [this] { m_migration.startSample(kSample, kSimulatedTarget); });
}

void NewMigrationPage::focusForm() {
    m_migration.setValues(m_form->values()); // what was started from it has taken its folder
    if (QWidget* edit = m_form->findChild<QWidget*>("modelEdit"))
        edit->setFocus();
}

void NewMigrationPage::showFirstVisit() {
    const bool first = m_workspace.recentSessions().isEmpty();
    const bool hasSample = m_migration.samples().contains(kSample);
    m_firstVisit->setVisible(first && (hasSample || m_migration.hasCatalogue()));
    m_sampleHere->setVisible(hasSample);
    m_sampleSimulated->setVisible(hasSample);
    m_firstTitle->setText(hasSample ? tr("First time here? Adapt a sample model now")
                                    : tr("First time here? Choose a model below"));
    m_firstText->setText(
        hasSample
            ? tr("A small trained image classifier with its data is adapted, measured and checked, "
                 "start to finish. On this machine it takes one to two minutes; on a simulated "
                 "accelerator a few seconds.")
            : tr("An ONNX file of yours is all that is needed. The sample models, which come with "
                 "the program, were not found; METAINFER_SAMPLES may name their folder."));
    m_back->setVisible(!m_workspace.sessions().empty());
    showRecent();
}

void NewMigrationPage::showRecent() {
    const QStringList folders = m_workspace.recentSessions();
    m_recent->setVisible(!folders.isEmpty() && m_workspace.sessions().empty());
    for (int i = 0; i < kRecentShown; ++i) {
        auto* button = m_recent->findChild<QPushButton*>(QString("recent%1").arg(i));
        button->setVisible(i < folders.size());
        const QString folder = folders.value(i);
        button->setText(
            fontMetrics().elidedText(QFileInfo(folder).fileName(), Qt::ElideMiddle, kRecentWidth));
        button->setToolTip(folder);
        button->setAccessibleName(tr("Open session %1").arg(folder));
    }
}

void NewMigrationPage::showAnswer() {
    const MigrationAnswer& answer = m_migration.answer();
    const widgets::MigrationValues& values = m_migration.values();
    if (!values.folder.isEmpty() && answer.suggestedFolder == values.folder)
        m_suggested = values.folder; // of a form that was kept
    // The proposed folder follows model and target for as long as nobody changed it.
    if (!answer.suggestedFolder.isEmpty() && answer.suggestedFolder != values.folder &&
        (values.folder.isEmpty() || values.folder == m_suggested)) {
        m_suggested = answer.suggestedFolder;
        m_form->setFolder(m_suggested);
        return;
    }
    widgets::FieldMessages messages = answer.messages;
    // An empty form is no mistake yet.
    if (values.model.isEmpty()) {
        messages.remove(widgets::MigrationField::Model);
        messages.remove(widgets::MigrationField::Folder);
    }
    m_form->setMessages(messages);
    int mistakes = 0;
    for (const widgets::FieldMessage& message : std::as_const(messages))
        mistakes += message.isError ? 1 : 0;
    m_yaml->setText(values.model.isEmpty() ? QString() : answer.yaml);
    m_command->setText(values.model.isEmpty() ? QString() : answer.command);
    m_toMistake->setVisible(mistakes > 0 && !answer.ready);
    m_adapt->setEnabled(answer.ready && !m_migration.isStarting());
    m_status->setText(m_migration.isStarting() ? tr("Starting…")
                      : answer.ready ? tr("Ready. Everything is written to the session folder.")
                      : mistakes > 0 ? tr("Fields that need attention: %1").arg(mistakes)
                                     : tr("Choose a model to begin."));
    for (QPushButton* button : {m_sampleHere, m_sampleSimulated})
        button->setEnabled(!m_migration.isStarting());
}

void NewMigrationPage::retranslate() {
    m_title->setText(tr("New migration"));
    m_recentTitle->setText(tr("Open again:"));
    m_open->setText(tr("O&pen deployment…"));
    m_back->setText(tr("&Back to the session"));
    m_sampleHere->setText(tr("Adapt it on this machi&ne"));
    m_sampleSimulated->setText(tr("On a simulated accelerato&r"));
    m_toMistake->setText(tr("Show the first"));
    m_toMistake->setToolTip(tr("Goes to the first field that needs attention"));
    m_toMistake->setAccessibleName(m_toMistake->toolTip());
    showFirstVisit();
    m_yaml->setTitle(tr("The same as deployment.yaml"));
    m_command->setTitle(tr("The same on the command line"));
    m_yaml->setPlaceholder(tr("Appears as the form is filled in"));
    m_command->setPlaceholder(tr("Appears as the form is filled in"));
    m_adapt->setText(tr("&Adapt"));
    showAnswer();
}

void NewMigrationPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::workbench
