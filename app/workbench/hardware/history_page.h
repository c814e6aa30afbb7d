// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Revisions of the shown profile, and the way back to one of them.
#pragma once

#include "hardware/hardware_presenter.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace metainfer::widgets {
class DataTable;
}

namespace metainfer::workbench {

class HistoryPage : public QWidget {
    Q_OBJECT

  public:
    explicit HistoryPage(HardwarePresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void showRevisions();
    void chooseRow(int row);
    void showChanges(int revision, const std::vector<hardware::FieldChange>& changes);
    void askAndRollBack();

    HardwarePresenter& m_presenter;
    QLabel *m_hint, *m_changesTitle;
    widgets::DataTable *m_revisions, *m_changes;
    QPushButton* m_back;
    QWidget* m_below; ///< what going back changes
    int m_chosen = 0; ///< number of the revision; 0 = none
};

/// The devices that are most like the shown one, and why.
class SimilarPage : public QWidget {
    Q_OBJECT

  public:
    explicit SimilarPage(HardwarePresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  signals:
    void compareAsked(const QString& name);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void showFound();
    void showReasons(int row);

    HardwarePresenter& m_presenter;
    QLabel *m_hint, *m_reasons;
    widgets::DataTable* m_table;
    QAction* m_compare;
};

} // namespace metainfer::workbench
