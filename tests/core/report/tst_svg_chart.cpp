// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Charts: ticks, escaping, and bars whose lengths stand for their values.
#include "report/svg_chart.h"

#include <QtTest/QTest>

#include <regex>

using namespace metainfer;
using namespace metainfer::reporting;

namespace {

std::vector<double> barWidths(const std::string& svg) {
    static const std::regex kRect("<rect x=\"190.0\"[^>]*width=\"([0-9.]+)\"");
    std::vector<double> widths;
    for (std::sregex_iterator it(svg.begin(), svg.end(), kRect), end; it != end; ++it)
        widths.push_back(std::stod((*it)[1]));
    return widths;
}

} // namespace

class TestSvgChart : public QObject {
    Q_OBJECT

  private slots:
    void ticksAreRound() {
        const std::vector<double> ticks = axisTicks(0, 1.02, 6);
        QCOMPARE(ticks.size(), std::size_t{6});
        QCOMPARE(ticks[0], 0.0);
        QVERIFY(std::abs(ticks[5] - 1.0) < 1e-12);
        QCOMPARE(axisTicks(3, 3, 6), std::vector<double>{3});
        for (const double tick : axisTicks(-0.3, 17.2, 6))
            QVERIFY(tick >= -0.3 && tick <= 17.2);
    }

    void textIsEscaped() {
        const std::string svg = barChart({{"<evil>", Interval::exact(1), "x", "original"}}, "t");
        QVERIFY(svg.find("<evil>") == std::string::npos);
        QVERIFY(svg.find("&lt;evil&gt;") != std::string::npos);
    }

    void barsAreProportional() {
        const auto widths = barWidths(barChart({{"a", Interval::exact(1), "", "original"},
                                                {"b", Interval::exact(0.25), "", "adapted"}},
                                               "time"));
        QCOMPARE(widths.size(), std::size_t{2});
        QVERIFY(std::abs(widths[0] / widths[1] - 4) < 0.01);
    }

    void emptyChartsStayEmpty() {
        QVERIFY(scatterChart({}, "x", "y").empty());
        QVERIFY(stepChart({}, "x", "y").empty());
    }

    void nearlyEqualValuesGetTicksThatDiffer() {
        const std::string svg = scatterChart({{0.5, 0.99986, Marker::Chosen, "c1"},
                                              {0.6, 0.99998, Marker::Front, "c2"},
                                              {1, 1, Marker::Original, "o"}},
                                             "x", "y", 1);
        QVERIFY2(svg.find(">0.99990<") != std::string::npos ||
                     svg.find(">0.9999<") != std::string::npos,
                 svg.c_str());
        QVERIFY(svg.find(">1.000") == svg.rfind(">1.000")); // one tick at 1, none above
        for (const char* name : {">chosen<", ">original<"})
            QVERIFY2(svg.find(name) != std::string::npos, name);
    }

    void anOperatorOfOneSideOnlyIsNamedSo() {
        const std::string svg =
            pairedBarChart({{"Conv", 5, 0}, {"QLinearConv", 0, 2}}, "us", "before", "after");
        QVERIFY(svg.find(">gone<") != std::string::npos);
        QVERIFY(svg.find(">not there<") != std::string::npos);
        QVERIFY(svg.find(">gone<") == svg.rfind(">gone<"));
    }

    void oneScatterPointHasAFiniteScale() {
        const std::string svg = scatterChart({{1, 1, Marker::Chosen, "c1"}}, "x", "y");
        QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
        QVERIFY(svg.find("c1") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestSvgChart)
#include "tst_svg_chart.moc"
