// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form: a tree of fields with their values, sources and mistakes.
#pragma once

#include "hardware/profile_form_model.h"

#include <QTreeView>

namespace metainfer::widgets {

class ProfileFormView : public QTreeView {
    Q_OBJECT

  public:
    explicit ProfileFormView(QWidget* parent = nullptr);
    void setForm(ProfileFormModel* model);
    /// Scrolls to a field and makes it current.
    void goToField(const QString& path);

  signals:
    void addLevelAsked();
    void removeLevelAsked(int level);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void copyRow();
    ProfileFormModel* m_form = nullptr;
};

} // namespace metainfer::widgets
