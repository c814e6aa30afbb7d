// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// SVG and HTML of hostile names; overlays, their legends and the contrast of all colours.
#include "base/json.h"
#include "drawing_samples.h"

#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

#include <limits>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

/// All text of a document, or its error.
QString textOf(const std::string& document, QString* error) {
    QXmlStreamReader reader(QByteArray::fromStdString(document));
    QString text;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters())
            text += reader.text().toString() + "\n";
    }
    *error = reader.hasError()
                 ? QString("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString())
                 : QString();
    return text;
}

ir::Model hostileModel() {
    ModelMaker maker;
    ir::ValueId x = maker.input("in\"><script>alert(1)</script>");
    for (const std::string& name :
         {std::string("</title></svg><script>"), std::string("a & b <c> 'd' \"e\""),
          std::string("]]>-->"), std::string("bad\xff\xfe\xc3utf8"), std::string("nul\0inside", 10),
          std::string("\x01\x02\x7f"), std::string("/") + std::string(100000, 'n'),
          std::string(1000, '/'), std::string("/a/b/../<&>/x"),
          std::string("\xe6\xa8\xa1\xe5\x9e\x8b")})
        x = maker.op("Op<&\"'>", name, {x});
    return maker.take({x});
}

} // namespace

class TestDrawingWriters : public QObject {
    Q_OBJECT

  private slots:
    void hostileNamesAreText() {
        const auto diagram = diagramOf(hostileModel());
        const Overlay overlay = modelOverlay(*diagram, hostileModel(), OverlayKind::Family);
        QString error;
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            SvgOptions options;
            options.theme = kind;
            options.overlay = &overlay;
            options.title = "<&\"\x03";
            const std::string svg =
                svgDocument(*layoutOf(diagram, Folding::allOpen(*diagram)), options);
            const QString text = textOf(svg, &error);
            QVERIFY2(error.isEmpty(), qPrintable(error));
            QVERIFY(text.contains("a & b <c> 'd' \"e\""));
            QVERIFY(!QString::fromStdString(svg).contains("<script"));
            QVERIFY(text.contains(QString::fromUtf8("模型")));
        }
        HtmlOptions options;
        options.overlay = &overlay;
        const auto html = htmlDocument(diagram, options);
        QVERIFY(html.has_value());
        textOf(*html, &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        QVERIFY(html->find("<script>alert") == std::string::npos);
        QVERIFY(html->find("src=") == std::string::npos);
        QVERIFY(html->find("http") == std::string::npos);
    }

