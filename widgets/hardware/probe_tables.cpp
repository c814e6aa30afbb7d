// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe's result as tables and curves.
#include "hardware/probe_tables.h"

#include "hardware/operator_matrix.h"
#include "hardware/profile_yaml.h"
#include "hardware/quantity_text.h"
#include "hardware/roofline.h"
#include "session/engine_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace metainfer::widgets {
namespace {

struct ProbeTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::ProbeTexts)
};

using measurement::ProbeResult;

/// A change below this is what the machine's noise makes of the same thing.
constexpr double kNoise = 0.05;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString timesText(double ratio) {
    return ProbeTexts::tr("%1×", "ratio").arg(numberText(ratio));
}

QString patternText(const std::string& pattern) {
    if (pattern == "read")
        return ProbeTexts::tr("sequential reads");
    if (pattern == "strided")
        return ProbeTexts::tr("strided reads");
    if (pattern == "random")
        return ProbeTexts::tr("random reads");
    if (pattern == "latency")
        return ProbeTexts::tr("latency");
    return text(pattern);
}

QString withThreads(const QString& what, int threads) {
    return threads == 1 ? ProbeTexts::tr("%1, 1 thread").arg(what)
                        : ProbeTexts::tr("%1, %2 threads").arg(what).arg(threads);
}

/// One line of the machine's table.
struct Line {
    QString name, remark;
    std::optional<double> measured, datasheet, earlier;
    QString (*write)(double) = nullptr;
    bool lessIsBetter = false;
    QString datasheetTip; ///< how the datasheet's value was derived; empty = as stated
};

DataTableModel::Row rowOf(const Line& line) {
    const auto cell = [&line](const std::optional<double>& value) {
        return value ? DataCell::number(*value, line.write(*value)) : DataCell::absent();
    };
    DataTableModel::Row row{{line.name, {}, {}, {}}, cell(line.measured), cell(line.datasheet)};
    row[1].tone = line.measured ? CellTone::Strong : CellTone::Muted;
    if (!line.datasheetTip.isEmpty() && line.datasheet) {
        row[2].tip = ProbeTexts::tr("Not stated; derived: %1").arg(line.datasheetTip);
        row[2].text = ProbeTexts::tr("%1 (derived)").arg(row[2].text);
    }
    if (line.measured && line.datasheet && *line.datasheet > 0) {
        const double ratio = *line.measured / *line.datasheet;
        const bool low = line.lessIsBetter ? ratio > 2 : ratio < 0.5;
        row.push_back(
            DataCell::number(ratio, shareText(ratio), low ? CellTone::Warning : CellTone::Plain));
    } else {
        row.push_back(DataCell::absent());
    }
    row.push_back(cell(line.earlier));
    if (line.measured && line.earlier && *line.earlier > 0) {
        const double ratio = *line.measured / *line.earlier;
        const bool better = line.lessIsBetter ? ratio < 1 - kNoise : ratio > 1 + kNoise;
        const bool worse = line.lessIsBetter ? ratio > 1 + kNoise : ratio < 1 - kNoise;
        DataCell change = DataCell::number(ratio, timesText(ratio),
                                           better  ? CellTone::Good
                                           : worse ? CellTone::Bad
                                                   : CellTone::Muted);
        change.text = better  ? ProbeTexts::tr("▲ %1").arg(change.text)
                      : worse ? ProbeTexts::tr("▼ %1").arg(change.text)
                              : ProbeTexts::tr("≈ %1").arg(change.text);
        row.push_back(std::move(change));
    } else {
        row.push_back(DataCell::absent());
    }
    row.push_back({line.remark, {}, {}, CellTone::Muted});
    return row;
}

class MachineTable {
  public:
    explicit MachineTable(const ProbeView& view)
        : m_view(view)
        , m_result(*view.result) {}

    std::vector<DataTableModel::Row> run() {
        rates();
        bandwidths();
        overheads();
        return std::move(m_rows);
    }

