// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The session's stream of events in words.
#include "session/event_model.h"

#include "session/number_words.h"
#include "session/session_words.h"

namespace metainfer::workbench {

void EventModel::setSession(const SessionPresenter* session) {
    beginResetModel();
    m_session = session;
    m_lines = session ? session->events() : std::vector<EventLine>();
    endResetModel();
}

void EventModel::update() {
    if (!m_session)
        return;
    const std::vector<EventLine>& now = m_session->events();
    if (now.size() < m_lines.size())
        return setSession(m_session);
    if (now.size() == m_lines.size())
        return;
    beginInsertRows({}, static_cast<int>(m_lines.size()), static_cast<int>(now.size()) - 1);
    m_lines.insert(m_lines.end(), now.begin() + static_cast<std::ptrdiff_t>(m_lines.size()),
                   now.end());
    endInsertRows();
}

void EventModel::retranslate() {
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, Columns - 1);
}

int EventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int EventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const EventLine& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole && index.column() == Text)
        return SessionWords::event(line);
    if (role == Qt::TextAlignmentRole && index.column() != Text)
        return int(Qt::AlignCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time:
        return widgets::NumberWords::seconds(line.seconds);
    case Sign:
        return SessionWords::sign(line.event);
    case Text:
        return SessionWords::event(line);
    default:
        return {};
    }
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Text:
        return tr("Event");
    default:
        return QString();
    }
}

} // namespace metainfer::workbench
