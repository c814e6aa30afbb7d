// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a report.
#include "session/report_export.h"

#include "base/file.h"
#include "session/migration_check.h"
#include "session/report_document.h"
#include "session/report_words.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextDocument>

namespace metainfer::workbench {
namespace {

constexpr int kPdfDotsPerInch = 300;
/// Pixels of a chart per CSS pixel: what 300 dots per inch show of 96.
constexpr double kPdfChartScale = 3;

QByteArray pdf(const QString& html) {
    QTextDocument document;
    fillDocument(document, reportDocument(html, false, kPdfChartScale));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout::Millimeter);
    writer.setResolution(kPdfDotsPerInch);
    writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    writer.setCreator("MetaInfer");
    document.print(&writer);
    buffer.close();
    return bytes;
}

} // namespace

QStringList reportFormats() {
    return {"pdf", "html", "json", "csv"};
}

Status exportReport(engine::Commands& engine, engine::ReportRequest request, const QString& format,
                    const QString& file) {
    request.format = format == "pdf" ? "html" : format.toStdString();
    request.out.clear();
    MI_ASSIGN(const engine::ReportOutcome report, engine.report(request));
    if (format == "json" || format == "csv") // for programs
        return writeFileAtomically(file.toStdString(), report.text);
    const QString page = ReportWords::page(QString::fromStdString(report.text));
    if (format == "html")
        return writeFileAtomically(file.toStdString(), page.toStdString());
    const QByteArray bytes = pdf(page);
    return writeFileAtomically(file.toStdString(),
                               {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QString reportCommand(const engine::ReportRequest& what, const QString& format,
                      const QString& file) {
    QStringList words{"metainfer", "report"};
    for (const auto& session : what.sessions)
        words << shellWord(QString::fromStdString(session.string()));
    if (what.kind != "migration")
        words << "--kind" << QString::fromStdString(what.kind);
    const bool pdf = format == "pdf";
    words << "--format" << (pdf ? QString("html") : format) << "-o"
          << shellWord(pdf ? file.chopped(4) + ".html" : file);
    return words.join(' ');
}

} // namespace metainfer::workbench
