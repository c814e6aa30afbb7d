// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the plots of the hardware places show: radar axes, roofs, bandwidths, and their legends.
#include "hardware/probe_tables.h"
#include "hardware/radar_plot.h"
#include "hardware/roofline_series.h"
#include "plot/plot_view.h"
#include "workbench/hardware/two_profiles.h"

#include <QApplication>
#include <QChart>
#include <QClipboard>
#include <QLocale>
#include <QTest>
#include <QWheelEvent>

using namespace metainfer;
using namespace metainfer::widgets;
using namespace metainfer::test;

class HardwarePlotsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void radarScalesRunOverAllProfiles();
    void roofsAndOperators();
    void bandwidthOfProfiles();
    void remarksOfSeveralDevicesAreOne();
    void legendsWrap();
    void curvesKeepTheirColours();
};

void HardwarePlotsTest::radarScalesRunOverAllProfiles() {
    const auto axes = radarAxes(both(), both());
    QVERIFY(axes.size() >= 5);
    QCOMPARE(axes[0].places.size(), std::size_t(2));
    QCOMPARE(*axes[0].places[0], 1.0); // the faster one is at the rim
    QCOMPARE(*axes[0].places[1], 0.1); // the least stays visible
    const auto launch = std::find_if(axes.begin(), axes.end(), [](const RadarAxis& axis) {
        return axis.name.startsWith("Launch");
    });
    QVERIFY(launch != axes.end());
    QCOMPARE(*launch->places[0], 1.0); // less is better
    // Alone, the place does not move: the scale is of all profiles.
    const auto alone = radarAxes({both()[1]}, both());
    QCOMPARE(*alone[0].places[0], 0.1);
    const bool gap = std::any_of(axes.begin(), axes.end(),
                                 [](const RadarAxis& axis) { return !axis.places[1]; });
    QVERIFY(gap); // the slow one says nothing of its power
    RadarPlot plot;
    plot.resize(500, 400);
    plot.setContent({"fast", "slow"}, {0, 1}, axes);
    QVERIFY(plot.dataText().contains("1 TFLOP/s"));
    const QImage whole = plot.grab().toImage();
    plot.show();
    QTest::keyClick(&plot, Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(plot.zoom() > 1);
    QVERIFY(plot.grab().toImage() != whole);
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, {100, 100});
    QCOMPARE(plot.zoom(), 1.0);
    // Many devices: every name is there, in as many lines as it takes.
    QStringList names;
    std::vector<int> colors;
    std::vector<RadarAxis> many = axes;
    for (RadarAxis& axis : many) {
        axis.places.assign(12, 0.5);
        axis.values = QStringList(12, "x");
    }
    for (int i = 0; i < 12; ++i) {
        names << QString("a-device-with-a-long-name-%1").arg(i);
        colors.push_back(i);
    }
    plot.setContent(names, colors, many);
    const QImage picture = plot.grab().toImage();
    const auto inked = [&picture](int y) {
        for (int x = 2; x < picture.width() - 2; ++x)
            if (picture.pixelColor(x, y) != picture.pixelColor(2, y))
                return true;
        return false;
    };
    int lines = 0; // of the legend, from below
    bool inside = false;
    for (int y = picture.height() - 3; y > picture.height() - 130; --y) {
        lines += !inside && inked(y) ? 1 : 0;
        inside = inked(y);
    }
    QVERIFY2(lines >= 4, qPrintable(QString::number(lines)));
}

void HardwarePlotsTest::roofsAndOperators() {
    const std::vector<OperatorPoint> operators{{"conv", "Conv", 1e9, 1e6, ElementType::Float},
                                               {"relu", "Relu", 1e3, 8e3, ElementType::Float}};
    const RooflinePlot plot = rooflinePlot(both(), ElementType::Float, operators);
    QCOMPARE(plot.series.size(), std::size_t(4)); // two roofs, operators on each
    QCOMPARE(plot.series[0].x[1], 20.0);          // the ridge: 1000 GFLOP/s over 50 GB/s
    QCOMPARE(plot.series[0].y[2], 1000.0);
    QCOMPARE(plot.operators[2].size(), std::size_t(2));
    // Big work reaches the roof but for the launch overhead, small work does not.
    QVERIFY(plot.series[2].y[0] > 990 && plot.series[2].y[0] < 1000);
    QVERIFY(plot.series[2].y[1] < 1);
    const auto small = estimateOf(*both()[0].profile, operators[1]);
    QVERIFY(small && small->us >= 5);
    QCOMPARE(small->bound, QString("launch overhead"));
    // Alone, the inner levels have roofs of their own.
    QCOMPARE(rooflinePlot({both()[0]}, ElementType::Float, {}).series.size(), std::size_t(2));
    QCOMPARE(ratedTypes(both()).front(), ElementType::Float);
    hardware::Profile silent;
    silent.name = "silent";
    const ComparedProfiles one{{"silent", 0, std::make_shared<const hardware::Profile>(silent)}};
    QVERIFY(rooflinePlot(one, ElementType::Float, operators).series.empty());
    QVERIFY(!rooflinePlot(one, ElementType::Float, operators).remarks.isEmpty());
}

