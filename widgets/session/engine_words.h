// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine writes in English, into a session's files, events and errors, in the current
// language.
#pragma once

#include "base/result.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace metainfer::widgets {

class EngineWords {
    Q_DECLARE_TR_FUNCTIONS(EngineWords)

  public:
    /// Texts that are not known here, of an older or newer program, stay as they are. Sentences,
    /// parts joined by "; " and what follows a name and ": " are taken one by one.
    static QString text(const QString& english);
    static QString text(const std::string& english) {
        return text(QString::fromStdString(english));
    }
    static QString text(const char* english) { return text(QString::fromUtf8(english)); }
    /// "what is wrong (where). What to do", like Error::text.
    static QString error(const Error& error);
    /// One text as a whole; nullopt when it is not known.
    static std::optional<QString> phrase(const QString& english);
};

} // namespace metainfer::widgets

namespace metainfer::workbench {
using widgets::EngineWords;
}