  private:
    void rates() {
        for (const measurement::ComputeRate& rate : m_result.compute) {
            Line line;
            line.name = withThreads(text(rate.dtype), rate.threads);
            line.write = rate.dtype.starts_with("int") ? &integerRate : &floatRate;
            if (rate.gflops > 0)
                line.measured = rate.gflops;
            line.remark =
                rate.native ? text(rate.kernel)
                            : ProbeTexts::tr("not native: %1").arg(EngineWords::text(rate.reason));
            if (m_view.earlier)
                line.earlier = m_view.earlier->gflops(rate.dtype, rate.threads);
            const auto type = hardware::dtypeFromName(rate.dtype);
            if (m_view.datasheet && type)
                if (const auto peak = datasheetPeak(*type, rate.threads)) {
                    line.datasheet = peak->value;
                    line.datasheetTip = peak->assumed ? text(peak->basis) : QString();
                }
            m_rows.push_back(rowOf(line));
        }
    }

    /// Without what was measured: the profile may be this very machine's.
    std::optional<hardware::RatedNumber> datasheetPeak(ElementType type, int threads) const {
        hardware::Profile stated = *m_view.datasheet;
        stated.compute.sustainedGflops.clear();
        return hardware::peakGflops(stated, type, threads);
    }
    std::optional<double> datasheetBandwidth(const std::string& level) const {
        if (!m_view.datasheet)
            return std::nullopt;
        for (const auto& one : m_view.datasheet->memory.hierarchy)
            if (one.level == level)
                return one.bandwidthGbps;
        const auto* main = hardware::mainMemory(*m_view.datasheet);
        return level == "DRAM" && main ? main->bandwidthGbps : std::nullopt;
    }

    void bandwidths() {
        for (const measurement::CacheLevel& cache : m_result.caches) {
            Line line;
            line.name =
                withThreads(ProbeTexts::tr("%1, sequential reads").arg(text(cache.level)), 1);
            line.write = &gigabytesText;
            // Half of it: what surely fits.
            line.measured = m_result.readGbps(cache.sizeBytes / 2);
            line.datasheet = datasheetBandwidth(cache.level);
            if (m_view.earlier)
                line.earlier = m_view.earlier->readGbps(cache.sizeBytes / 2);
            line.remark = ProbeTexts::tr("%1, line %2 B")
                              .arg(bytesText(cache.sizeBytes))
                              .arg(cache.lineBytes);
            m_rows.push_back(rowOf(line));
        }
        std::map<std::pair<std::string, int>, const measurement::BandwidthSample*> largest;
        for (const auto& sample : m_result.bandwidth) {
            const auto*& kept = largest[{sample.pattern, sample.threads}];
            if (!kept || sample.footprintBytes > kept->footprintBytes)
                kept = &sample;
        }
        for (const auto& [key, sample] : largest) {
            Line line;
            line.name =
                withThreads(ProbeTexts::tr("Memory, %1").arg(patternText(key.first)), key.second);
            line.remark = ProbeTexts::tr("over %1").arg(bytesText(sample->footprintBytes));
            if (sample->latencyNs) {
                line.measured = *sample->latencyNs;
                line.write = &nanoseconds;
                line.lessIsBetter = true;
                line.earlier = earlierSample(*sample, true);
            } else {
                line.measured = sample->gbps;
                line.write = &gigabytesText;
                line.earlier = earlierSample(*sample, false);
                if (key.first == "read")
                    line.datasheet = datasheetBandwidth("DRAM");
            }
            m_rows.push_back(rowOf(line));
        }
    }

    std::optional<double> earlierSample(const measurement::BandwidthSample& like,
                                        bool latency) const {
        if (!m_view.earlier)
            return std::nullopt;
        for (const auto& sample : m_view.earlier->bandwidth)
            if (sample.pattern == like.pattern && sample.threads == like.threads &&
                sample.footprintBytes == like.footprintBytes)
                return latency ? sample.latencyNs : std::optional(sample.gbps);
        return std::nullopt;
    }

