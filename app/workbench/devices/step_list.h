// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of a check, one line each with its sign and time; under the one that failed, why and
// what to do.
#pragma once

#include "devices/check_run.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;

namespace metainfer::workbench {

class StepList : public QScrollArea {
    Q_OBJECT

  public:
    explicit StepList(QWidget* parent = nullptr);
    void setSteps(const CheckSteps& steps);
    /// All of it, to be copied.
    QString text() const;

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Line {
        QLabel *sign, *what, *time;
    };
    Line& line(qsizetype index);
    void refresh();

    QWidget* m_page;
    QGridLayout* m_layout;
    QList<Line> m_lines;
    CheckSteps m_steps{QString()};
};

} // namespace metainfer::workbench
