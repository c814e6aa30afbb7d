// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The samples that suffer most, each with its input and the outputs beside the reference's.
#pragma once

#include "accuracy/accuracy_presenter.h"

#include <QStackedWidget>

class QLabel;

namespace metainfer::widgets {
class EmptyState;
class PlotView;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class SamplesPage : public QStackedWidget {
    Q_OBJECT

  public:
    explicit SamplesPage(AccuracyPresenter& accuracy, QWidget* parent = nullptr);
    widgets::EmptyState& empty() const { return *m_empty; }
    widgets::RowTable& table() const { return *m_samples; }
    void retranslate();
    void refresh();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeDetail();
    void showSample(int row);
    void showPicture();

    AccuracyPresenter& m_accuracy;
    widgets::EmptyState* m_empty;
    QLabel *m_note, *m_name, *m_picture;
    widgets::RowTable *m_samples, *m_values;
    widgets::PlotView* m_plot;
};

} // namespace metainfer::workbench
