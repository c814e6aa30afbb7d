// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How the Model place shows a session: which groups are open, what is looked at and selected, the
// colours. Kept with the session, taken up again when it is opened.
#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/model_inspector.h"
#include "graph/model_place.h"
#include "shell/dock_area.h"

#include <cmath>
#include <limits>

namespace metainfer::workbench {

using widgets::GraphView;

namespace {

constexpr const char* kView = "model";
constexpr const char* kShown[] = {"original", "adapted", "both"};
constexpr std::pair<Side, const char*> kSides[] = {{Side::Source, "original_graph"},
                                                   {Side::Adapted, "adapted_graph"}};

/// "item /block.0/relu", "group /block.0", "tensor y": by name, which outlives the session.
QString nameOf(const drawing::Diagram& diagram, const GraphElement& element) {
    const auto text = [](const char* kind, const std::string& name) {
        return QString("%1 %2").arg(kind, QString::fromStdString(name));
    };
    if (element.group.isValid())
        return text("group", diagram.group(element.group).path);
    if (element.item.isValid())
        return text("item", diagram.item(element.item).name);
    return element.tensor.isValid() ? text("tensor", diagram.tensor(element.tensor).name)
                                    : QString();
}

GraphElement elementOf(const drawing::Diagram& diagram, const QString& kept) {
    const std::string kind = kept.section(' ', 0, 0).toStdString();
    const std::string name = kept.section(' ', 1).toStdString();
    GraphElement element;
    if (name.empty())
        return element;
    const auto find = [&](const auto& all, auto named, auto& found) {
        for (std::size_t i = 0; i < all.size() && !found.isValid(); ++i)
            if (all[i].*named == name)
                found = std::decay_t<decltype(found)>(i);
    };
    if (kind == "group")
        find(diagram.groups(), &drawing::Group::path, element.group);
    else if (kind == "item")
        find(diagram.items(), &drawing::Item::name, element.item);
    else if (kind == "tensor")
        find(diagram.tensors(), &drawing::Tensor::name, element.tensor);
    return element;
}

std::optional<QStringList> openIn(const Json& graph) {
    if (!graph.contains("open") || !graph["open"].is_array())
        return std::nullopt;
    QStringList open;
    for (const Json& path : graph["open"])
        if (path.is_string())
            open << QString::fromStdString(path.get<std::string>());
    return open;
}

std::optional<GraphView::Place> placeIn(const Json& graph) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const GraphView::Place place{{jsonValue(graph, "x", kNone), jsonValue(graph, "y", kNone)},
                                 jsonValue(graph, "scale", kNone)};
    if (!std::isfinite(place.centre.x) || !std::isfinite(place.centre.y) || !(place.scale > 0))
        return std::nullopt;
    return place;
}

} // namespace

ModelPlace::~ModelPlace() {
    if (m_keep.isActive())
        storeView();
}

/// Before the graphs of a session are read: how they were shown the last time.
void ModelPlace::startView(SessionPresenter* session) {
    if (m_keep.isActive())
        storeView();
    m_viewOf = session;
    const Json view = session ? session->view(kView) : Json();
    for (const auto& [each, key] : kSides) {
        const Json graph = view.is_object() ? jsonValue(view, key, Json::object()) : Json::object();
        m_model->graph(each).setStart(openIn(graph));
        pane(each).view().setStart(placeIn(graph));
        m_wanted[static_cast<int>(each)] =
            QString::fromStdString(jsonValue(graph, "selected", std::string()));
    }
    if (session) // its own target, unless another one was chosen for it
        m_model->useHardware(QString::fromStdString(jsonValue(view, "target", std::string())));
    m_plainView = view.is_object() ? Json() : plainView();
    if (!view.is_object())
        return;
    const std::string shown = jsonValue(view, "shown", std::string());
    for (std::size_t i = 0; i < std::size(kShown); ++i)
        if (shown == kShown[i])
            workspace().settings().setValue("graph/shown", static_cast<int>(i));
    if (const std::string colours = jsonValue(view, "colour_by", std::string()); !colours.empty())
        m_model->setOverlay(overlayFromName(QString::fromStdString(colours)));
    QStringList front;
    if (view.contains("front") && view["front"].is_array())
        for (const Json& id : view["front"])
            if (id.is_string())
                front << QString::fromStdString(id.get<std::string>());
    m_docks->bringToFront(front);
}

Json ModelPlace::plainView() const {
    Json view = {{"shown", kShown[static_cast<int>(m_shown)]},
                 {"colour_by", overlayName(m_model->overlayKind()).toStdString()},
                 {"target", m_model->chosenHardware().toStdString()},
                 {"front", Json::array()}};
    for (const QString& id : m_docks->frontPanels())
        view["front"].push_back(id.toStdString());
    for (const auto& [each, key] : kSides)
        view[key] = Json::object();
    return view;
}

void ModelPlace::storeView() {
    m_keep.stop();
    const GraphPresenter& source = m_model->graph(Side::Source);
    // While another graph is on its way what is seen is not what was chosen.
    if (!m_viewOf || !m_viewOf->content() || !source.model() || !source.picture() ||
        source.model()->path != source.path())
        return;
    Json view = plainView();
    const Json before = m_viewOf->view(kView);
    for (const auto& [each, key] : kSides) {
        const GraphPresenter& graph = m_model->graph(each);
        GraphView& shown = pane(each).view();
        // A side that is hidden, or not there yet, keeps what it had.
        Json kept = before.is_object() ? jsonValue(before, key, Json::object()) : Json::object();
        if (graph.model() && shown.picture()) {
            kept = Json::object();
            if (const auto open = graph.openGroups()) { // others than at first
                kept["open"] = Json::array();
                for (const QString& path : *open)
                    kept["open"].push_back(path.toStdString());
            }
            if (const auto place = shown.place()) {
                kept["x"] = place->centre.x;
                kept["y"] = place->centre.y;
                kept["scale"] = place->scale;
            }
            if (const QString name = nameOf(*graph.model()->diagram, shown.current());
                !name.isEmpty())
                kept["selected"] = name.toStdString();
        }
        view[key] = std::move(kept);
    }
    if (m_plainView.is_object() && m_plainView["front"].empty())
        m_plainView["front"] = view["front"]; // the panels had no place yet
    if (view == m_plainView)
        return; // to have looked at a session changes nothing in it
    m_plainView = Json();
    m_viewOf->setView(kView, std::move(view));
}

void ModelPlace::selectKept(Side which) {
    GraphView& view = pane(which).view();
    QString& wanted = m_wanted[static_cast<int>(which)];
    const auto& model = m_model->graph(which).model();
    if (!view.picture() || !model || wanted.isEmpty() ||
        model->path != m_model->graph(which).path())
        return;
    const GraphElement element = elementOf(*model->diagram, std::exchange(wanted, {}));
    if (!element.isValid())
        return;
    view.setSelection({element});
    elementChosen(which);
}

} // namespace metainfer::workbench
