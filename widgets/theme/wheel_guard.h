// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Whoever scrolls a page with the wheel changes no field that passes under the pointer.
#pragma once

#include <QObject>

namespace metainfer::widgets {

/// Filters the events of the whole application: the wheel over a combo box, a spin box or a slider
/// that has no focus goes to what lies around it, and gives it no focus either. Scroll bars, and
/// the list that a combo box has opened, are not meant.
class WheelGuard : public QObject {
    Q_OBJECT

  public:
    /// Once for the application, whatever is asked later.
    static void install();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    using QObject::QObject;
};

} // namespace metainfer::widgets
