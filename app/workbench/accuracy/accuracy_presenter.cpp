// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and making examinations.
#include "accuracy/accuracy_presenter.h"

#include "accuracy/accuracy_words.h"

#include <algorithm>

namespace metainfer::workbench {
namespace {

/// The outputs' errors in a line of kind "accuracy".
std::vector<validation::OutputDetail> outputsOf(const session::SessionContent& content,
                                                const std::string& candidate) {
    for (auto line = content.measurements.rbegin(); line != content.measurements.rend(); ++line) {
        if (line->kind != "accuracy" || line->candidate != candidate)
            continue;
        const Json equivalence = jsonValue(line->data, "equivalence", Json());
        if (!equivalence.is_object())
            continue;
        const auto read = validation::Examination::fromJson(
            Json{{"schema", "accuracy/1"},
                 {"outputs", jsonValue(equivalence, "outputs", Json::array())}});
        if (read)
            return read->outputs;
    }
    return {};
}

} // namespace

AccuracyPresenter::AccuracyPresenter(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace) {
    connect(&workspace, &Workspace::currentChanged, this, &AccuracyPresenter::follow);
    connect(&workspace, &Workspace::sessionsChanged, this, &AccuracyPresenter::examinationChanged);
    follow();
}

const Json* AccuracyPresenter::validation() const {
    return m_content && m_content->validation ? &*m_content->validation : nullptr;
}

const Json& AccuracyPresenter::decision() const {
    static const Json empty = Json::object();
    return m_content && m_content->decision ? *m_content->decision : empty;
}

QString AccuracyPresenter::chosen() const {
    return QString::fromStdString(jsonValue(decision(), "chosen", std::string()));
}

QImage AccuracyPresenter::picture(std::size_t sample) const {
    const auto it = m_pictures.find(sample);
    return it == m_pictures.end() ? QImage() : it->second;
}

bool AccuracyPresenter::isSomethingRunning() const {
    const auto& sessions = m_workspace.sessions();
    return std::any_of(sessions.begin(), sessions.end(),
                       [](const auto& session) { return session->isRunning(); });
}

bool AccuracyPresenter::canExamine() const {
    return m_session && m_content && m_content->validation && !isSomethingRunning();
}

void AccuracyPresenter::follow() {
    if (m_session)
        m_session->disconnect(this);
    m_session = m_workspace.current();
    if (m_session) {
        connect(m_session, &SessionPresenter::contentChanged, this, &AccuracyPresenter::refresh);
    }
    refresh();
}

void AccuracyPresenter::refresh() {
    m_content = m_session ? m_session->content() : nullptr;
    if (!m_session || m_readFrom != m_session->folder()) {
        cancel();
        ++m_round;
        m_job = 0;
        m_failure.reset();
        m_examination.reset();
        m_pictures.clear();
        m_readFrom = m_session ? m_session->folder() : std::filesystem::path();
    }
    findOutputs();
    emit contentChanged();
    emit examinationChanged();
    if (m_content && m_content->validation && !m_examination && !isExamining())
        read();
}

void AccuracyPresenter::findOutputs() {
    m_outputs.clear();
    m_comparedOn.clear();
    if (m_examination && !m_examination->outputs.empty()) {
        m_outputs = m_examination->outputs;
        m_comparedOn = AccuracyWords::comparedOn(*m_examination);
    } else if (m_content) {
        m_outputs = outputsOf(*m_content, chosen().toStdString());
    }
}

void AccuracyPresenter::read() {
    using Answer = Result<std::optional<validation::Examination>>;
    m_workspace.jobs().cancel(m_readJob);
    m_readJob = m_workspace.jobs().run<Answer>(
        {}, this,
        [&engine = m_workspace.engine(), folder = m_readFrom](const JobContext&) {
            return engine.examination(folder);
        },
        [this, folder = m_readFrom](Answer answer) {
            if (folder != m_readFrom)
                return;
            m_readJob = 0;
            if (!answer)
                return m_workspace.say(answer.error());
            if (!isExamining())
                take(std::move(*answer));
        });
}

void AccuracyPresenter::take(std::optional<validation::Examination> found) {
    m_examination =
        found ? std::make_shared<const validation::Examination>(std::move(*found)) : nullptr;
    m_pictures.clear();
    findOutputs();
    emit examinationChanged();
    if (m_examination && m_examination->realData && !m_examination->worst.empty())
        readPictures();
}

void AccuracyPresenter::readPictures() {
    std::vector<std::size_t> samples;
    for (const auto& sample : m_examination->worst)
        samples.push_back(sample.sample);
    using Answer = Result<std::vector<engine::SamplePicture>>;
    m_workspace.jobs().cancel(m_pictureJob);
    m_pictureJob = m_workspace.jobs().run<Answer>(
        {}, this,
        [&engine = m_workspace.engine(), folder = m_readFrom, samples](const JobContext& context) {
            return engine.samplePictures(folder, samples, context.cancel);
        },
        [this, of = m_examination, samples](Answer answer) {
            if (of != m_examination)
                return;
            m_pictureJob = 0;
            // Pictures are an extra: data that moved since is said where it matters.
            for (std::size_t i = 0; answer && i < samples.size(); ++i) {
                const auto& picture = (*answer)[i];
                if (picture.width == 0 || picture.height == 0)
                    continue;
                m_pictures[samples[i]] =
                    QImage(picture.rgb.data(), static_cast<int>(picture.width),
                           static_cast<int>(picture.height), static_cast<int>(3 * picture.width),
                           QImage::Format_RGB888)
                        .copy();
            }
            emit picturesChanged();
        });
}

void AccuracyPresenter::examine() {
    if (!canExamine() || isExamining())
        return;
    m_failure.reset();
    using Answer = Result<validation::Examination>;
    m_job = m_workspace.jobs().run<Answer>(
        tr("Examining the accuracy of %1").arg(m_session->title()), this,
        [&engine = m_workspace.engine(), folder = m_readFrom](const JobContext& context) {
            const auto tell = [&context](const engine::Event& event) {
                if (const auto* done = std::get_if<engine::WorkDone>(&event))
                    report(context.progress, done->fraction, done->what);
            };
            engine::ExamineRequest request;
            request.session = folder;
            return engine.examine(request, tell, context.cancel);
        },
        [this, round = ++m_round](Answer answer) {
            if (round != m_round)
                return;
            m_job = 0;
            if (answer)
                return take(std::move(*answer));
            if (answer.error().code != ErrorCode::Cancelled)
                m_failure = answer.error();
            emit examinationChanged();
        });
    emit examinationChanged();
}

void AccuracyPresenter::cancel() {
    if (m_job != 0)
        m_workspace.jobs().cancel(m_job);
    m_workspace.jobs().cancel(m_readJob);
    m_workspace.jobs().cancel(m_pictureJob);
    m_readJob = m_pictureJob = 0;
}

} // namespace metainfer::workbench
