// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The wheel belongs to the page until a field is focused.
#include "theme/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QPointer>
#include <QScrollBar>
#include <QWheelEvent>

namespace metainfer::widgets {
namespace {

bool takesTheWheel(const QWidget* widget) {
    return qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) ||
           (qobject_cast<const QAbstractSlider*>(widget) &&
            !qobject_cast<const QScrollBar*>(widget));
}

/// The field that this is, or is a part of; parts of an opened list have a window of their own.
const QWidget* fieldAt(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget()) {
        if (takesTheWheel(widget))
            return widget;
        if (widget->isWindow())
            break;
    }
    return nullptr;
}

} // namespace

void WheelGuard::install() {
    static QPointer<WheelGuard> guard;
    if (guard)
        return;
    guard = new WheelGuard(qApp);
    qApp->installEventFilter(guard);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Polish && watched->isWidgetType()) {
        // Qt focuses these before anybody sees the wheel's event.
        auto* widget = static_cast<QWidget*>(watched);
        if (takesTheWheel(widget) && widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
    } else if (event->type() == QEvent::Wheel && watched->isWidgetType()) {
        const QWidget* field = fieldAt(static_cast<QWidget*>(watched));
        if (field && !field->hasFocus() && !field->isAncestorOf(QApplication::focusWidget())) {
            event->ignore(); // goes on to the parent
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace metainfer::widgets
