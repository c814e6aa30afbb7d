// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The rail on the left: one button per place, icon above its name, arrow keys move.
#pragma once

#include <QHash>
#include <QWidget>

class QButtonGroup;
class QToolButton;
class QVBoxLayout;

namespace metainfer::widgets {

class NavigationRail : public QWidget {
    Q_OBJECT

  public:
    explicit NavigationRail(QWidget* parent = nullptr);
    /// `shortcut` is shown in the tool tip, e.g. "Ctrl+1".
    void addEntry(const QString& id, const QString& icon);
    void setTexts(const QString& id, const QString& title, const QString& toolTip);
    void setCurrent(const QString& id);

  signals:
    void chosen(const QString& id);

  protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void tint();

    QVBoxLayout* m_layout;
    QButtonGroup* m_group;
    QHash<QString, QToolButton*> m_buttons;
    QStringList m_order;
};

} // namespace metainfer::widgets
