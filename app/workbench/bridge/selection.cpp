// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which candidates are selected.
#include "bridge/selection.h"

#include <algorithm>

namespace metainfer::workbench {

std::vector<std::size_t> Selection::rows() const {
    std::vector<std::size_t> rows;
    rows.reserve(m_count);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i])
            rows.push_back(i);
    return rows;
}

void Selection::select(const std::vector<std::size_t>& rows) {
    std::vector<bool> wanted;
    if (!rows.empty())
        wanted.resize(*std::max_element(rows.begin(), rows.end()) + 1);
    for (const std::size_t row : rows)
        wanted[row] = true;
    if (wanted == m_rows)
        return;
    m_rows = std::move(wanted);
    m_count = static_cast<std::size_t>(std::count(m_rows.begin(), m_rows.end(), true));
    emit changed();
}

void Selection::setCurrent(int row) {
    if (row == m_current)
        return;
    m_current = row;
    emit currentChanged(row);
}

} // namespace metainfer::workbench
