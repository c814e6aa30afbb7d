// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The session's stream of events in words.
#pragma once

#include "session/session_presenter.h"

#include <QAbstractTableModel>

namespace metainfer::workbench {

class EventModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Time, Sign, Text, Columns };
    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties it. Follows the presenter by `update`.
    void setSession(const SessionPresenter* session);
    /// Takes over what was added since; everything when the stream began anew.
    void update();
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

  private:
    std::vector<EventLine> m_lines;
    const SessionPresenter* m_session = nullptr;
};

} // namespace metainfer::workbench