    void everyItemOfAPageIsFound() {
        const auto diagram = diagramOf(blocksModel(200, true));
        const auto html = htmlDocument(diagram);
        QVERIFY(html.has_value());
        const auto begin = html->find("id=\"data\">") + 10;
        const Json data = Json::parse(html->substr(begin, html->find("</script>", begin) - begin));
        QCOMPARE(data["items"].size(), diagram->items().size());
        for (const Json& where : data["where"]) {
            QVERIFY(where.is_array());
            QVERIFY(where[0].get<std::size_t>() < data["pictures"].size());
        }
        QVERIFY(data["pictures"].size() < 20); // equal blocks share one
        const auto one = htmlDocument(diagram, {nullptr, {}, "", 240, 1000, "layers.7"});
        QVERIFY(one.has_value());
        const auto none = htmlDocument(diagram, {nullptr, {}, "", 240, 1000, "nowhere"});
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().code, ErrorCode::NotFound);
    }

    void overlaysAddUp() {
        const ir::Model model = blocksModel(2, true);
        const auto diagram = diagramOf(model);
        const Overlay flops = modelOverlay(*diagram, model, OverlayKind::Flops);
        const VisibleGraph closed(diagram, Folding(*diagram)),
            open(diagram, Folding::allOpen(*diagram));
        const OverlayColors inside(flops, open, ThemeKind::Light),
            outside(flops, closed, ThemeKind::Light);
        double sum = 0, total = 0;
        for (std::size_t i = 0; i < open.boxes().size(); ++i)
            sum += inside.value(BoxId(i)).value_or(0);
        for (std::size_t i = 0; i < closed.boxes().size(); ++i)
            total += outside.value(BoxId(i)).value_or(0);
        QVERIFY(sum > 0);
        QCOMPARE(total, sum);
        QCOMPARE(inside.legend().size(), std::size_t{11});
        QCOMPARE(inside.legend().front().at, 0.0);
        QVERIFY(!inside.legend().back().text.empty());
        const Overlay precision = modelOverlay(*diagram, model, OverlayKind::Precision);
        const OverlayColors types(precision, open, ThemeKind::Dark);
        QCOMPARE(types.legend().size(), std::size_t{1});
        QCOMPARE(types.legend()[0].text, std::string("float32"));
    }

    void unknownValuesHaveNoColour() {
        const auto diagram = diagramOf(blocksModel(1, true));
        Overlay overlay = Overlay::quantitative(*diagram, "x", "us", OverlayScale::Logarithmic);
        overlay.set(ItemId(1u), 0); // a logarithm that does not exist
        overlay.set(ItemId(2u), std::numeric_limits<double>::quiet_NaN());
        overlay.set(ItemId(3u), 5);
        const VisibleGraph visible(diagram, Folding::allOpen(*diagram));
        const OverlayColors colors(overlay, visible, ThemeKind::Light);
        QVERIFY(!colors.fill(visible.boxOf(ItemId(0u))));
        QVERIFY(colors.fill(visible.boxOf(ItemId(1u))));
        QVERIFY(!colors.fill(visible.boxOf(ItemId(2u))));
        QCOMPARE(colors.valueText(visible.boxOf(ItemId(3u))), std::string("5 µs"));
        QCOMPARE(colors.valueText(visible.boxOf(ItemId(2u))), std::string());
    }

    void coloursAreReadable() {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            const Theme& t = theme(kind);
            for (const Color background : {t.background, t.box, t.groupBox, t.frame}) {
                QVERIFY(contrast(t.ink, background) >= 7);
                QVERIFY(contrast(t.faintInk, background) >= 4.5);
                for (const Color mark : {t.added, t.removed, t.changed, t.selection})
                    QVERIFY(contrast(mark, background) >= 4.5);
            }
            QVERIFY(contrast(t.line, t.background) >= 3);
            QVERIFY(contrast(t.line, t.frame) >= 2.7);
            for (int i = 0; i <= 100; ++i) {
                const Color fill = sequentialColor(i / 100.0, kind);
                QVERIFY(contrast(inkOn(fill), fill) >= 4.5);
                if (i > 0) { // lightness goes one way only, so the order shows in grey too
                    const Color before = sequentialColor((i - 1) / 100.0, kind), black{0, 0, 0};
                    QCOMPARE(contrast(fill, black) > contrast(before, black),
                             kind == ThemeKind::Dark);
                }
            }
            for (const Color category : t.categories)
                QVERIFY(contrast(inkOn(category), category) >= 4.5);
        }
    }

    void quantities() {
        QCOMPARE(formatQuantity(1234567, "B"), std::string("1.23 MB"));
        QCOMPARE(formatQuantity(1500, "us"), std::string("1.5 ms"));
        QCOMPARE(formatQuantity(2.5e6, "us"), std::string("2.5 s"));
        QCOMPARE(formatQuantity(56.7e9, "FLOP"), std::string("56.7 GFLOP"));
        QCOMPARE(formatQuantity(12.34, "FLOP/B"), std::string("12.3 FLOP/B"));
        QCOMPARE(formatQuantity(12, ""), std::string("12"));
    }

    void longTextsAreCut() {
        QCOMPARE(elided("short", 10), std::string("short"));
        QCOMPARE(elided("0123456789", 7), std::string("012…789"));
        QCOMPARE(elided("模型模型模型", 4), std::string("模…模型"));
        QCOMPARE(elided("", 4), std::string());
        QVERIFY(elided(std::string(100000, '\x80'), 10).size() < 100010);
    }
};

QTEST_GUILESS_MAIN(TestDrawingWriters)
#include "tst_drawing_writers.moc"
