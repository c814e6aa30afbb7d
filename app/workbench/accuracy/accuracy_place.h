// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy place: gate, accuracy before and after, errors by output and channel, sensitivity by
// layer, worst samples, boundary cases and anomalies.
#pragma once

#include "accuracy/accuracy_presenter.h"
#include "shell/place.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace metainfer::widgets {
class EmptyState;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class PlotTablePage;
class SamplesPage;

class AccuracyPlace : public Place {
    Q_OBJECT

  public:
    explicit AccuracyPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override { return {m_examineAction}; }
    bool isLoading() const override { return m_accuracy->isLoading(); }
    AccuracyPresenter& accuracy() const { return *m_accuracy; }

  protected:
    void retranslate() override;

  private:
    /// One figure with its name above.
    struct Card {
        QLabel *name, *value, *note;
    };
    void makeHead(QLayout* into);
    QWidget* makeOutputs();
    Card card(QLayout* into, const QString& objectName);
    widgets::RowTable* table(const QString& name);
    void refresh();
    void showExamination();
    void showCards();
    void showFinalists();
    void showFindings();
    void showOutputs();
    void showChannels(int output);
    void showLayers();
    void showInside();
    void showState();
    void setHeaders();
    void countTabs();
    void showHints();

    AccuracyPresenter* m_accuracy;
    QAction* m_examineAction;
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QLabel *m_title, *m_summary, *m_state;
    QPushButton* m_examine;
    Card m_gate, m_before, m_after, m_alike;
    QTabWidget* m_tabs;
    widgets::RowTable *m_subjects, *m_boundary, *m_anomalies, *m_outputs;
    PlotTablePage *m_channels, *m_layers, *m_inside;
    SamplesPage* m_samples;
};

} // namespace metainfer::workbench
