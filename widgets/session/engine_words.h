// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine writes in English, into a session's files and events, in the current language.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace metainfer::widgets {

class EngineWords {
    Q_DECLARE_TR_FUNCTIONS(EngineWords)

  public:
    /// Texts that are not known here, of an older or newer program, stay as they are. Several in
    /// one, joined by "; ", are taken one by one.
    static QString text(const QString& english);
    /// One text as a whole; nullopt when it is not known.
    static std::optional<QString> phrase(const QString& english);
};

} // namespace metainfer::widgets

namespace metainfer::workbench {
using widgets::EngineWords;
}
