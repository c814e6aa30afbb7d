// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of profiles.
#include "hardware/profile_list.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace metainfer::widgets {
namespace {

constexpr int kPadding = 8;
constexpr int kBoxSize = 16;

/// Where the box is in the rectangle of an entry.
QRect checkBox(const QRect& row) {
    return {row.left() + kPadding, row.center().y() - kBoxSize / 2, kBoxSize, kBoxSize};
}

class TwoLines : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {200, 2 * option.fontMetrics.height() + 2 * kPadding};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem base = option;
        const QWidget* widget = option.widget;
        const QStyle* style = widget ? widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &base, painter, widget);
        const Colors& colors = Colors::of(widget);
        const bool selected = option.state & QStyle::State_Selected;
        drawBox(painter, option, index);

        const int left = option.rect.left() + kPadding + kBoxSize + kPadding;
        const QRect inner(left, option.rect.top() + kPadding,
                          option.rect.right() - left - kPadding - kBoxSize,
                          option.rect.height() - 2 * kPadding);
        QFont strong = option.font;
        strong.setWeight(QFont::DemiBold);
        painter->setFont(strong);
        painter->setPen(selected ? colors.onAccent : colors.text);
        const QString name = index.data(Qt::DisplayRole).toString();
        painter->drawText(inner, Qt::AlignTop | Qt::AlignLeft,
                          QFontMetrics(strong).elidedText(name, Qt::ElideMiddle, inner.width()));
        painter->setFont(option.font);
        painter->setPen(selected ? colors.onAccent : colors.textMuted);
        painter->drawText(
            inner, Qt::AlignBottom | Qt::AlignLeft,
            option.fontMetrics.elidedText(index.data(ProfileListModel::DetailRole).toString(),
                                          Qt::ElideRight, inner.width()));
        drawBadge(painter, option, index);
        if (option.state & QStyle::State_HasFocus) {
            QStyleOptionFocusRect focus;
            focus.QStyleOption::operator=(option);
            style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, widget);
        }
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem&,
                     const QModelIndex& index) override {
        if (!(index.flags() & Qt::ItemIsUserCheckable))
            return false;
        // Clicks are the view's: they must not choose the profile as well.
        const bool isKey = event->type() == QEvent::KeyPress &&
                           static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
        if (!isKey)
            return false;
        const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }

  private:
    static QRect boxOf(const QStyleOptionViewItem& option) { return checkBox(option.rect); }

    static void drawBox(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) {
        if (index.data(ProfileListModel::BrokenRole).toBool()) {
            themedIcon("warning", option.palette).paint(painter, boxOf(option));
            return;
        }
        // Fusion's own box hardly shows on a dark surface.
        const Colors& colors = Colors::of(option.widget);
        const bool selected = option.state & QStyle::State_Selected;
        const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        const QColor ink = selected ? colors.onAccent : checked ? colors.accent : colors.textMuted;
        const QRectF box = QRectF(boxOf(option)).adjusted(1.5, 1.5, -1.5, -1.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(ink, 1.4));
        painter->drawRoundedRect(box, 2.5, 2.5);
        if (checked) {
            painter->setPen(QPen(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            const QPointF tick[] = {box.topLeft() + QPointF(3, 6.5),
                                    box.topLeft() + QPointF(5.5, 9.5),
                                    box.topLeft() + QPointF(10, 3.5)};
            painter->drawPolyline(tick, 3);
        }
        painter->restore();
    }

    /// The colour of the profile in the plots.
    static void drawBadge(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) {
        const int color = index.data(ProfileListModel::ColorRole).toInt();
        if (color < 0)
            return;
        const Colors& colors = Colors::of(option.widget);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(colors.series[color % colors.series.size()]);
        painter->setPen(QPen(colors.surface, 1.5));
        const QPointF centre(option.rect.right() - kPadding - 4, option.rect.center().y());
        painter->drawEllipse(centre, 5, 5);
        painter->restore();
    }
};

} // namespace

void ProfileListModel::setItems(std::vector<ProfileItem> items) {
    beginResetModel();
    m_items = std::move(items);
    endResetModel();
}

QStringList ProfileListModel::compared() const {
    QStringList keys;
    for (const ProfileItem& item : m_items)
        if (m_compared.contains(item.key) && !item.broken)
            keys << item.key;
    return keys;
}

void ProfileListModel::setCompared(const QStringList& keys) {
    m_compared = keys;
    if (!m_items.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {Qt::CheckStateRole});
    emit comparedChanged();
}

void ProfileListModel::setColors(const QHash<QString, int>& colors) {
    if (m_colors == colors)
        return;
    m_colors = colors;
    if (!m_items.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {ColorRole});
}

int ProfileListModel::rowOf(const QString& key) const {
    for (std::size_t row = 0; row < m_items.size(); ++row)
        if (m_items[row].key == key)
            return static_cast<int>(row);
    return -1;
}

int ProfileListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant ProfileListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ProfileItem& item = m_items[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return item.name;
    case Qt::ToolTipRole:
        return item.tip;
    case Qt::AccessibleTextRole:
        return tr("%1, %2", "name, kind and source").arg(item.name, item.detail);
    case Qt::CheckStateRole:
        return item.broken ? QVariant()
                           : QVariant(m_compared.contains(item.key) ? Qt::Checked : Qt::Unchecked);
    case KeyRole:
        return item.key;
    case DetailRole:
        return item.detail;
    case BrokenRole:
        return item.broken;
    case ColorRole:
        return m_colors.value(item.key, -1);
    default:
        return {};
    }
}

bool ProfileListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const ProfileItem& item = m_items[static_cast<std::size_t>(index.row())];
    if (item.broken)
        return false;
    m_compared.removeAll(item.key);
    if (value.toInt() == Qt::Checked)
        m_compared << item.key;
    emit dataChanged(index, index, {Qt::CheckStateRole});
    emit comparedChanged();
    return true;
}

Qt::ItemFlags ProfileListModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractListModel::flags(index);
    if (index.isValid() && !m_items[static_cast<std::size_t>(index.row())].broken)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

ProfileList::ProfileList(QWidget* parent)
    : QListView(parent) {
    setItemDelegate(new TwoLines(this));
    setUniformItemSizes(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
}

void ProfileList::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    const QModelIndex index = indexAt(at);
    const bool onBox = index.isValid() && event->button() == Qt::LeftButton &&
                       checkBox(visualRect(index)).adjusted(-6, -12, 6, 12).contains(at);
    if (!onBox)
        return QListView::mousePressEvent(event);
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model()->setData(index, checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace metainfer::widgets