    void overheads() {
        if (m_result.launchWallUs) {
            Line line{ProbeTexts::tr("Launch overhead"),
                      ProbeTexts::tr("smallest model, wall clock"),
                      m_result.launchWallUs,
                      std::nullopt,
                      std::nullopt,
                      &microsecondsText,
                      true,
                      {}};
            if (m_view.datasheet)
                line.datasheet = m_view.datasheet->scheduling.launchOverheadUs;
            if (m_view.earlier)
                line.earlier = m_view.earlier->launchWallUs;
            m_rows.push_back(rowOf(line));
        }
        for (const hardware::ScalingPoint& point : m_result.scaling) {
            if (point.cores < 2)
                continue;
            Line line{ProbeTexts::tr("Speed-up of %1 threads").arg(point.cores),
                      ProbeTexts::tr("large convolution"),
                      point.speedup,
                      std::nullopt,
                      std::nullopt,
                      &timesText,
                      false,
                      {}};
            if (m_view.earlier)
                for (const auto& other : m_view.earlier->scaling)
                    if (other.cores == point.cores)
                        line.earlier = other.speedup;
            m_rows.push_back(rowOf(line));
        }
    }

    static QString floatRate(double v) { return rateText(v); }
    static QString integerRate(double v) { return rateText(v, true); }
    static QString nanoseconds(double v) { return ProbeTexts::tr("%1 ns").arg(numberText(v)); }

    const ProbeView& m_view;
    const ProbeResult& m_result;
    std::vector<DataTableModel::Row> m_rows;
};

std::string caseKey(const hardware::ProbeRow& row) {
    return row.family + "|" + row.shapes.text() + "|" + row.dtype + "|" + row.layout;
}

using CurveKey = std::pair<std::string, int>; ///< pattern, threads
using Curves = std::map<CurveKey, PlotSeries>;

Curves bandwidthOf(const ProbeResult& result) {
    Curves curves;
    for (const auto& sample : result.bandwidth) {
        if (sample.latencyNs || !(sample.gbps > 0))
            continue;
        PlotSeries& curve = curves[{sample.pattern, sample.threads}];
        curve.x.push_back(sample.footprintBytes);
        curve.y.push_back(sample.gbps);
    }
    return curves;
}

/// `colors` gives the same curve of both runs the same colour and marker.
void addBandwidth(std::vector<PlotSeries>& all, Curves curves, std::map<CurveKey, int>& colors,
                  bool isEarlier) {
    for (auto& [key, curve] : curves) {
        curve.kind = PlotSeries::Kind::Line;
        curve.markers = !isEarlier;
        curve.dashed = isEarlier;
        curve.faint = isEarlier;
        curve.color = colors.emplace(key, static_cast<int>(colors.size())).first->second;
        curve.marker = static_cast<Marker>(curve.color % 5);
        const QString name = withThreads(patternText(key.first), key.second);
        curve.name = isEarlier ? ProbeTexts::tr("%1, earlier").arg(name) : name;
        all.push_back(std::move(curve));
    }
}

PlotSeries scalingSeries(const ProbeResult& result, const QString& name, bool isEarlier) {
    PlotSeries series;
    series.kind = PlotSeries::Kind::Line;
    series.name = name;
    series.markers = true;
    series.dashed = isEarlier;
    series.color = isEarlier ? 1 : 0;
    for (const auto& point : result.scaling) {
        series.x.push_back(point.cores);
        series.y.push_back(point.speedup);
    }
    return series;
}

} // namespace

QStringList machineColumns() {
    return {ProbeTexts::tr("Quantity"),  ProbeTexts::tr("Measured"),
            ProbeTexts::tr("Datasheet"), ProbeTexts::tr("Of the datasheet"),
            ProbeTexts::tr("Earlier"),   ProbeTexts::tr("Change"),
            ProbeTexts::tr("Remark")};
}

std::vector<DataTableModel::Row> machineRows(const ProbeView& view) {
    return view.result ? MachineTable(view).run() : std::vector<DataTableModel::Row>();
}

QStringList operatorColumns(bool withEarlier) {
    QStringList columns{
        ProbeTexts::tr("Operator"), ProbeTexts::tr("Type"),    ProbeTexts::tr("Layout"),
        ProbeTexts::tr("Status"),   ProbeTexts::tr("Median"),  ProbeTexts::tr("95th percentile"),
        ProbeTexts::tr("Rate"),     ProbeTexts::tr("Traffic"), ProbeTexts::tr("Speed class")};
    if (withEarlier)
        columns << ProbeTexts::tr("Earlier median") << ProbeTexts::tr("Change");
    return columns << ProbeTexts::tr("Shapes") << ProbeTexts::tr("Remark");
}

