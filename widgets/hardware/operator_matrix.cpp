// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators over devices and data types.
#include "hardware/operator_matrix.h"

#include "hardware/profile_yaml.h"
#include "hardware/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace metainfer::widgets {
namespace {

struct MatrixTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::MatrixTexts)
};

using hardware::OpTier;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

double tierHeat(OpTier tier) {
    return tier == OpTier::Fast ? 1 : tier == OpTier::Medium ? 0.55 : 0.15;
}

/// Places of values on a logarithmic scale between the least and the greatest.
class Scale {
  public:
    void take(double value) {
        if (value > 0) {
            m_low = std::min(m_low, std::log10(value));
            m_high = std::max(m_high, std::log10(value));
        }
    }
    double at(double value) const {
        return m_high > m_low ? (std::log10(value) - m_low) / (m_high - m_low) : 1;
    }
    bool isEmpty() const { return m_high < m_low; }
    double low() const { return std::pow(10, m_low); }
    double high() const { return std::pow(10, m_high); }

  private:
    double m_low = 1e300, m_high = -1e300;
};

QString valueText(MatrixMetric metric, double value) {
    switch (metric) {
    case MatrixMetric::Rate:
        return numberText(value);
    case MatrixMetric::Traffic:
        return numberText(value);
    case MatrixMetric::Overhead:
        return microsecondsText(value);
    case MatrixMetric::Tier:
        break;
    }
    return {};
}

QString withUnit(MatrixMetric metric, double value) {
    switch (metric) {
    case MatrixMetric::Rate:
        return rateText(value);
    case MatrixMetric::Traffic:
        return gigabytesText(value);
    default:
        return valueText(metric, value);
    }
}

/// Names the ends of the scale and places every cell on it; `values` has one entry a cell.
void applyScale(HeatMatrix& matrix, MatrixMetric metric,
                const std::vector<std::optional<double>>& values) {
    Scale scale;
    for (const auto& value : values)
        if (value)
            scale.take(*value);
    if (scale.isEmpty())
        return;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] && *values[i] > 0) {
            const double place = scale.at(*values[i]);
            // A small overhead is what is good.
            matrix.cells[i].heat = metric == MatrixMetric::Overhead ? 1 - place : place;
            matrix.cells[i].text = valueText(metric, *values[i]);
        }
    const QString low = withUnit(metric, scale.low()), high = withUnit(metric, scale.high());
    matrix.low = metric == MatrixMetric::Overhead ? high : low;
    matrix.high = metric == MatrixMetric::Overhead ? low : high;
}

CellState stateOf(hardware::OpStatus status) {
    switch (status) {
    case hardware::OpStatus::Native:
        return CellState::Native;
    case hardware::OpStatus::Decomposed:
        return CellState::Decomposed;
    case hardware::OpStatus::Emulated:
        return CellState::Emulated;
    case hardware::OpStatus::Unsupported:
        return CellState::Unsupported;
    }
    return CellState::Unknown;
}

std::optional<double> valueOf(const hardware::OpRecord& record, MatrixMetric metric) {
    switch (metric) {
    case MatrixMetric::Rate:
        return record.gflops;
    case MatrixMetric::Traffic:
        return record.gbps;
    case MatrixMetric::Overhead:
        return record.overheadUs;
    case MatrixMetric::Tier:
        break;
    }
    return std::nullopt;
}

QString recordTip(const hardware::OpRecord& record, std::optional<OpTier> tier) {
    QStringList lines{MatrixTexts::tr("%1: %2", "operator: state")
                          .arg(text(record.op), HeatMap::stateText(stateOf(record.status)))};
    if (tier)
        lines << MatrixTexts::tr("Speed class: %1").arg(tierText(*tier));
    if (record.gflops)
        lines << rateText(*record.gflops);
    if (record.gbps)
        lines << gigabytesText(*record.gbps);
    if (record.overheadUs)
        lines << MatrixTexts::tr("Smallest size: %1").arg(microsecondsText(*record.overheadUs));
    if (!record.layout.empty())
        lines << MatrixTexts::tr("Layout: %1").arg(text(record.layout));
    if (!record.fused.empty())
        lines << MatrixTexts::tr("Fused forms: %1")
                     .arg(text(record.fused.front()) + (record.fused.size() > 1 ? ", …" : ""));
    if (!record.note.empty())
        lines << text(record.note);
    return lines.join('\n');
}

