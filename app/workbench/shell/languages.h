// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The languages of the program and how to switch between them while it runs.
#pragma once

#include <QLocale>
#include <QString>
#include <QTranslator>

#include <memory>
#include <vector>

namespace metainfer::workbench {

/// English needs no translation file; Simplified Chinese is loaded from the resources.
class Languages {
  public:
    /// "system", "en" or "zh_CN"; widgets get a LanguageChange event.
    void apply(const QString& language);
    /// "en" or "zh_CN"
    const QString& current() const { return m_current; }

  private:
    std::vector<std::unique_ptr<QTranslator>> m_translators;
    QString m_current = "en";
};

} // namespace metainfer::workbench
