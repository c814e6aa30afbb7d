// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy place: gate, accuracy before and after, boundary cases, anomalies and worst samples.
#pragma once

#include "shell/place.h"

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace metainfer::widgets {
class EmptyState;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class AccuracyPlace : public Place {
    Q_OBJECT

  public:
    explicit AccuracyPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;

  protected:
    void retranslate() override;

  private:
    /// One figure with its name above.
    struct Card {
        QLabel *name, *value, *note;
    };
    Card card(QLayout* into, const QString& objectName);
    widgets::RowTable* table(const QString& name);
    void follow();
    void refresh();
    void showCards(const Json& validation, const Json& decision);
    void showTables(const Json& validation, const std::string& chosen);

    QPointer<SessionPresenter> m_session;
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QLabel *m_title, *m_summary;
    Card m_gate, m_before, m_after, m_alike;
    QTabWidget* m_tabs;
    widgets::RowTable *m_subjects, *m_boundary, *m_anomalies, *m_samples;
};

} // namespace metainfer::workbench
