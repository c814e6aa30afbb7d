// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A label for sentences.
#pragma once

#include <QLabel>

namespace metainfer::widgets {

/// Breaks its lines; `role` is a look of the theme ("title", "heading", "muted", "error"), null for
/// plain text.
inline QLabel* wrappedLabel(QWidget* parent, const char* role = nullptr) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    if (role)
        label->setProperty("role", role);
    return label;
}

} // namespace metainfer::widgets
