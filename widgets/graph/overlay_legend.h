// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the colours of a graph mean, in the lower left corner of its view.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace metainfer::widgets {

class GraphView;

class OverlayLegend : public QWidget {
    Q_OBJECT

  public:
    struct Entry {
        QColor color;
        QString text;
        QString symbol; ///< beside the colour; may be empty
    };

    explicit OverlayLegend(GraphView* view);
    /// What the colours mean while there is no overlay (families, changes); empty: nothing.
    void setPlain(const QString& title, std::vector<Entry> entries);
    QSize sizeHint() const override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void refresh();
    void place();
    int barTextWidth() const;
    void paintBar(QPainter& painter, const QRectF& area) const;

    GraphView* m_view;
    QString m_title, m_plainTitle, m_source;
    std::vector<Entry> m_entries, m_plain; ///< of a bar: its stops from low to high
    bool m_isBar = false;
};

} // namespace metainfer::widgets
