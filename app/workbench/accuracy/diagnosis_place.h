// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Diagnosis place: the symptoms of the current session with evidence, cause, remedy and nodes.
#pragma once

#include "accuracy/symptoms.h"
#include "shell/place.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
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
    bool isWanted(const Symptom& symptom) const;
    QString placeAction(const QString& place) const;

    QPointer<SessionPresenter> m_session;
    QList<Symptom> m_symptoms; ///< all
    QList<qsizetype> m_shown;  ///< those that the filter lets through
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QLabel *m_title, *m_summary;
    QLineEdit* m_search;
    QComboBox* m_level;
    widgets::RowTable* m_table;
    QLabel *m_name, *m_evidence, *m_cause, *m_remedy;
    QLabel *m_evidenceTitle, *m_causeTitle, *m_remedyTitle, *m_nodesTitle;
    QListWidget* m_nodes;
    QPushButton* m_go;
};

} // namespace metainfer::workbench
