// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading, folding and laying out one graph.
#include "graph/graph_presenter.h"

#include <string_view>
#include <unordered_map>

namespace metainfer::workbench {

using namespace drawing;
using widgets::GraphPicture;

namespace {

constexpr std::size_t kFirstBoxes = 160; ///< of the first picture: an overview, not everything
constexpr qsizetype kMostKept = 4000;    ///< open groups that are kept with a session

/// Absent when none of the groups is there.
std::optional<Folding> foldingOf(const Diagram& diagram, const QStringList& open) {
    std::unordered_map<std::string_view, GroupId> byPath;
    for (std::size_t i = 0; i < diagram.groups().size(); ++i)
        byPath.emplace(diagram.groups()[i].path, GroupId(i));
    Folding folding(diagram);
    bool fits = open.isEmpty(); // everything was closed
    for (const QString& path : open)
        if (const auto it = byPath.find(path.toStdString()); it != byPath.end()) {
            folding.setOpen(it->second, true);
            fits = true;
        }
    return fits ? std::optional(folding) : std::nullopt;
}

GraphElement groupElement(GroupId group) {
    GraphElement element;
    element.group = group;
    return element;
}

} // namespace

/// Lets go of something big on another thread: a hundred thousand nodes take long to free.
template <typename T>
void GraphPresenter::release(std::shared_ptr<const T> old) {
    if (!old)
        return;
    m_jobs.run<int>(
        {}, nullptr,
        [old = std::move(old)](const JobContext&) mutable {
            old.reset();
            return 0;
        },
        [](int) {});
}

GraphPresenter::GraphPresenter(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs) {}

void GraphPresenter::setFonts(std::shared_ptr<const widgets::GraphFonts> fonts) {
    m_fonts = std::move(fonts);
    if (m_model)
        layOut({});
}

void GraphPresenter::open(const std::filesystem::path& path,
                          std::map<std::string, std::int64_t> sizes) {
    m_path = path;
    m_sizes = std::move(sizes);
    start([path](const JobContext& context) { return loadModel(path, context.cancel); });
}

void GraphPresenter::openAdapted(const std::filesystem::path& path, LoadedModelPtr source,
                                 Json mapping) {
    m_path = path;
    m_sizes.clear();
    start([path, source = std::move(source),
           mapping = std::move(mapping)](const JobContext& context) {
        return loadAdapted(path, *source, mapping, context.cancel);
    });
}

void GraphPresenter::start(std::function<Result<LoadedModelPtr>(const JobContext&)> load) {
    cancelAll();
    m_failure.reset();
    const auto round = ++m_round;
    const QString name = QString::fromStdString(m_path.filename().string());
    m_loadJob = m_jobs.run<Result<LoadedModelPtr>>(
        tr("Opening %1").arg(name), this, std::move(load),
        [this, round](Result<LoadedModelPtr> answer) { finishLoading(round, std::move(answer)); });
    emit loadingChanged();
}

void GraphPresenter::finishLoading(quint64 round, Result<LoadedModelPtr> answer) {
    if (round != m_round)
        return; // another file was asked for meanwhile
    m_loadJob = 0;
    if (answer)
        return loaded(std::move(*answer));
    const std::filesystem::path path = m_path;
    clear();
    m_path = path;
    m_failure = answer.error();
    emit loadingChanged();
    emit modelChanged();
}

void GraphPresenter::cancelAll() {
    for (const Jobs::Id job : {m_loadJob, m_layoutJob, m_typesJob, m_searchJob})
        m_jobs.cancel(job);
    m_loadJob = m_layoutJob = m_typesJob = m_searchJob = 0;
}

void GraphPresenter::clear() {
    cancelAll();
    ++m_round;
    m_failure.reset();
    m_path.clear();
    m_folding.reset();
    auto model = std::exchange(m_model, nullptr);
    auto picture = std::exchange(m_picture, nullptr);
    m_matches.clear();
    m_match = -1;
    emit loadingChanged();
    emit modelChanged();
    emit pictureChanged({});
    release(std::move(model));
    release(std::move(picture));
}

void GraphPresenter::loaded(LoadedModelPtr model) {
    release(std::exchange(m_model, std::move(model)));
    auto shown = std::exchange(m_picture, nullptr);
    ++m_generation;
    m_folding.reset();
    if (const auto open = std::exchange(m_start, {}))
        m_folding = foldingOf(*m_model->diagram, *open);
    m_isOverview = !m_folding;
    if (m_isOverview)
        m_folding = Folding::automatic(*m_model->diagram, kFirstBoxes);
    m_matches.clear();
    m_match = -1;
    emit modelChanged();
    release(std::move(shown));
    layOut({});
    inferTypes();
}

/// Shapes that the file does not declare arrive after the first picture: on large graphs they take
/// far longer than everything else.
void GraphPresenter::inferTypes() {
    const auto before = m_model;
    m_typesJob = m_jobs.run<Result<LoadedModelPtr>>(
        {}, this,
        [before, sizes = m_sizes](const JobContext& context) {
            return withTypes(*before, sizes, context.cancel);
        },
        [this, asked = std::weak_ptr(before)](Result<LoadedModelPtr> answer) {
            auto old = asked.lock();
            if (!old || m_model != old)
                return;
            m_typesJob = 0;
            // The same model gives the same items and groups; anything else would be confusing.
            if (!answer || (*answer)->diagram->items().size() != old->diagram->items().size() ||
                (*answer)->diagram->groups().size() != old->diagram->groups().size()) {
                emit loadingChanged();
                return;
            }
            m_model = std::move(*answer);
            if (m_model->diagram != old->diagram) {
                Folding folding(*m_model->diagram);
                for (std::size_t i = 0; i < old->diagram->groups().size(); ++i)
                    folding.setOpen(GroupId(i), m_folding->isOpen(GroupId(i)));
                m_folding = std::move(folding);
                layOut({});
            }
            release(std::move(old));
            emit typesArrived();
            emit loadingChanged();
        });
}

void GraphPresenter::layOut(const GraphElement& anchor) {
    if (!m_model || !m_fonts)
        return;
    m_jobs.cancel(m_layoutJob);
    const auto round = ++m_round;
    m_anchor = anchor;
    // Lives on this thread, may be used on the other one, and goes when both have left it.
    const std::shared_ptr<LayoutCourier> courier(new LayoutCourier,
                                                 [](LayoutCourier* c) { c->deleteLater(); });
    connect(courier.get(), &LayoutCourier::arrived, this, &GraphPresenter::arrived);
    m_layoutJob = m_jobs.run<Status>(
        {}, this,
        [courier, round, diagram = m_model->diagram, folding = *m_folding, fonts = m_fonts,
         generation = m_generation](const JobContext& context) -> Status {
            auto visible = std::make_shared<const VisibleGraph>(diagram, folding);
            MI_CHECK(context.cancel.check());
            return layout(std::move(visible), *fonts, {}, context.cancel,
                          [&](std::shared_ptr<const Layout> result) {
                              emit courier->arrived(
                                  round, GraphPicture::make(std::move(result), generation));
                          })
                .map([](const auto&) {});
        },
        [this, round](Status) {
            if (round != m_round)
                return;
            m_layoutJob = 0;
            emit loadingChanged();
        });
    emit loadingChanged();
}

void GraphPresenter::arrived(quint64 round, const std::shared_ptr<const GraphPicture>& picture) {
    if (round != m_round)
        return;
    auto before = std::exchange(m_picture, picture);
    emit pictureChanged(m_anchor);
    release(std::move(before)); // the view has let go of it
    if (m_reveal.isValid())
        emit revealAsked(std::exchange(m_reveal, {}));
}

std::optional<QStringList> GraphPresenter::openGroups() const {
    if (!m_folding || m_isOverview)
        return std::nullopt;
    QStringList open;
    const auto& groups = m_model->diagram->groups();
    for (std::size_t i = 1; i < groups.size(); ++i) // the root is always open
        if (m_folding->isOpen(GroupId(i))) {
            if (open.size() == kMostKept)
                return std::nullopt;
            open << QString::fromStdString(groups[i].path);
        }
    return open;
}

void GraphPresenter::toggle(GroupId group) {
    if (!m_folding)
        return;
    m_isOverview = false;
    m_folding->toggle(group);
    layOut(groupElement(group));
}

void GraphPresenter::openBelow(GroupId group) {
    if (!m_folding)
        return;
    m_isOverview = false;
    m_folding->openBelow(group);
    layOut(groupElement(group));
}

void GraphPresenter::closeBelow(GroupId group) {
    if (!m_folding)
        return;
    m_isOverview = false;
    m_folding->closeBelow(group);
    layOut(groupElement(group));
}

void GraphPresenter::openAll() {
    if (!m_folding)
        return;
    m_isOverview = false;
    m_folding = Folding::allOpen(*m_model->diagram);
    layOut({});
}

void GraphPresenter::closeAll() {
    if (!m_folding)
        return;
    m_isOverview = false;
    m_folding = Folding(*m_model->diagram);
    layOut({});
}

void GraphPresenter::foldAutomatically() {
    if (!m_folding)
        return;
    m_isOverview = true;
    m_folding = Folding::automatic(*m_model->diagram, kFirstBoxes);
    layOut({});
}

void GraphPresenter::reveal(const GraphElement& element) {
    if (!m_folding || !element.isValid())
        return;
    const Diagram& diagram = *m_model->diagram;
    bool changed = false;
    if (element.group.isValid()) {
        for (GroupId at = diagram.group(element.group).parent; at.isValid();
             at = diagram.group(at).parent) {
            changed = changed || !m_folding->isOpen(at);
            m_folding->setOpen(at, true);
        }
    } else {
        const ItemId item =
            element.item.isValid() ? element.item : diagram.tensor(element.tensor).producer;
        changed = !m_folding->reveal(diagram, item).empty();
    }
    if (!changed && m_picture) {
        emit revealAsked(element);
        return;
    }
    m_isOverview = m_isOverview && !changed;
    m_reveal = element;
    layOut({});
}

GraphElement GraphPresenter::elementOf(const Match& match) {
    GraphElement element;
    if (match.field == MatchField::Group)
        element.group = match.group;
    else
        element.item = match.item;
    return element;
}

} // namespace metainfer::workbench
