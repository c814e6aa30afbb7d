// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A report, which core writes in English, in the current language.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace metainfer::workbench {

class ReportWords {
    Q_DECLARE_TR_FUNCTIONS(ReportWords)

  public:
    /// The same page with every text that is known here said in the current language; names, keys,
    /// numbers and what is not known stay as they are. For any thread.
    static QString page(const QString& html);
    /// One text of the page.
    static QString text(const QString& english);

  private:
    static std::optional<QString> phrase(const QString& english);
    static std::optional<QString> piece(const QString& english);
};

} // namespace metainfer::workbench
