// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The new migration.
#include "session/new_migration.h"

#include "session/duration.h"
#include "session/form_draft.h"

#include <QDir>
#include <QStandardPaths>

namespace metainfer::workbench {
namespace {

constexpr int kTypingPauseMs = 120;
constexpr const char* kDraft = "session/draft";
/// Of the sample migration at a first visit: enough to show a gain, short enough to be watched.
constexpr const char* kSampleBudget = "8";
constexpr const char* kSampleTime = "90s";

struct Catalogue {
    QStringList samples;
    QHash<QString, QString> files;
    QList<widgets::TargetChoice> targets;
};

/// All but this machine. A profile's kind is told by its type, a device's by how it is reached.
QList<widgets::TargetChoice> readTargets(engine::Commands& engine) {
    using Group = widgets::TargetChoice::Group;
    QHash<QString, QString> types;
    for (const engine::ProfileEntry& entry : engine.profiles().profiles)
        types.insert(
            QString::fromStdString(entry.name),
            QString::fromStdString(std::string(hardware::deviceTypeName(entry.profile.type))));
    QList<widgets::TargetChoice> targets;
    for (const engine::KnownDevice& device : engine.devices().devices) {
        const QString name = QString::fromStdString(device.name),
                      what = QString::fromStdString(device.what);
        if (device.kind == measurement::DeviceKind::Ssh)
            targets.append({name, what, Group::Board});
        else if (device.kind == measurement::DeviceKind::Toolchain)
            targets.append({name, what, Group::Toolchain});
        else if (device.kind == measurement::DeviceKind::Simulated)
            targets.append({name, types.value(name), Group::Simulated});
    }
    return targets;
}

Catalogue readEverything(engine::Commands& engine) {
    Catalogue catalogue;
    std::error_code ignored;
    for (const auto& folder : session::sampleFolders(std::filesystem::path()))
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            const auto file = entry.path() / "deployment.yaml";
            const QString name = QString::fromStdString(entry.path().filename().string());
            if (catalogue.files.contains(name) || !std::filesystem::exists(file, ignored))
                continue;
            catalogue.files.insert(name, QString::fromStdString(file.string()));
            catalogue.samples << name;
        }
    catalogue.samples.sort();
    catalogue.targets = readTargets(engine);
    return catalogue;
}

Result<session::Deployment> readForForm(const std::filesystem::path& file) {
    MI_ASSIGN(auto deployment, session::readDeployment(file));
    // The form stands nowhere: relative to the file becomes absolute. A sample keeps its name.
    if (const auto model = session::resolveModel(deployment);
        model && deployment.model.ends_with(".onnx"))
        deployment.model = std::filesystem::absolute(*model).lexically_normal().string();
    return deployment;
}

} // namespace

NewMigration::NewMigration(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(kTypingPauseMs);
    connect(&m_wait, &QTimer::timeout, this, &NewMigration::check);
    readCatalogue();
}

void NewMigration::reloadTargets() {
    readCatalogue();
}

void NewMigration::readCatalogue() {
    m_workspace.jobs().run<Catalogue>(
        {}, this,
        [&engine = m_workspace.engine()](const JobContext&) { return readEverything(engine); },
        [this](Catalogue found) {
            m_hasCatalogue = true;
            m_samples = std::move(found.samples);
            m_sampleFiles = std::move(found.files);
            m_targets = std::move(found.targets);
            emit catalogueChanged();
        });
}

QString NewMigration::root() const {
    const QString kept = m_workspace.settings().value("session/root").toString();
    if (!kept.isEmpty())
        return kept;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath("MetaInfer");
}

void NewMigration::setValues(const widgets::MigrationValues& values) {
    m_values = values;
    m_wait.start();
}

void NewMigration::check() {
    if (m_checking) {
        m_checkAgain = true;
        return;
    }
    m_checking = true;
    m_workspace.jobs().run<MigrationAnswer>(
        {}, this,
        [values = m_values, base = m_base, root = root(), &engine = m_workspace.engine()](
            const JobContext&) { return checkMigration(values, base, root, engine); },
        [this](MigrationAnswer answer) {
            m_checking = false;
            if (std::exchange(m_checkAgain, false))
                return check();
            m_answer = std::move(answer);
            keepDraft();
            emit answered();
        });
}

