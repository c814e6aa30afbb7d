// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session in the window.
#include "session/session_presenter.h"

#include "base/file.h"
#include "session/link_watch.h"
#include "session/migration_check.h"
#include "session/resume_plan.h"

#include <QDateTime>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace metainfer::workbench {
namespace {

constexpr const char* kViewsFile = "workbench.json";
constexpr const char* kViewsSchema = "workbench/1";
constexpr int kSaveViewsMs = 800;
constexpr int kWatchMs = 2000;

Json readViews(const std::filesystem::path& folder) {
    const auto read = readJsonFile(folder / kViewsFile);
    if (!read || jsonValue(*read, "schema", std::string()) != kViewsSchema ||
        !read->contains("views") || !(*read)["views"].is_object())
        return Json::object();
    return (*read)["views"];
}

/// What the folder holds of earlier runs.
struct Past {
    std::vector<EventLine> lines;
    std::vector<engine::AdaptRequest> asked;
};

Past readPast(engine::Commands& engine, const std::filesystem::path& folder) {
    Past past;
    for (engine::KeptRun& run : engine.runsOf(folder)) {
        bool first = true;
        for (engine::KeptEvent& kept : run.events)
            past.lines.push_back({kept.seconds, std::move(kept.event),
                                  static_cast<int>(past.asked.size()),
                                  std::exchange(first, false) ? run.at : std::string()});
        past.asked.push_back(std::move(run.request));
    }
    if (past.asked.empty()) // an older version did not keep what was typed
        past.asked.emplace_back();
    return past;
}

/// Counts from what was measured, not from the events: those may be damaged or of an old version.
CandidateTally tallyOf(const session::SessionContent& content, std::vector<double>& ratios) {
    std::unordered_map<std::string, std::size_t> places; // by id
    std::vector<const Json*> latest;
    for (const session::MeasurementLine& line : content.measurements) {
        if (line.kind != "comparison" || !line.data.contains("evaluation"))
            continue;
        const auto [at, isNew] = places.emplace(line.candidate, latest.size());
        if (isNew)
            latest.push_back(nullptr);
        latest[at->second] = &line.data["evaluation"];
    }
    CandidateTally tally;
    for (const Json* evaluation : latest) {
        const Json ratio = jsonValue(*evaluation, "ratio", Json());
        ++(ratio.is_object() ? tally.measured : tally.droppedOut);
        if (ratio.is_object() && !evaluation->contains("failure") &&
            !evaluation->contains("invalid"))
            ratios.push_back(jsonValue(ratio, "value", 1.0));
    }
    return tally;
}

} // namespace

struct SessionPresenter::Read {
    Result<session::SessionContent> content;
    Json views;
    std::optional<Past> past;
    bool locked = false;
    engine::AdaptRequest plan;
    CandidateTally tally;
    std::vector<double> ratios;
};

struct SessionPresenter::Inbox {
    std::mutex mutex;
    std::vector<EventLine> events;
};

SessionPresenter::SessionPresenter(engine::Commands& engine, Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs) {
    m_collect.setInterval(100);
    connect(&m_collect, &QTimer::timeout, this, &SessionPresenter::collect);
    m_saveViews.setSingleShot(true);
    m_saveViews.setInterval(kSaveViewsMs);
    connect(&m_saveViews, &QTimer::timeout, this, &SessionPresenter::saveViews);
    m_watch.setSingleShot(true);
    m_watch.setInterval(kWatchMs);
    connect(&m_watch, &QTimer::timeout, this, &SessionPresenter::reload);
}

SessionPresenter::~SessionPresenter() {
    saveViews();
}

void SessionPresenter::setView(const std::string& place, Json view) {
    if (this->view(place) == view)
        return;
    m_views[place] = std::move(view);
    m_viewsChanged = true;
    m_saveViews.start();
}

void SessionPresenter::saveViews() {
    // Before the folder was read, or while there is none, nothing could have been chosen in it.
    if (!m_viewsRead || !m_content || !std::exchange(m_viewsChanged, false))
        return;
    m_jobs.run<Status>(
        {}, nullptr,
        [file = m_folder / kViewsFile, json = Json{{"schema", kViewsSchema}, {"views", m_views}}](
            const JobContext&) { return writeJsonFile(file, json); },
        [](Status) {});
}

bool SessionPresenter::isDone() const {
    return !isRunning() && m_content && m_content->info.state == session::State::Done &&
           m_content->decision; // one whose decision was lost can decide again
}

bool SessionPresenter::canGoOn() const {
    return !isRunning() && !m_elsewhere && (m_content ? !isDone() : !m_request.deployment.empty());
}

QString SessionPresenter::title() const {
    return QString::fromStdString(m_folder.filename().string());
}

void SessionPresenter::open(const std::filesystem::path& folder) {
    m_folder = folder;
    reload();
}

void SessionPresenter::start(const engine::AdaptRequest& request) {
    m_request = request;
    m_folder = request.out;
    m_events.clear();
    m_eventsRead = true;
    m_best.reset();
    m_outcome.reset();
    m_failure.reset();
    m_progress = {};
    m_linkDevice.clear();
    m_stage = engine::Stage::Loading;
    m_inbox = std::make_shared<Inbox>();
    m_collect.start();
    using Answer = Result<engine::AdaptOutcome>;
    m_job = m_jobs.run<Answer>(
        tr("Adapting %1").arg(title()), this,
        [&engine = m_engine, request, inbox = m_inbox](const JobContext& context) {
            const auto begin = std::chrono::steady_clock::now();
            int run = 0;
            if (request.resume) {
                Past past = readPast(engine, request.out);
                run = static_cast<int>(past.asked.size());
                const std::lock_guard lock(inbox->mutex);
                inbox->events = std::move(past.lines);
            }
            std::string began = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
            const auto sink = [&](const engine::Event& event) {
                const double at =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
                if (const auto* done = std::get_if<engine::WorkDone>(&event))
                    context.progress({done->fraction, done->what});
                const std::lock_guard lock(inbox->mutex);
                inbox->events.push_back({at, event, run, std::exchange(began, {})});
            };
            return engine.adapt(request, sink, context.cancel);
        },
        [this](Answer answer) {
            m_job = 0;
            m_collect.stop();
            collect();
            if (answer)
                m_outcome = std::move(*answer);
            else
                m_failure = answer.error();
            reload();
            emit stateChanged();
        });
    emit stateChanged();
}

