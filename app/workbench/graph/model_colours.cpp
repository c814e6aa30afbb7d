// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place's colours: which are offered, how they are made.
#include "graph/model_presenter.h"

namespace metainfer::workbench {
namespace {

bool needsHardware(GraphOverlay kind) {
    return kind == GraphOverlay::PredictedTime || kind == GraphOverlay::Support;
}

} // namespace

void ModelPresenter::readProfiles() {
    m_workspace.jobs().run<QStringList>(
        {}, this,
        [&engine = m_workspace.engine()](const JobContext&) {
            QStringList names;
            for (const engine::ProfileEntry& entry : engine.profiles().profiles)
                names << QString::fromStdString(entry.name);
            return names;
        },
        [this](QStringList names) {
            m_profiles = std::move(names);
            if (needsHardware(m_overlayKind)) { // kept from the last time
                makeOverlay(Side::Source);
                makeOverlay(Side::Adapted);
            }
            emit overlayChanged();
        });
}

QString ModelPresenter::hardware() const {
    for (const QString& wanted : {m_hardware, m_sessionHardware})
        if (m_profiles.contains(wanted))
            return wanted;
    return m_profiles.isEmpty() ? QString() : m_profiles.first();
}

OverlaySources ModelPresenter::sources(Side side) const {
    OverlaySources sources;
    sources.engine = &m_workspace.engine();
    if (!m_folder.empty())
        sources.profile =
            m_folder / "profile" / (side == Side::Source ? "original.json" : "adapted.json");
    sources.hardware = hardware().toStdString();
    return sources;
}

bool ModelPresenter::isOffered(GraphOverlay kind) const {
    std::error_code ignored;
    if (kind == GraphOverlay::MeasuredTime)
        return std::filesystem::exists(sources(Side::Source).profile, ignored);
    return !needsHardware(kind) || !m_profiles.isEmpty();
}

void ModelPresenter::setOverlay(GraphOverlay kind) {
    if (kind == m_overlayKind)
        return;
    m_overlayKind = kind;
    m_workspace.settings().setValue("graph/overlay", overlayName(kind));
    makeOverlay(Side::Source);
    makeOverlay(Side::Adapted);
    emit overlayChanged();
}

void ModelPresenter::setHardware(const QString& profile) {
    if (profile == hardware())
        return;
    m_hardware = profile;
    m_workspace.settings().setValue("graph/hardware", profile);
    if (needsHardware(m_overlayKind)) {
        makeOverlay(Side::Source);
        makeOverlay(Side::Adapted);
    }
    emit overlayChanged();
}

std::shared_ptr<const drawing::Overlay> ModelPresenter::overlay(Side side) const {
    return m_colours[static_cast<int>(side)].overlay;
}

void ModelPresenter::makeOverlay(Side side) {
    Colours& colours = m_colours[static_cast<int>(side)];
    m_workspace.jobs().cancel(colours.job);
    colours = {};
    const LoadedModelPtr model = graph(side).model();
    const OverlayMaker make =
        isOffered(m_overlayKind) ? overlayMaker(m_overlayKind, sources(side)) : OverlayMaker();
    if (!model || !make) {
        emit overlayChanged();
        return;
    }
    using Answer = Result<drawing::Overlay>;
    colours.job = m_workspace.jobs().run<Answer>(
        {}, this, [model, make](const JobContext& context) { return make(*model, context.cancel); },
        [this, model, side, kind = m_overlayKind, target = hardware()](Answer answer) {
            if (model != graph(side).model() || kind != m_overlayKind || target != hardware())
                return;
            Colours& mine = m_colours[static_cast<int>(side)];
            mine.job = 0;
            if (answer)
                mine.overlay = std::make_shared<const drawing::Overlay>(std::move(*answer));
            else if (answer.error().code != ErrorCode::Cancelled)
                m_workspace.say(answer.error());
            emit overlayChanged();
        });
}

} // namespace metainfer::workbench
