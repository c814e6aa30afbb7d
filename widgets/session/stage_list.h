// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of a run, one line each: done with its time, at work, still to come.
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;

namespace metainfer::widgets {

enum class StageState { Waiting, Working, Done, Stopped };

struct StageRow {
    QString name;
    StageState state = StageState::Waiting;
    double seconds = -1; ///< below 0 = not known
    bool operator==(const StageRow&) const = default;
};

class StageList : public QWidget {
    Q_OBJECT

  public:
    explicit StageList(QWidget* parent = nullptr);
    void setStages(const QList<StageRow>& stages);
    const QList<StageRow>& stages() const { return m_stages; }

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Line {
        QLabel *sign, *name, *time;
    };
    void refresh();

    QGridLayout* m_layout;
    QList<StageRow> m_stages;
    QList<Line> m_lines;
};

} // namespace metainfer::widgets
