// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Items side by side, going on below where a narrow panel has no room for them.
#pragma once

#include <QLayout>

namespace metainfer::widgets {

class FlowLayout : public QLayout {
    Q_OBJECT

  public:
    explicit FlowLayout(QWidget* parent = nullptr)
        : QLayout(parent) {}
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    void setGeometry(const QRect& rect) override;
    QSize sizeHint() const override; ///< all in one line
    QSize minimumSize() const override;

  private:
    /// Returns the height that the items take.
    int arrange(const QRect& rect, bool place) const;

    QList<QLayoutItem*> m_items;
};

} // namespace metainfer::widgets
