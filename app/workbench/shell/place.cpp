// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A place of the window.
#include "shell/place.h"

#include <QEvent>

namespace metainfer::workbench {

void Place::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::workbench
