// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Accessible objects of a graph view and its boxes.
#include "graph/graph_accessible.h"

#include "graph/graph_view.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace metainfer::widgets {

using namespace drawing;

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// One box of the picture that the view showed when it was asked for.
class BoxAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
  public:
    BoxAccessible(GraphView* view, BoxId box)
        : m_view(view)
        , m_picture(view->picture())
        , m_box(box) {}

    bool isValid() const override { return m_view && m_picture && m_view->picture() == m_picture; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}
    BoxId box() const { return m_box; }

    QString text(QAccessible::Text what) const override {
        if (!isValid())
            return {};
        const GraphElement element = elementHere();
        switch (what) {
        case QAccessible::Name:
            return m_view->nameOf(element);
        case QAccessible::Description:
            return m_view->descriptionOf(element);
        case QAccessible::Value:
            return m_view->overlayColors()
                       ? widgets::text(m_view->overlayColors()->valueText(m_box))
                       : QString();
        default:
            return {};
        }
    }

    QRect rect() const override {
        if (!isValid())
            return {};
        const QRect area = m_view->camera().toWidget(m_picture->layout->box(m_box)).toAlignedRect();
        return {m_view->mapToGlobal(area.topLeft()), area.size()};
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const GraphElement element = elementHere();
        const auto& selection = m_view->selection();
        state.selectable = state.focusable = true;
        state.selected = std::find(selection.begin(), selection.end(), element) != selection.end();
        state.focused = m_view->hasFocus() && m_view->current() == element;
        state.expandable = state.collapsed = element.group.isValid();
        state.offscreen = !m_view->visibleRegion().intersects(
            m_view->camera().toWidget(m_picture->layout->box(m_box)).toAlignedRect());
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override {
        QStringList names{pressAction()};
        if (isValid() && elementHere().group.isValid())
            names << toggleAction();
        return names;
    }
    void doAction(const QString& name) override {
        if (!isValid())
            return;
        const GraphElement element = elementHere();
        if (name == toggleAction() && element.group.isValid())
            emit m_view->toggleAsked(element);
        else if (name == pressAction()) {
            m_view->select(element);
            m_view->reveal(element);
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

  private:
    GraphElement elementHere() const { return elementOf(m_picture->layout->visible(), m_box); }

    QPointer<GraphView> m_view;
    std::shared_ptr<const GraphPicture> m_picture;
    BoxId m_box;
};

/// The view: its child widgets (map, legend, hint), then the boxes.
class ViewAccessible : public QAccessibleWidget {
  public:
    explicit ViewAccessible(GraphView* view)
        : QAccessibleWidget(view, QAccessible::List) {}
    ~ViewAccessible() override { forget(); }

    int childCount() const override { return QAccessibleWidget::childCount() + boxCount(); }

    QAccessibleInterface* child(int index) const override {
        const int widgets = QAccessibleWidget::childCount();
        return index < widgets ? QAccessibleWidget::child(index) : boxAt(index - widgets);
    }

    int indexOfChild(const QAccessibleInterface* child) const override {
        if (const auto* box = dynamic_cast<const BoxAccessible*>(child))
            return QAccessibleWidget::childCount() + static_cast<int>(box->box().index);
        return QAccessibleWidget::indexOfChild(child);
    }

    QAccessibleInterface* childAt(int x, int y) const override {
        if (QAccessibleInterface* widget = QAccessibleWidget::childAt(x, y))
            return widget;
        if (!view()->picture())
            return nullptr;
        const QPoint at = view()->mapFromGlobal(QPoint(x, y));
        const Hit hit = view()->picture()->layout->hit(view()->camera().toDrawing(QPointF(at)), 0);
        return hit.box.isValid() ? boxAt(static_cast<int>(hit.box.index)) : nullptr;
    }

    QAccessibleInterface* focusChild() const override {
        const int current = currentIndex();
        return current >= 0 ? boxAt(current) : QAccessibleWidget::focusChild();
    }

    /// Among the boxes; -1 = none.
    int currentIndex() const {
        if (!view()->picture())
            return -1;
        const BoxId box = boxOf(view()->picture()->layout->visible(), view()->current());
        return box.isValid() ? static_cast<int>(box.index) : -1;
    }

  private:
    GraphView* view() const { return static_cast<GraphView*>(widget()); }

    int boxCount() const {
        return view()->picture()
                   ? static_cast<int>(view()->picture()->layout->visible().boxes().size())
                   : 0;
    }

    QAccessibleInterface* boxAt(int index) const {
        if (index < 0 || index >= boxCount())
            return nullptr;
        if (m_picture.lock() != view()->picture())
            forget();
        m_picture = view()->picture();
        const auto it = m_boxes.constFind(index);
        if (it != m_boxes.constEnd())
            return QAccessible::accessibleInterface(*it);
        auto* made = new BoxAccessible(view(), BoxId(static_cast<std::size_t>(index)));
        m_boxes.insert(index, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    void forget() const {
        for (const QAccessible::Id id : std::as_const(m_boxes))
            QAccessible::deleteAccessibleInterface(id);
        m_boxes.clear();
    }

    mutable std::weak_ptr<const GraphPicture> m_picture; ///< that `m_boxes` belong to
    mutable QHash<int, QAccessible::Id> m_boxes;         ///< those that were asked for
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<GraphView*>(object);
    return view ? new ViewAccessible(view) : nullptr;
}

} // namespace

void installGraphAccessibility() {
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(once)
}

void announceCurrentBox(GraphView* view) {
    if (!QAccessible::isActive())
        return;
    auto* found = dynamic_cast<ViewAccessible*>(QAccessible::queryAccessibleInterface(view));
    if (!found || found->currentIndex() < 0)
        return;
    QAccessibleEvent focus(view, QAccessible::Focus);
    focus.setChild(found->childCount() -
                   static_cast<int>(view->picture()->layout->visible().boxes().size()) +
                   found->currentIndex());
    QAccessible::updateAccessibility(&focus);
}

} // namespace metainfer::widgets
