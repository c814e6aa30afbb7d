// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which candidates are selected, shared by the table and all plots of a session.
#pragma once

#include <QObject>

#include <cstddef>
#include <vector>

namespace metainfer::workbench {

/// Rows of the session's candidate list. One signal per change, however many rows it touches:
/// QItemSelectionModel needs quadratic time for scattered rows.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    bool contains(std::size_t row) const { return row < m_rows.size() && m_rows[row]; }
    std::vector<std::size_t> rows() const;
    std::size_t count() const { return m_count; }
    /// The row that the inspector shows; -1 = none.
    int current() const { return m_current; }

    void select(const std::vector<std::size_t>& rows);
    void setCurrent(int row);
    void clear() { select({}); }

  signals:
    void changed();
    void currentChanged(int row);

  private:
    std::vector<bool> m_rows;
    std::size_t m_count = 0;
    int m_current = -1;
};

} // namespace metainfer::workbench
