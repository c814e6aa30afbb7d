// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a report.
#include "session/report_export.h"

#include "base/file.h"
#include "session/migration_check.h"
#include "session/report_document.h"
#include "session/report_words.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextDocument>

#include <cmath>

namespace metainfer::workbench {
namespace {

constexpr int kPdfDotsPerInch = 300;
constexpr double kScale = kPdfDotsPerInch / 96.0; ///< dots of a CSS pixel
constexpr QSizeF kPage(794, 1123);                ///< A4 in CSS pixels
constexpr int kMargin = 64;
/// A heading with less room than this below it goes to the next page.
constexpr int kRoomBelowHeading = 90;

int pageOf(double y) {
    return static_cast<int>(y / kPage.height());
}

/// Its sentence and the picture or table behind it would begin on the next page.
bool isLeftBehind(const QTextDocument& document, const QTextBlock& heading, const QRectF& at) {
    constexpr int kBelongsTo = 2; // the sentence, and what it speaks of
    if (std::fmod(at.top(), kPage.height()) < kPage.height() / 3)
        return false; // a page of its own would win little
    QTextBlock next = heading.next();
    for (int i = 0; i < kBelongsTo && next.isValid(); ++i, next = next.next())
        if (next.blockFormat().headingLevel() == 0 &&
            pageOf(document.documentLayout()->blockBoundingRect(next).bottom() - 1) !=
                pageOf(at.top()))
            return true;
    return false;
}

/// No heading stands alone at the end of a page.
void keepHeadingsWithText(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() < 2)
            continue;
        const QRectF at = document.documentLayout()->blockBoundingRect(block);
        const double below = kPage.height() - kMargin - std::fmod(at.bottom(), kPage.height());
        if (below >= kRoomBelowHeading && !isLeftBehind(document, block, at))
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
        // What comes after it moves by more than its own change tells.
        document.markContentsDirty(0, document.characterCount());
    }
}

void drawPage(QPainter& painter, QTextDocument& document, int page) {
    painter.save();
    painter.scale(kScale, kScale);
    painter.save();
    painter.translate(0, -page * kPage.height());
    document.drawContents(&painter, QRectF(QPointF(0, page * kPage.height()), kPage));
    painter.restore();
    QFont font = document.defaultFont();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.drawText(QRectF(kMargin, kPage.height() - kMargin, kPage.width() - 2 * kMargin, 32),
                     Qt::AlignRight | Qt::AlignBottom, QString::number(page + 1));
    painter.restore();
}

QByteArray pdf(const QString& html) {
    QTextDocument document;
    QFont font = document.defaultFont();
    font.setHintingPreference(QFont::PreferNoHinting); // laid out once, for any resolution
    document.setDefaultFont(font);
    fillDocument(document, reportDocument(html, false, kScale,
                                          static_cast<int>(kPage.width()) - 2 * kMargin));
    document.setDocumentMargin(kMargin);
    document.setPageSize(kPage);
    keepHeadingsWithText(document);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(kPdfDotsPerInch);
    writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    writer.setCreator("MetaInfer");
    QPainter painter(&writer);
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0)
            writer.newPage();
        drawPage(painter, document, page);
    }
    painter.end();
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
