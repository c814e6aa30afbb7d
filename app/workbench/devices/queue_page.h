// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Who measures on a device, and who waits for it.
#pragma once

#include "devices/telemetry_presenter.h"
#include "session/row_table.h"

#include <QWidget>

class QLabel;

namespace metainfer::workbench {

/// Looks while it is visible.
class QueuePage : public QWidget {
    Q_OBJECT

  public:
    explicit QueuePage(TelemetryPresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void showQueue();

    TelemetryPresenter& m_presenter;
    QLabel *m_state, *m_file, *m_title;
    widgets::RowTable* m_queue;
    QList<QList<widgets::TableCell>> m_waiting; ///< as shown
};

} // namespace metainfer::workbench
