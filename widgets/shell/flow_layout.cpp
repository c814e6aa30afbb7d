// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of items.
#include "shell/flow_layout.h"

#include <algorithm>

namespace metainfer::widgets {

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = {size.width() + item->sizeHint().width() + (size.isEmpty() ? 0 : spacing()),
                    std::max(size.height(), item->sizeHint().height())};
    const QMargins around = contentsMargins();
    return size + QSize(around.left() + around.right(), around.top() + around.bottom());
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    const QMargins around = contentsMargins();
    return size + QSize(around.left() + around.right(), around.top() + around.bottom());
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    const QMargins around = contentsMargins();
    const QRect inside = rect.marginsRemoved(around);
    int line = 0; // of one height, so that what stands in a line is in line
    for (const QLayoutItem* item : m_items)
        line = std::max(line, item->isEmpty() ? 0 : item->sizeHint().height());
    int x = inside.left(), y = inside.top();
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size(std::min(item->sizeHint().width(), std::max(1, inside.width())), line);
        if (x > inside.left() && x + size.width() > inside.left() + inside.width()) {
            x = inside.left();
            y += line + spacing() / 2;
        }
        if (place)
            item->setGeometry({{x, y}, size});
        x += size.width() + spacing();
    }
    return y + line - rect.top() + around.bottom();
}

} // namespace metainfer::widgets