void SessionPresenter::cancel() {
    if (m_job)
        m_jobs.cancel(m_job);
}

void SessionPresenter::collect() {
    std::vector<EventLine> arrived;
    {
        const std::lock_guard lock(m_inbox->mutex);
        arrived.swap(m_inbox->events);
    }
    if (arrived.empty())
        return;
    bool measured = false;
    for (EventLine& line : arrived) {
        if (const auto* remark = std::get_if<engine::Remark>(&line.event);
            remark && remark->code == "device_link" && isRunning()) {
            const QString text = QString::fromStdString(remark->text);
            m_linkDevice = LinkWatch::deviceOf(text);
            emit linkTrouble(text);
        }
        measured = measured || std::holds_alternative<engine::CandidateMeasured>(line.event);
        take(std::move(line));
    }
    if (measured)
        reload();
    emit eventsAdded();
}

void SessionPresenter::take(EventLine line) {
    if (const auto* stage = std::get_if<engine::StageStarted>(&line.event))
        m_stage = stage->stage;
    else if (const auto* best = std::get_if<engine::BestChanged>(&line.event))
        m_best = *best;
    if (auto* done = std::get_if<engine::WorkDone>(&line.event)) {
        if (done->fraction >= 0)
            m_progress = std::move(*done); // shown as a bar, not as a line
        else
            m_progress.what = std::move(done->what); // of a device: how far it is stays
    } else {
        m_events.push_back(std::move(line));
    }
}

std::span<const EventLine> SessionPresenter::run(int number) const {
    const auto before = [](const EventLine& line, int at) { return line.run < at; };
    const auto begin = std::lower_bound(m_events.begin(), m_events.end(), number, before);
    const auto end = std::lower_bound(begin, m_events.end(), number + 1, before);
    return {begin, end};
}

std::span<const EventLine> SessionPresenter::lastRun() const {
    return m_events.empty() ? std::span<const EventLine>() : run(m_events.back().run);
}

void SessionPresenter::reload() {
    if (m_reading) {
        m_readAgain = true;
        return;
    }
    m_reading = true;
    const engine::AdaptRequest asked = !m_request.deployment.empty() ? m_request
                                       : m_asked.empty()             ? engine::AdaptRequest()
                                                                     : m_asked.back();
    m_jobs.run<Read>(
        {}, this,
        [&engine = m_engine, folder = m_folder, views = !m_viewsRead,
         past = !m_eventsRead || (m_elsewhere && !isRunning()), asked](const JobContext&) {
            // First: what ends meanwhile is read whole.
            const bool locked = isBeingWritten(folder);
            Read read{session::readSession(folder),
                      views ? readViews(folder) : Json(),
                      past ? std::optional(readPast(engine, folder)) : std::nullopt,
                      locked,
                      {},
                      {},
                      {}};
            if (read.content) {
                read.tally = tallyOf(*read.content, read.ratios);
                read.plan = workbench::resumePlan(
                    *read.content,
                    asked.deployment.empty() && read.past ? read.past->asked.back() : asked);
            }
            return read;
        },
        [this](Read read) { takeRead(std::move(read)); });
}

void SessionPresenter::takeRead(Read read) {
    m_reading = false;
    if (read.content && !std::exchange(m_viewsRead, true))
        m_views = std::move(read.views);
    // A run that was started meanwhile has its own way to the events before it.
    if (read.content && read.past && (!m_eventsRead || (m_elsewhere && !isRunning()))) {
        m_eventsRead = true;
        for (std::size_t i = m_events.size(); i < read.past->lines.size(); ++i)
            take(std::move(read.past->lines[i]));
        m_asked = std::move(read.past->asked);
    }
    const bool wasElsewhere = std::exchange(m_elsewhere, read.locked && !isRunning());
    if (read.content) {
        m_tally = read.tally;
        m_ratios = std::move(read.ratios);
        m_plan = std::move(read.plan);
        m_content = std::make_shared<const session::SessionContent>(std::move(*read.content));
    } else if (!isRunning() && !m_failure) { // a running one has no folder in its first moments
        m_failure = read.content.error();
    }
    emit contentChanged();
    if (wasElsewhere != m_elsewhere)
        emit stateChanged();
    if (std::exchange(m_readAgain, false))
        reload();
    else if (m_elsewhere)
        m_watch.start();
}

QString SessionPresenter::command() const {
    engine::AdaptRequest request = m_request;
    if (!isRunning() && m_content && isDone() && !m_asked.empty())
        request = m_asked.front();
    else if (!isRunning() && m_content && !isDone())
        request = m_plan;
    if (request.deployment.empty())
        return {};
    request.out = m_folder;
    request.resume = isRunning() ? request.resume : m_content && !isDone();
    return adaptCommand(request);
}

QString SessionPresenter::deploymentYaml() const {
    return m_content ? QString::fromStdString(m_content->info.deploymentYaml) : QString();
}

} // namespace metainfer::workbench
