// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Session place: a new migration, the current one while it runs and when it is done, or all
// side by side.
#pragma once

#include "shell/place.h"

class QStackedWidget;

namespace metainfer::workbench {

class NewMigrationPage;
class RunPage;
class SessionsPage;

class SessionPlace : public Place {
    Q_OBJECT

  public:
    explicit SessionPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override { return {m_showForm, m_showAll}; }
    bool isLoading() const override;

  protected:
    void retranslate() override;

  private:
    void showForm();
    void showSession();

    QStackedWidget* m_pages;
    NewMigrationPage* m_form;
    RunPage* m_run;
    SessionsPage* m_all;
    QAction *m_showForm, *m_showAll;
};

} // namespace metainfer::workbench