std::vector<DataTableModel::Row> operatorRows(const std::vector<hardware::ProbeRow>& rows,
                                              const ProbeView& view) {
    std::map<std::string, const hardware::ProbeRow*> before;
    if (view.earlier)
        for (const hardware::ProbeRow& row : view.earlier->rows)
            before[caseKey(row)] = &row;
    const auto microseconds = [](const std::optional<double>& us) {
        return us ? DataCell::number(*us, microsecondsText(*us)) : DataCell::absent();
    };
    std::vector<DataTableModel::Row> table;
    for (const hardware::ProbeRow& row : rows) {
        const bool ok = row.status == hardware::ProbeStatus::Ok;
        const auto tier = view.result ? measurement::tierOf(row, *view.result) : std::nullopt;
        DataTableModel::Row cells{
            {text(row.family), {}, {}, {}},
            {text(row.dtype), {}, {}, {}},
            {text(row.layout), {}, {}, {}},
            {ok ? probeStatusText(row.status)
                : ProbeTexts::tr("✕ %1").arg(probeStatusText(row.status)),
             {},
             text(row.error),
             ok ? CellTone::Good : CellTone::Bad},
            microseconds(row.p50Us),
            microseconds(row.p95Us),
            row.gflops ? DataCell::number(*row.gflops, rateText(*row.gflops, row.dtype == "int8"))
                       : DataCell::absent(),
            row.gbps ? DataCell::number(*row.gbps, gigabytesText(*row.gbps)) : DataCell::absent(),
            tier ? DataCell{tierText(*tier), {}, {}, {}} : DataCell::absent()};
        if (view.earlier) {
            const auto it = before.find(caseKey(row));
            const auto earlier = it == before.end() ? std::nullopt : it->second->p50Us;
            cells.push_back(microseconds(earlier));
            if (earlier && row.p50Us && *earlier > 0) {
                const double ratio = *row.p50Us / *earlier;
                const bool better = ratio<1 - kNoise, worse = ratio> 1 + kNoise;
                const QString sign = better ? "▼" : worse ? "▲" : "≈";
                cells.push_back(DataCell::number(
                    ratio, ProbeTexts::tr("%1 %2", "sign, ratio").arg(sign, timesText(ratio)),
                    better  ? CellTone::Good
                    : worse ? CellTone::Bad
                            : CellTone::Muted));
            } else {
                cells.push_back(DataCell::absent());
            }
        }
        cells.push_back({text(row.shapes.text()), {}, {}, CellTone::Muted});
        cells.push_back({text(row.error), {}, {}, CellTone::Muted});
        table.push_back(std::move(cells));
    }
    return table;
}

ProbeCurves bandwidthCurves(const ProbeView& view) {
    ProbeCurves curves;
    if (!view.result)
        return curves;
    std::map<CurveKey, int> colors;
    addBandwidth(curves.series, bandwidthOf(*view.result), colors, false);
    if (view.earlier)
        addBandwidth(curves.series, bandwidthOf(*view.earlier), colors, true);
    for (const auto& knee : view.result->knees)
        curves.lines.push_back(
            {ReferenceLine::Kind::X, knee.footprintBytes,
             knee.level.empty() ? ProbeTexts::tr("fall at %1").arg(bytesText(knee.footprintBytes))
                                : ProbeTexts::tr("end of %1 (%2)", "cache, its size")
                                      .arg(text(knee.level), bytesText(knee.levelBytes))});
    return curves;
}

ProbeCurves scalingCurves(const ProbeView& view) {
    ProbeCurves curves;
    if (!view.result || view.result->scaling.empty())
        return curves;
    curves.series.push_back(scalingSeries(*view.result, ProbeTexts::tr("measured"), false));
    if (view.earlier && !view.earlier->scaling.empty())
        curves.series.push_back(scalingSeries(*view.earlier, ProbeTexts::tr("earlier"), true));
    curves.lines.push_back({ReferenceLine::Kind::Diagonal, 1, ProbeTexts::tr("ideal")});
    return curves;
}

} // namespace metainfer::widgets
