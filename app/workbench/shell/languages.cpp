// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Switching languages.
#include "shell/languages.h"

#include <QApplication>
#include <QDirIterator>
#include <QFont>
#include <QLibraryInfo>

namespace metainfer::workbench {

void Languages::apply(const QString& language) {
    QString wanted = language;
    if (wanted != "en" && wanted != "zh_CN")
        wanted = QLocale::system().language() == QLocale::Chinese ? "zh_CN" : "en";
    m_current = wanted;
    for (const auto& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
    m_translators.clear();
    QLocale::setDefault(wanted == "zh_CN" ? QLocale(QLocale::Chinese, QLocale::China)
                                          : QLocale(QLocale::English, QLocale::UnitedStates));
    // Without a Chinese locale the font system prefers Japanese forms of the characters.
    QFont font = QApplication::font();
    QStringList families = font.families();
    for (const char* family : {"Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei"})
        if (!families.contains(family))
            families << family;
    font.setFamilies(families);
    QApplication::setFont(font);
    if (wanted == "en")
        return;
    const auto install = [&](const QString& file, const QString& folder) {
        auto translator = std::make_unique<QTranslator>();
        if (!translator->load(file, folder))
            return;
        QCoreApplication::installTranslator(translator.get());
        m_translators.push_back(std::move(translator));
    };
    install("qtbase_" + wanted, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    QDirIterator files(":/i18n", {"*_" + wanted + ".qm"});
    while (files.hasNext()) {
        files.next();
        install(files.fileName(), ":/i18n");
    }
}

} // namespace metainfer::workbench
