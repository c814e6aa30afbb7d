// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place's colours: which are offered, how they are made.
#include "graph/model_presenter.h"

#include <algorithm>

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
    if (!m_folder.empty())
        sources.accuracy = m_folder / "accuracy.json";
    if (isOtherCandidate() && side == Side::Adapted)
        sources.profile = m_folder / "profile" / (m_candidate->id.toStdString() + ".json");
    sources.hardware = hardware().toStdString();
    return sources;
}

ModelPresenter::Missing ModelPresenter::missing(GraphOverlay kind, Side side) const {
    if (needsHardware(kind))
        return m_profiles.isEmpty()
                   ? Missing{tr("Needs a hardware profile: probe this machine, or open a profile."),
                             tr("Go to the hardware"), "hardware"}
                   : Missing{};
    const bool measured = kind == GraphOverlay::MeasuredTime;
    if (!measured && kind != GraphOverlay::Sensitivity)
        return {};
    if (m_folder.empty())
        return {measured ? tr("Times of operators are measured by a session: adapt this model, or "
                              "open a session of it.")
                         : tr("The sensitivity is examined in a session: adapt this model, or open "
                              "a session of it."),
                tr("Go to the session"), "session"};
    std::error_code ignored;
    const OverlaySources from = sources(side);
    if (std::filesystem::exists(measured ? from.profile : from.accuracy, ignored))
        return {};
    if (!measured)
        return {tr("The layers of this session are not examined yet. \"Examine in detail\" lowers "
                   "one layer at a time and measures what it does to the outputs."),
                tr("Go to the accuracy"), "accuracy"};
    if (isOtherCandidate() && side == Side::Adapted)
        return {tr("The operators of this candidate are not profiled: measure it again under "
                   "Candidates."),
                tr("Go to the candidates"), "candidates"};
    return {tr("This session has no profile of these operators: it is written when the session "
               "ends."),
            tr("Go to the session"), "session"};
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

void ModelPresenter::refreshOverlay() {
    if (m_overlayKind == GraphOverlay::MeasuredTime || m_overlayKind == GraphOverlay::Sensitivity)
        for (const Side side : {Side::Source, Side::Adapted})
            makeOverlay(side);
    emit overlayChanged();
}

void ModelPresenter::setHardware(const QString& profile) {
    if (profile == hardware())
        return;
    m_workspace.settings().setValue("graph/hardware", profile);
    useHardware(profile);
}

void ModelPresenter::useHardware(const QString& profile) {
    const QString before = hardware();
    m_hardware = profile;
    if (hardware() == before)
        return;
    if (needsHardware(m_overlayKind)) {
        makeOverlay(Side::Source);
        makeOverlay(Side::Adapted);
    }
    emit overlayChanged();
}

std::shared_ptr<const drawing::Overlay> ModelPresenter::overlay(Side side) const {
    return m_colours[static_cast<int>(side)].overlay;
}

/// The same category has the same colour on both sides; those that both together have most of come
/// first, so that what shares a colour is what is rare.
void ModelPresenter::unifyCategories() {
    auto& source = m_colours[static_cast<int>(Side::Source)].overlay;
    auto& adapted = m_colours[static_cast<int>(Side::Adapted)].overlay;
    if (!source || !adapted || source->scale != drawing::OverlayScale::Categorical ||
        adapted->scale != drawing::OverlayScale::Categorical ||
        source->categories == adapted->categories)
        return;
    const auto order = categoriesByShare({source.get(), adapted.get()});
    source = std::make_shared<const drawing::Overlay>(withCategories(*source, order));
    adapted = std::make_shared<const drawing::Overlay>(withCategories(*adapted, order));
}

void ModelPresenter::makeOverlay(Side side) {
    Colours& colours = m_colours[static_cast<int>(side)];
    m_workspace.jobs().cancel(colours.job);
    colours = {};
    const LoadedModelPtr model = graph(side).model();
    const OverlayMaker make = missing(m_overlayKind, side).reason.isEmpty()
                                  ? overlayMaker(m_overlayKind, sources(side))
                                  : OverlayMaker();
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
            unifyCategories();
            emit overlayChanged();
        });
}

} // namespace metainfer::workbench