void HardwarePlotsTest::bandwidthOfProfiles() {
    const BandwidthPlot plot = bandwidthPlot(both());
    QCOMPARE(plot.series.size(), std::size_t(3)); // levels of both, the curve of one
    QVERIFY(plot.series[0].dashed);
    QVERIFY(plot.series[1].markers);
    QCOMPARE(plot.series[1].x.size(), std::size_t(2));
    // A cache of unknown speed is no reason to draw the memory behind it from the first byte, and
    // a memory of unknown size serves all that is left.
    hardware::Profile half;
    hardware::MemoryLevel cache, memory;
    cache.level = "L2";
    cache.sizeBytes = 1 << 20;
    memory.level = "DRAM";
    memory.bandwidthGbps = 20;
    half.memory.hierarchy = {cache, memory};
    const BandwidthPlot levels =
        bandwidthPlot({{"half", 2, std::make_shared<const hardware::Profile>(half)}});
    QCOMPARE(levels.series.size(), std::size_t(1));
    QCOMPARE(levels.series[0].x.front(), double(1 << 20));
    QVERIFY(levels.series[0].x.back() >= double(1 << 26));
    QVERIFY(levels.series[0].markers); // told apart without colours
}

/// What is the same for several devices is said once.
void HardwarePlotsTest::remarksOfSeveralDevicesAreOne() {
    ComparedProfiles profiles;
    for (const char* name : {"a", "b", "c"}) {
        hardware::Profile profile;
        profile.name = name;
        profile.compute.cores = 4;
        profile.compute.vectorUnitsPerCore = 2;
        profile.compute.frequencyMhz = 1000;
        profile.compute.supportedDtypes = {ElementType::Float};
        hardware::MemoryLevel memory;
        memory.level = "DRAM";
        memory.bandwidthGbps = 20;
        profile.memory.hierarchy = {memory};
        profiles.push_back({name, static_cast<int>(profiles.size()),
                            std::make_shared<const hardware::Profile>(profile)});
    }
    const RooflinePlot plot = rooflinePlot(profiles, ElementType::Float, {});
    QCOMPARE(plot.series.size(), std::size_t(3));
    QCOMPARE(plot.remarks.filter("a, b, c: the rate").size(), 1);
    QVERIFY(plot.series[0].marker != plot.series[1].marker);
}

/// The legend takes as many rows as its names need, and the axes give way.
void HardwarePlotsTest::legendsWrap() {
    const auto topOf = [](int devices) {
        PlotView plot;
        plot.resize(600, 400);
        std::vector<PlotSeries> all;
        for (int i = 0; i < devices; ++i) {
            PlotSeries one;
            one.kind = PlotSeries::Kind::Line;
            one.name = QString("a device with a long name %1").arg(i);
            one.x = {1, 2};
            one.y = {1, 2};
            all.push_back(one);
        }
        plot.setContent({}, {}, all);
        plot.show();
        QCoreApplication::processEvents();
        return plot.chart()->margins().top();
    };
    const int one = topOf(1), many = topOf(6), tooMany = topOf(60);
    QVERIFY2(many > one + 10, qPrintable(QString("%1 %2").arg(one).arg(many)));
    QVERIFY(tooMany < one + 80); // tips name them too
}

/// Both runs show a pattern in the same colour, whichever patterns each of them has.
void HardwarePlotsTest::curvesKeepTheirColours() {
    measurement::ProbeResult now, earlier;
    const auto add = [](measurement::ProbeResult& to, const char* pattern) {
        measurement::BandwidthSample sample;
        sample.pattern = pattern;
        sample.threads = 1;
        sample.footprintBytes = 1024;
        sample.gbps = 5;
        to.bandwidth.push_back(sample);
    };
    add(now, "read");
    add(earlier, "random");
    add(earlier, "read");
    const ProbeCurves curves = bandwidthCurves({&now, &earlier, nullptr});
    QCOMPARE(curves.series.size(), std::size_t(3));
    QCOMPARE(curves.series[0].color, curves.series[2].color);
    QVERIFY(curves.series[0].color != curves.series[1].color);
    QVERIFY(curves.series[0].marker != curves.series[1].marker);
    QVERIFY(!curves.series[1].name.isEmpty());
}

QTEST_MAIN(HardwarePlotsTest)
#include "tst_hardware_plots.moc"
