// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A place of the window: one page that the navigation rail leads to. A new one is one class and one
// line in places.def.
#pragma once

#include "session/workspace.h"

#include <QWidget>

namespace metainfer::workbench {

class Place : public QWidget {
    Q_OBJECT

  public:
    explicit Place(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_workspace(workspace) {}

    virtual QString title() const = 0; ///< in the current language
    virtual QString hint() const = 0;  ///< one sentence: what one does here
    /// Actions for the menus and the command palette, beside those of the window.
    virtual QList<QAction*> placeActions() const { return {}; }
    /// Those of them that open and close its panels: the window's View menu has them.
    virtual QList<QAction*> panelActions() const { return {}; }
    /// True while something here still loads: `--screenshot` waits for it.
    virtual bool isLoading() const { return false; }

  protected:
    Workspace& workspace() const { return m_workspace; }
    /// Sets all texts; called at start by the place itself and when the language changes.
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;

  private:
    Workspace& m_workspace;
};

#define METAINFER_PLACE(id, icon, name, area) Place* make##name(Workspace& workspace);
#include "shell/places.def"
#undef METAINFER_PLACE

} // namespace metainfer::workbench
