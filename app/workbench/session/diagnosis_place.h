// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Diagnosis place: the symptoms of the current session with evidence, cause, remedy and nodes.
#pragma once

#include "session/symptoms.h"
#include "shell/place.h"

class QLabel;
class QListWidget;
class QStackedWidget;

namespace metainfer::widgets {
class EmptyState;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class DiagnosisPlace : public Place {
    Q_OBJECT

  public:
    explicit DiagnosisPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;

  protected:
    void retranslate() override;

  private:
    QWidget* makeDetail();
    void follow();
    void refresh();
    void fill();
    void showSymptom(int row);

    QPointer<SessionPresenter> m_session;
    QList<Symptom> m_symptoms;
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QLabel *m_title, *m_summary;
    widgets::RowTable* m_table;
    QLabel *m_name, *m_evidence, *m_cause, *m_remedy;
    QLabel *m_evidenceTitle, *m_causeTitle, *m_remedyTitle, *m_nodesTitle;
    QListWidget* m_nodes;
};

} // namespace metainfer::workbench
