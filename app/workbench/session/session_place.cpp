// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Session place.
#include "session/session_place.h"

#include "shell/empty_state.h"

#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeSessionPlace(Workspace& workspace) {
    return new SessionPlace(workspace);
}

SessionPlace::SessionPlace(Workspace& workspace)
    : Place(workspace)
    , m_empty(new widgets::EmptyState("session", this)) {
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_empty);
    retranslate();
}

QString SessionPlace::title() const {
    return tr("Session");
}

QString SessionPlace::hint() const {
    return tr("Start a migration and watch it");
}

void SessionPlace::retranslate() {
    m_empty->setTexts(tr("No session is open"), tr("Open a session folder, or drop one here."));
}

} // namespace metainfer::workbench
