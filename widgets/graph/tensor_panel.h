// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The content of a constant: statistics, distribution, first elements.
#pragma once

#include "graph/tensor_statistics.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace metainfer::widgets {

class PropertyView;

/// Bars of a distribution; the value under the pointer is shown.
class HistogramView : public QWidget {
    Q_OBJECT

  public:
    explicit HistogramView(QWidget* parent = nullptr);
    void setData(const TensorStatistics& statistics);
    bool isLogarithmic() const { return m_isLogarithmic; }
    void setLogarithmic(bool on);
    QString copyText() const; ///< "low<tab>high<tab>count" lines
    QSize sizeHint() const override { return {240, 130}; }

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    QRectF plot() const;
    int binAt(double x) const;
    QString binText(int bin) const;
    double share(std::uint64_t count) const; ///< height of a bar, 0 to 1

    double m_low = 0, m_high = 1;
    std::vector<std::uint64_t> m_bins;
    std::uint64_t m_highest = 0;
    bool m_isLogarithmic = false;
    int m_hovered = -1;
};

class TensorPanel : public QWidget {
    Q_OBJECT

  public:
    explicit TensorPanel(QWidget* parent = nullptr);
    void showReading(const QString& name);
    void showStatistics(const QString& name, const TensorStatistics& statistics);
    void showFailure(const QString& name, const QString& why);
    void clear();

  signals:
    void exportAsked();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void refresh();

    QLabel *m_name, *m_state;
    PropertyView* m_rows;
    HistogramView* m_histogram;
    QPushButton* m_export;
    QString m_failure;
    bool m_isReading = false;
    std::optional<TensorStatistics> m_statistics;
};

} // namespace metainfer::widgets
