// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The migration report for Qt's text documents: the same HTML as report.html, with its charts as
// pictures and its style in the subset that QTextDocument knows.
#pragma once

#include <QHash>
#include <QImage>
#include <QString>

#include <memory>

class QTextDocument;

namespace metainfer::workbench {

struct ReportDocument {
    QString html;
    QString style;                   ///< for setDefaultStyleSheet
    QHash<QString, QImage> pictures; ///< "chart:0", …
};

/// Not for the GUI thread: renders the charts. `scale`: pixels of a chart per CSS pixel; `widest`:
/// CSS pixels that a chart may take, 0 = any number.
ReportDocument reportDocument(const QString& html, bool dark, double scale, int widest = 0);

/// Puts it into a document.
void fillDocument(QTextDocument& document, const ReportDocument& report);

} // namespace metainfer::workbench
