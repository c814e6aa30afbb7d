// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A matrix of coloured cells with a symbol and a number in each: operators over devices and types.
#pragma once

#include <QAbstractScrollArea>

#include <functional>
#include <optional>
#include <vector>

namespace metainfer::widgets {

enum class CellState { Unknown, Native, Decomposed, Emulated, Unsupported, Failed };

/// One cell. Colour alone carries nothing: the symbol says the state, the text the number.
struct HeatCell {
    CellState state = CellState::Unknown;
    std::optional<double> heat; ///< in [0, 1]: place on the colour scale; empty = not coloured
    QString text;               ///< short, inside the cell
    QString tip;
};

struct HeatMatrix {
    QStringList rows;
    QStringList columns;
    QStringList groups; ///< above the columns: one name per column, equal neighbours are joined
    std::vector<HeatCell> cells; ///< row by row
    QString low, high;           ///< what the ends of the scale mean

    const HeatCell& at(int row, int column) const {
        return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns.size()) +
                     static_cast<std::size_t>(column)];
    }
};

class HeatMap : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit HeatMap(QWidget* parent = nullptr);

    void setMatrix(HeatMatrix matrix);
    const HeatMatrix& matrix() const { return m_matrix; }
    void setEmptyText(const QString& text);
    /// Row and column of the current cell; (-1, -1) = none.
    QPoint current() const { return m_current; }
    void setCurrent(int row, int column);
    QRect cellRect(int row, int column) const; ///< in the viewport
    /// Steps of about a seventh; 0 = the size of the text around it.
    int zoom() const { return m_zoom; }
    void setZoom(int steps);
    /// Tab-separated, with a head line.
    QString dataText() const;

    static QString stateText(CellState state);
    static QString stateSymbol(CellState state);

  signals:
    void currentChanged(int row, int column);
    void cellActivated(int row, int column);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void layOut();
    QPoint cellAt(QPoint position) const; ///< x = row, y = column; -1 outside
    void paintHeads(QPainter& painter);
    void paintCell(QPainter& painter, int row, int column);
    void paintLegend(QPainter& painter);
    void copyData() const;
    void copyImage();
    void saveImage();

    HeatMatrix m_matrix;
    QString m_emptyText;
    QPoint m_current{-1, -1};
    int m_cellWidth = 76, m_cellHeight = 26, m_rowHead = 120, m_columnHead = 44;
    int m_zoom = 0;
};

} // namespace metainfer::widgets
