// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the window has open.
#include "session/workspace.h"

#include "session/link_watch.h"
#include "session/resume_plan.h"

#include <QDir>
#include <QFileInfo>

namespace metainfer::workbench {
namespace {

constexpr int kRecent = 12;

} // namespace

Workspace::Workspace(engine::Commands& engine, Jobs& jobs, QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs)
    , m_settings(settings)
    , m_links(new LinkWatch(engine, jobs, this)) {
    connect(this, &Workspace::sessionsChanged, this, &Workspace::keepOpenOnes);
    connect(m_links, &LinkWatch::told, this, &Workspace::tell);
}

void Workspace::keepOpenOnes() {
    QStringList open;
    for (const auto& session : m_sessions)
        open << QDir(QString::fromStdString(session->folder().string())).absolutePath();
    if (open == m_settings.value("openSessions").toStringList())
        return;
    m_settings.setValue("openSessions", open);
    m_settings.sync(); // a crash must not lose it
}

void Workspace::restore() {
    const QStringList open = m_settings.value("openSessions").toStringList();
    for (const QString& folder : open)
        if (session::isSessionFolder(folder.toStdString()))
            openSession(folder.toStdString());
}

SessionPresenter* Workspace::current() const {
    return m_current < 0 ? nullptr : m_sessions[static_cast<std::size_t>(m_current)].get();
}

QStringList Workspace::recentSessions() const {
    QStringList there = m_settings.value("recentSessions").toStringList();
    there.removeIf([](const QString& folder) { return !QFileInfo::exists(folder); });
    return there;
}

void Workspace::remember(const std::filesystem::path& folder) {
    // What is not there now may be on a disk that comes back: it is kept, but not offered.
    QStringList recent = m_settings.value("recentSessions").toStringList();
    const QString path = QDir(QString::fromStdString(folder.string())).absolutePath();
    recent.removeAll(path);
    recent.prepend(path);
    m_settings.setValue("recentSessions", QStringList(recent.mid(0, kRecent)));
    emit recentChanged();
}

void Workspace::openFile(const QString& path) {
    const QFileInfo info(path);
    const std::filesystem::path file = path.toStdString();
    const QString suffix = info.suffix().toLower();
    if (!info.exists())
        return say({ErrorCode::NotFound, tr("%1 does not exist").arg(path).toStdString(), {}, {}});
    if (info.isDir()) {
        if (session::isSessionFolder(file))
            return openSession(file);
        return say({ErrorCode::InvalidArgument,
                    tr("%1 is a folder, but no session (it holds no session.json)")
                        .arg(path)
                        .toStdString(),
                    tr("Open a session folder, a model (.onnx) or a YAML file.").toStdString(),
                    {}});
    }
    if (info.fileName() == "session.json")
        return openSession(file.parent_path());
    if (suffix == "onnx") {
        emit modelOpened(path);
        return goTo("model");
    }
    if (suffix == "yaml" || suffix == "yml") {
        QFile yaml(path);
        const QByteArray head = yaml.open(QIODevice::ReadOnly) ? yaml.read(1 << 16) : QByteArray();
        // The one key that every deployment has and no profile.
        if (head.startsWith("deployment:") || head.contains("\ndeployment:")) {
            emit deploymentOpened(path);
            return goTo("session");
        }
        emit profileOpened(path);
        return goTo("hardware");
    }
    say({ErrorCode::InvalidArgument,
         tr("%1 is nothing that can be opened here").arg(path).toStdString(),
         tr("Open a session folder, a model (.onnx), a deployment or a hardware profile (.yaml).")
             .toStdString(),
         {}});
}

SessionPresenter& Workspace::add(const std::filesystem::path& folder) {
    m_sessions.push_back(std::make_unique<SessionPresenter>(m_engine, m_jobs));
    SessionPresenter& session = *m_sessions.back();
    connect(&session, &SessionPresenter::stateChanged, this, &Workspace::sessionsChanged);
    connect(&session, &SessionPresenter::linkTrouble, m_links, &LinkWatch::note);
    connect(&session, &SessionPresenter::contentChanged, this, [this, &session] {
        // A run that failed says so on its own page; a folder that cannot be read has none.
        if (session.content() || session.isRunning() || !session.failure() ||
            !session.request().deployment.empty())
            return;
        say(*session.failure());
    });
    remember(folder);
    m_current = static_cast<int>(m_sessions.size()) - 1;
    return session;
}

void Workspace::openSession(const std::filesystem::path& folder) {
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        std::error_code ignored;
        if (std::filesystem::equivalent(m_sessions[i]->folder(), folder, ignored))
            return showSession(i);
    }
    add(folder).open(folder);
    emit sessionsChanged();
    emit currentChanged();
}

void Workspace::startSession(const engine::AdaptRequest& request) {
    SessionPresenter* session = nullptr;
    for (std::size_t i = 0; request.resume && i < m_sessions.size(); ++i)
        if (m_sessions[i]->folder() == request.out) {
            session = m_sessions[i].get();
            m_current = static_cast<int>(i);
        }
    if (!session)
        session = &add(request.out);
    session->start(request);
    emit sessionsChanged();
    emit currentChanged();
}

void Workspace::showSession(std::size_t index) {
    if (index >= m_sessions.size())
        return;
    if (static_cast<int>(index) == m_current)
        return emit sessionAsked();
    m_current = static_cast<int>(index);
    emit currentChanged();
}

void Workspace::askTarget(const QString& target) {
    askNewMigration();
    emit targetAsked(target);
}

void Workspace::askProbe(const QString& device) {
    goTo("microbenchmarks");
    emit probeAsked(device);
}

void Workspace::showNode(const QString& node) {
    goTo("model");
    emit nodeAsked(node);
}

void Workspace::showCandidate(const BuiltCandidate& candidate) {
    goTo("model");
    emit candidateAsked(candidate);
}

std::filesystem::path Workspace::scratch(const QString& name) const {
    return m_scratch.filePath(name).toStdString();
}

void Workspace::askNewMigration() {
    goTo("session");
    emit newMigrationAsked();
}

void Workspace::askAllSessions() {
    goTo("session");
    emit allSessionsAsked();
}

void Workspace::resume(SessionPresenter& session) {
    const auto content = session.content();
    if (!session.canGoOn())
        return;
    if (!content)
        return session.start(session.request());
    m_jobs.run<Status>(
        {}, &session,
        [content, plan = session.resumePlan()](const JobContext&) {
            return writeForResume(*content, plan);
        },
        [this, plan = session.resumePlan()](Status written) {
            if (!written)
                return say(written.error());
            startSession(plan);
        });
}

void Workspace::closeSession(std::size_t index) {
    if (index >= m_sessions.size())
        return;
    m_sessions[index]->cancel();
    // Kept until the job's last message is through; `deleteLater` runs after it.
    m_sessions[index].release()->deleteLater();
    m_sessions.erase(m_sessions.begin() + static_cast<std::ptrdiff_t>(index));
    // The one that was shown stays shown, unless it is the one that goes.
    if (static_cast<int>(index) < m_current || m_current >= static_cast<int>(m_sessions.size()))
        --m_current;
    emit sessionsChanged();
    emit currentChanged();
}

} // namespace metainfer::workbench