/// Written by the settings' own timer, beside the old file and then in its place.
void NewMigration::keepDraft() {
    const widgets::MigrationValues untouched;
    if (m_values.model.isEmpty() || m_values == untouched)
        return m_workspace.settings().remove(kDraft);
    const bool based = !m_base.model.empty();
    m_workspace.settings().setValue(
        kDraft, FormDraft{m_values, based ? m_base.toYaml() : std::string()}.toText());
}

void NewMigration::restoreDraft() {
    const auto draft = FormDraft::fromText(m_workspace.settings().value(kDraft).toByteArray());
    if (!draft)
        return;
    if (const auto base = session::parseDeployment(draft->baseYaml, {});
        !draft->baseYaml.empty() && base)
        m_base = *base;
    emit filled(draft->values);
}

void NewMigration::openDeployment(const QString& file) {
    m_workspace.jobs().run<Result<session::Deployment>>(
        {}, this, [file](const JobContext&) { return readForForm(file.toStdString()); },
        [this](Result<session::Deployment> read) {
            if (!read)
                return m_workspace.say(read.error());
            m_base = std::move(*read);
            emit filled(valuesOf(m_base));
        });
}

void NewMigration::openRequest(const engine::AdaptRequest& request) {
    m_workspace.jobs().run<Result<session::Deployment>>(
        {}, this,
        [request](const JobContext&) -> Result<session::Deployment> {
            if (request.deployment.extension() != ".onnx")
                return readForForm(request.deployment);
            session::Deployment plain;
            plain.model = request.deployment.string();
            (request.hardware.empty() ? plain.device : plain.hardware) =
                request.hardware.empty() ? "local" : request.hardware;
            return plain;
        },
        [this, request](Result<session::Deployment> read) {
            if (!read)
                return m_workspace.say(read.error());
            m_base = std::move(*read);
            widgets::MigrationValues values = valuesOf(m_base);
            values.folder = QString::fromStdString(request.out.string());
            values.useExperience = request.useExperience;
            if (request.budget)
                values.budget = QString::number(*request.budget);
            if (request.seed)
                values.seed = QString::number(*request.seed);
            if (request.timeLimit)
                values.timeLimit =
                    QString::fromStdString(session::formatDuration(*request.timeLimit));
            emit filled(values);
        });
}

void NewMigration::chooseSample(const QString& name) {
    if (const QString file = m_sampleFiles.value(name); !file.isEmpty())
        openDeployment(file);
}

void NewMigration::startSample(const QString& name, const QString& target) {
    const QString file = m_sampleFiles.value(name);
    if (file.isEmpty() || m_starting)
        return;
    m_starting = true;
    emit startingChanged();
    m_workspace.jobs().run<Result<MigrationAnswer>>(
        {}, this,
        [file, name, target, root = root(),
         &engine = m_workspace.engine()](const JobContext&) -> Result<MigrationAnswer> {
            MI_ASSIGN(auto base, session::readDeployment(file.toStdString()));
            base.model = name.toStdString();
            widgets::MigrationValues values = valuesOf(base);
            values.target = target;
            values.budget = kSampleBudget;
            values.timeLimit = kSampleTime;
            values.folder = checkMigration(values, base, root, engine).suggestedFolder;
            return checkMigration(values, base, root, engine);
        },
        [this](Result<MigrationAnswer> answer) {
            m_starting = false;
            emit startingChanged();
            if (!answer)
                return m_workspace.say(answer.error());
            launch(std::move(*answer), false);
        });
}

void NewMigration::start() {
    if (!isCurrent() || !m_answer.ready || m_starting)
        return;
    launch(m_answer, true);
}

void NewMigration::launch(MigrationAnswer answer, bool ofForm) {
    if (!answer.ready) {
        for (const widgets::FieldMessage& message : std::as_const(answer.messages))
            if (message.isError)
                m_workspace.say({ErrorCode::InvalidArgument, message.text.toStdString(), {}, {}});
        return;
    }
    m_starting = true;
    emit startingChanged();
    const auto shared = std::make_shared<const MigrationAnswer>(std::move(answer));
    m_workspace.jobs().run<Status>(
        {}, this, [shared](const JobContext&) { return writeDeployment(*shared); },
        [this, shared, ofForm](Status written) {
            m_starting = false;
            emit startingChanged();
            if (!written)
                return m_workspace.say(written.error());
            if (ofForm) // from now on the session holds it
                m_workspace.settings().remove(kDraft);
            m_workspace.settings().setValue(
                "session/root", QString::fromStdString(shared->request.out.parent_path().string()));
            m_workspace.startSession(shared->request);
        });
}

} // namespace metainfer::workbench
