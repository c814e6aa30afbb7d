// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Session place: a new migration, or the current one while it runs.
#pragma once

#include "shell/place.h"

namespace metainfer::widgets {
class EmptyState;
}

namespace metainfer::workbench {

class SessionPlace : public Place {
    Q_OBJECT

  public:
    explicit SessionPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;

  protected:
    void retranslate() override;

  private:
    widgets::EmptyState* m_empty;
};

} // namespace metainfer::workbench