/// One column: a profile at a data type.
struct Column {
    const ComparedProfile* one;
    std::optional<ElementType> dtype;
};

std::vector<Column> columnsOf(const ComparedProfiles& profiles) {
    std::vector<Column> columns;
    for (const ComparedProfile& one : profiles) {
        std::set<ElementType> seen;
        for (const hardware::OpRecord& record : one.profile->ops.matrix)
            if (record.dtype && seen.insert(*record.dtype).second)
                columns.push_back({&one, record.dtype});
        if (seen.empty())
            columns.push_back({&one, std::nullopt});
    }
    return columns;
}

std::vector<std::string> familiesOf(const ComparedProfiles& profiles) {
    std::set<std::string> families;
    for (const ComparedProfile& one : profiles) {
        const hardware::Ops& ops = one.profile->ops;
        for (const auto* list : {&ops.fast, &ops.medium, &ops.slow, &ops.unsupported})
            families.insert(list->begin(), list->end());
        for (const hardware::OpRecord& record : ops.matrix)
            families.insert(record.op);
    }
    return {families.begin(), families.end()};
}

/// The record of exactly this family; kinds are rows of their own.
const hardware::OpRecord* recordOf(const hardware::Profile& profile, const std::string& family,
                                   std::optional<ElementType> dtype) {
    for (const hardware::OpRecord& record : profile.ops.matrix)
        if (record.op == family && (!dtype || !record.dtype || record.dtype == dtype))
            return &record;
    return nullptr;
}

} // namespace

QString tierText(OpTier tier) {
    switch (tier) {
    case OpTier::Fast:
        return MatrixTexts::tr("fast");
    case OpTier::Medium:
        return MatrixTexts::tr("medium");
    case OpTier::Slow:
        return MatrixTexts::tr("slow");
    case OpTier::Unsupported:
        return MatrixTexts::tr("unsupported");
    }
    return {};
}

QString probeStatusText(hardware::ProbeStatus status) {
    switch (status) {
    case hardware::ProbeStatus::Ok:
        return MatrixTexts::tr("ok");
    case hardware::ProbeStatus::Fail:
        return MatrixTexts::tr("failed");
    case hardware::ProbeStatus::Timeout:
        return MatrixTexts::tr("timed out");
    case hardware::ProbeStatus::Crash:
        return MatrixTexts::tr("crashed");
    }
    return {};
}

QString matrixMetricText(MatrixMetric metric) {
    switch (metric) {
    case MatrixMetric::Tier:
        return MatrixTexts::tr("Speed class");
    case MatrixMetric::Rate:
        return MatrixTexts::tr("Rate, GFLOP/s");
    case MatrixMetric::Traffic:
        return MatrixTexts::tr("Traffic, GB/s");
    case MatrixMetric::Overhead:
        return MatrixTexts::tr("Time of the smallest size");
    }
    return {};
}

HeatMatrix profileMatrix(const ComparedProfiles& profiles, MatrixMetric metric) {
    const std::vector<Column> columns = columnsOf(profiles);
    const std::vector<std::string> families = familiesOf(profiles);
    HeatMatrix matrix;
    for (const Column& column : columns) {
        matrix.groups << column.one->name;
        matrix.columns << (column.dtype ? text(hardware::dtypeName(*column.dtype))
                                        : MatrixTexts::tr("any type"));
    }
    std::vector<std::optional<double>> values;
    for (const std::string& family : families) {
        matrix.rows << text(family);
        for (const Column& column : columns) {
            const hardware::Profile& profile = *column.one->profile;
            const auto* record = recordOf(profile, family, column.dtype);
            const auto tier =
                record && record->tier ? record->tier : profile.tierOf(family, column.dtype);
            HeatCell cell;
            if (record) {
                cell.state = stateOf(record->status);
                cell.tip = recordTip(*record, tier);
                values.push_back(valueOf(*record, metric));
            } else {
                values.push_back(std::nullopt);
                if (tier) {
                    cell.state =
                        *tier == OpTier::Unsupported ? CellState::Unsupported : CellState::Native;
                    cell.tip = MatrixTexts::tr("%1: %2, as the profile lists it")
                                   .arg(text(family), tierText(*tier));
                } else {
                    cell.tip =
                        MatrixTexts::tr("The profile says nothing about %1.").arg(text(family));
                }
            }
            if (metric == MatrixMetric::Tier && tier && *tier != OpTier::Unsupported) {
                cell.heat = tierHeat(*tier);
                cell.text = tierText(*tier);
            }
            matrix.cells.push_back(std::move(cell));
        }
    }
    if (metric == MatrixMetric::Tier) {
        matrix.low = tierText(OpTier::Slow);
        matrix.high = tierText(OpTier::Fast);
    } else {
        applyScale(matrix, metric, values);
    }
    return matrix;
}

