// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Reports place: the current session's report, or several sessions compared, as a preview, and
// their export.
#pragma once

#include "shell/place.h"

class QComboBox;
class QLabel;
class QMenu;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

#include <optional>

namespace metainfer::widgets {
class EmptyState;
}

namespace metainfer::workbench {

struct ReportDocument;

class ReportsPlace : public Place {
    Q_OBJECT

  public:
    explicit ReportsPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override { return m_exports; }
    bool isLoading() const override { return m_loading; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void follow();
    void refresh();
    void show(const std::shared_ptr<const ReportDocument>& report);
    void exportAs(const QString& format);
    bool isComparison() const;
    /// Sessions and kind of what is shown; empty sessions = nothing can be shown yet.
    engine::ReportRequest what() const;
    void fillMenu();
    void showEmpty();

    QPointer<SessionPresenter> m_session;
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QTextBrowser* m_preview;
    QLabel *m_title, *m_note;
    QComboBox* m_kind;
    QToolButton* m_with; ///< the sessions to compare with
    QMenu* m_withMenu;
    QStringList m_compared; ///< their folders
    QList<QAction*> m_exports;
    std::optional<Error> m_failure; ///< why the page of this session cannot be made
    bool m_loading = false, m_stale = true;
    int m_shownRun = 0; ///< counts previews, so that a late one does not replace a newer
};

} // namespace metainfer::workbench
