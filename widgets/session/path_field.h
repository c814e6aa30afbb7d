// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A path: typed, chosen in a dialog, or dropped.
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace metainfer::widgets {

class PathField : public QWidget {
    Q_OBJECT

  public:
    enum class Kind { File, Folder, NewFolder };

    explicit PathField(Kind kind, QWidget* parent = nullptr);
    QString text() const;
    void setText(const QString& text);
    QLineEdit* edit() const { return m_edit; }
    /// Title and filter of the dialog, and the name that assistive technology reads.
    void setTexts(const QString& name, const QString& filter, const QString& placeholder);

  signals:
    void changed(const QString& text);

  protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void browse();

    Kind m_kind;
    QLineEdit* m_edit;
    QToolButton* m_browse;
    QString m_name, m_filter;
};

} // namespace metainfer::widgets