HeatMatrix
probeMatrix(const std::vector<hardware::ProbeRow>& rows, MatrixMetric metric,
            const std::function<std::optional<double>(const hardware::ProbeRow&)>& fractionOf) {
    // The largest work of a family stands for it: small sizes show overhead, not speed. For the
    // overhead it is the smallest time.
    using Key = std::pair<std::string, std::string>;
    std::map<Key, const hardware::ProbeRow*> best;
    std::set<std::string> families, columns;
    for (const hardware::ProbeRow& row : rows) {
        const std::string column = row.dtype + " " + row.layout;
        families.insert(row.family);
        columns.insert(column);
        const hardware::ProbeRow*& kept = best[{row.family, column}];
        const auto rank = [metric](const hardware::ProbeRow& one) {
            if (one.status != hardware::ProbeStatus::Ok)
                return -1e300;
            if (metric == MatrixMetric::Overhead)
                return -one.p50Us.value_or(1e300);
            return metric == MatrixMetric::Traffic ? one.gbps.value_or(-1)
                                                   : one.gflops.value_or(one.gbps.value_or(-1));
        };
        if (!kept || rank(row) > rank(*kept))
            kept = &row;
    }
    HeatMatrix matrix;
    for (const std::string& column : columns)
        matrix.columns << text(column);
    std::vector<std::optional<double>> values;
    for (const std::string& family : families) {
        matrix.rows << text(family);
        for (const std::string& column : columns) {
            HeatCell cell;
            const auto it = best.find({family, column});
            if (it == best.end()) {
                cell.tip = MatrixTexts::tr("%1 was not probed there.").arg(text(family));
                values.push_back(std::nullopt);
                matrix.cells.push_back(std::move(cell));
                continue;
            }
            const hardware::ProbeRow& row = *it->second;
            const bool ok = row.status == hardware::ProbeStatus::Ok;
            cell.state = ok ? CellState::Native : CellState::Failed;
            QStringList tip{MatrixTexts::tr("%1: %2", "operator: state")
                                .arg(text(row.family), probeStatusText(row.status)),
                            text(row.shapes.text())};
            if (row.p50Us)
                tip << MatrixTexts::tr("Median %1, measured").arg(microsecondsText(*row.p50Us));
            if (row.gflops)
                tip << rateText(*row.gflops, row.dtype == "int8");
            if (row.gbps)
                tip << gigabytesText(*row.gbps);
            // Negative = not known; an optional here makes g++ 12 warn without a reason.
            const double fraction = ok ? fractionOf(row).value_or(-1) : -1;
            if (fraction >= 0)
                tip << MatrixTexts::tr("%1 of the roofline").arg(shareText(fraction));
            if (!row.error.empty())
                tip << text(row.error);
            cell.tip = tip.join('\n');
            if (metric == MatrixMetric::Tier && fraction >= 0) {
                cell.heat = fraction;
                cell.text = shareText(fraction);
            }
            values.push_back(!ok                                ? std::nullopt
                             : metric == MatrixMetric::Rate     ? row.gflops
                             : metric == MatrixMetric::Traffic  ? row.gbps
                             : metric == MatrixMetric::Overhead ? row.p50Us
                                                                : std::nullopt);
            matrix.cells.push_back(std::move(cell));
        }
    }
    const bool placed = std::any_of(matrix.cells.begin(), matrix.cells.end(),
                                    [](const HeatCell& cell) { return cell.heat.has_value(); });
    if (metric == MatrixMetric::Tier && placed) {
        matrix.low = shareText(0);
        matrix.high = MatrixTexts::tr("%1 of the roofline").arg(shareText(1));
    } else if (metric != MatrixMetric::Tier) {
        applyScale(matrix, metric, values);
    }
    return matrix;
}

} // namespace metainfer::widgets
