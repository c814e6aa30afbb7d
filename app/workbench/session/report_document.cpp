// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The migration report for Qt's text documents.
#include "session/report_document.h"

#include "theme/colors.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextOption>
#include <QUrl>

namespace metainfer::workbench {
namespace {

struct Inks {
    QString ink, soft, rule, panel, original, hand, adapted, good, bad, front;
};

Inks inksOf(bool dark) {
    const widgets::Colors& c = dark ? widgets::Colors::darkOnes() : widgets::Colors::light();
    return {c.text.name(),      c.textMuted.name(), c.border.name(), c.raised.name(),
            c.series[7].name(), c.series[1].name(), c.accent.name(), c.success.name(),
            c.danger.name(),    c.series[6].name()};
}

/// The charts' classes, as report.html has them.
QString chartStyle(const Inks& i) {
    return QString("<style>text{fill:%1;font-size:12.5px;font-family:sans-serif}"
                   ".tick{fill:%2;font-size:11.5px}.axis{fill:%2;font-size:12px}"
                   ".name{font-size:12px;font-weight:600}.grid{stroke:%3;stroke-width:1}"
                   ".interval{stroke:%1;stroke-width:1.5}.original{fill:%4}.hand{fill:%5}"
                   ".adapted{fill:%6}.dominated{fill:none;stroke:%4;stroke-width:1.3}"
                   ".front{fill:%7}.step{fill:none;stroke:%6;stroke-width:2}</style>")
        .arg(i.ink, i.soft, i.rule, i.original, i.hand, i.adapted, i.front);
}

QString textStyle(const Inks& i) {
    return QString("body{color:%1} h1{font-size:22px;margin-bottom:4px}"
                   "h2{font-size:17px;margin-top:22px;margin-bottom:6px}"
                   "h3{font-size:14px;margin-top:14px;margin-bottom:4px}"
                   ".soft,.legend,.small{color:%2} .good{color:%3} .bad{color:%4}"
                   ".badge{color:%5} .big{font-size:19px;font-weight:600} .name{color:%2}"
                   ".summary{color:%6;font-weight:600;margin-top:8px}"
                   "th{color:%2;text-align:left;padding:3px 8px 3px 0}"
                   "td{padding:3px 8px 3px 0;border-bottom:1px solid %7}"
                   "td.card{padding:8px 14px;border:none;background:%8}"
                   "td.n,th.n{text-align:right} tr.chosen td{font-weight:600}"
                   "code{font-size:11px}")
        .arg(i.ink, i.soft, i.good, i.bad, i.hand, i.adapted, i.rule, i.panel);
}

QImage picture(const QString& svg, const QString& style, double scale, QSize& size) {
    QString text = svg;
    text.insert(text.indexOf('>') + 1, style);
    QSvgRenderer renderer(text.toUtf8());
    size = renderer.defaultSize();
    if (!renderer.isValid() || size.isEmpty())
        return {};
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter);
    return image;
}

/// What QTextDocument has no notion of: grids of cards, folded parts, alignment by class.
QString simplified(QString html) {
    html.remove(
        QRegularExpression("<style>.*?</style>", QRegularExpression::DotMatchesEverythingOption));
    // Said of what a page in a browser can do.
    html.remove(QRegularExpression("<span class=\"screen\">.*?</span>",
                                   QRegularExpression::DotMatchesEverythingOption));
    static const QRegularExpression card(
        R"re(<div class="card"><div class="name">(.*?)</div><div class="big">(.*?)</div><div class="small">(.*?)</div><div class="small (\w+)">(.*?)</div></div>)re");
    html.replace(
        card,
        R"(<td class="card"><span class="name">\1</span><br><span class="big">\2</span><br><span class="small">\3</span><br><span class="\4">\5</span></td>)");
    html.replace(R"(<div class="cards">)", R"(<table width="98%" cellspacing="6"><tr>)");
    static const QRegularExpression cardsEnd(R"((</td>)\s*</div>)");
    html.replace(cardsEnd, R"(\1</tr></table>)");
    html.replace("<summary>", R"(<p class="summary">)").replace("</summary>", "</p>");
    html.remove("<details>").remove("</details>");
    html.replace(R"(<span class="badge">)", R"(&nbsp; <span class="badge">)");
    html.replace(R"(<td class="n">)", R"(<td class="n" align="right">)");
    html.replace(R"(<td class="key">)", R"(<td class="key" width="42%">)");
    html.replace(R"(<th class="n">)", R"(<th class="n" align="right">)");
    html.replace(R"(<div class="scroll"><table>)", R"(<div><table width="98%" cellspacing="0">)");
    return html;
}

} // namespace

ReportDocument reportDocument(const QString& html, bool dark, double scale, int widest) {
    const Inks inks = inksOf(dark);
    const QString style = chartStyle(inks);
    ReportDocument report;
    report.style = textStyle(inks);
    static const QRegularExpression chart("<svg class=\"chart\".*?</svg>",
                                          QRegularExpression::DotMatchesEverythingOption);
    qsizetype from = 0;
    auto all = chart.globalMatch(html);
    while (all.hasNext()) {
        const auto match = all.next();
        report.html += html.mid(from, match.capturedStart() - from);
        from = match.capturedEnd();
        QSize size;
        const QImage image = picture(match.captured(), style, scale, size);
        if (image.isNull())
            continue;
        const QString name = QString("chart:%1").arg(report.pictures.size());
        report.pictures.insert(name, image);
        if (widest > 0 && size.width() > widest)
            size.scale(widest, size.height(), Qt::KeepAspectRatio);
        report.html += QString("<p><img src=\"%1\" width=\"%2\" height=\"%3\"></p>")
                           .arg(name)
                           .arg(size.width())
                           .arg(size.height());
    }
    report.html = simplified(report.html + html.mid(from));
    return report;
}

void fillDocument(QTextDocument& document, const ReportDocument& report) {
    document.clear();
    document.setDefaultStyleSheet(report.style);
    // Keys of candidates are long words: the page must not become wider for them.
    QTextOption wrapped;
    wrapped.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(wrapped);
    for (auto it = report.pictures.begin(); it != report.pictures.end(); ++it)
        document.addResource(QTextDocument::ImageResource, QUrl(it.key()), it.value());
    document.setHtml(report.html);
}

} // namespace metainfer::workbench
