// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings that the engine writes into a session's files in English, in the current language.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace metainfer::workbench {

class EngineWords {
    Q_DECLARE_TR_FUNCTIONS(EngineWords)

  public:
    /// Texts that are not known here, of an older or newer program, stay as they are.
    static QString text(const QString& english);
};

} // namespace metainfer::workbench
