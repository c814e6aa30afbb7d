// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probed operators against a datasheet and against an earlier run.
#include "hardware/probe_comparison.h"

#include "hardware/profile_yaml.h"
#include "hardware/quantity_text.h"
#include "hardware/roofline.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace metainfer::widgets {
namespace {

struct ComparisonTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::ComparisonTexts)
};

using hardware::ProbeRow;
using Key = std::pair<std::string, std::string>; // family, column

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

std::string columnOf(const ProbeRow& row) {
    return row.dtype + " " + row.layout;
}

bool isTimed(const ProbeRow& row) {
    return row.status == hardware::ProbeStatus::Ok && row.p50Us && *row.p50Us > 0;
}

/// An empty matrix over the families and columns of the rows; `fill` makes each cell.
template <typename Fill>
HeatMatrix matrixOver(const std::vector<ProbeRow>& rows, Fill&& fill) {
    std::set<std::string> families, columns;
    for (const ProbeRow& row : rows) {
        families.insert(row.family);
        columns.insert(columnOf(row));
    }
    HeatMatrix matrix;
    for (const std::string& column : columns)
        matrix.columns << text(column);
    for (const std::string& family : families) {
        matrix.rows << text(family);
        for (const std::string& column : columns)
            matrix.cells.push_back(fill(Key{family, column}));
    }
    return matrix;
}

/// Time that the datasheet's numbers allow at least, in µs; 0 = it says nothing.
double allowedUs(const ProbeRow& row, const hardware::Profile& stated) {
    double us = 0;
    const auto type = hardware::dtypeFromName(row.dtype);
    if (type && row.gflops)
        if (const auto peak = hardware::peakGflops(stated, *type, 1))
            us = *row.gflops * *row.p50Us / peak->value;
    if (row.gbps) {
        const double bytes = *row.gbps * *row.p50Us * 1e3;
        if (const auto rate = hardware::bandwidthGbps(stated, bytes, 1))
            us = std::max(us, bytes / rate->value * 1e-3);
    }
    return us;
}

/// What was measured may be of this very machine: the datasheet alone is asked.
hardware::Profile statedOnly(hardware::Profile profile) {
    profile.compute.sustainedGflops.clear();
    profile.memory.curve.clear();
    for (hardware::MemoryLevel& level : profile.memory.hierarchy)
        level.measuredBandwidthGbps.reset();
    return profile;
}

} // namespace

HeatMatrix datasheetMatrix(const std::vector<ProbeRow>& rows, const hardware::Profile& datasheet) {
    const hardware::Profile stated = statedOnly(datasheet);
    std::map<Key, const ProbeRow*> largest;
    for (const ProbeRow& row : rows) {
        const ProbeRow*& kept = largest[{row.family, columnOf(row)}];
        const auto work = [](const ProbeRow& one) {
            return isTimed(one) ? one.gflops.value_or(one.gbps.value_or(0)) * *one.p50Us : -1;
        };
        if (!kept || work(row) > work(*kept))
            kept = &row;
    }
    HeatMatrix matrix = matrixOver(rows, [&](const Key& key) {
        HeatCell cell;
        const auto it = largest.find(key);
        if (it == largest.end()) {
            cell.tip = ComparisonTexts::tr("%1 was not probed there.").arg(text(key.first));
            return cell;
        }
        const ProbeRow& row = *it->second;
        cell.state = isTimed(row) ? CellState::Native : CellState::Failed;
        QStringList tip{text(row.family), text(row.shapes.text())};
        if (isTimed(row)) {
            tip << ComparisonTexts::tr("Median %1, measured").arg(microsecondsText(*row.p50Us));
            if (const double us = allowedUs(row, stated); us > 0) {
                const double share = us / *row.p50Us;
                cell.heat = std::min(1.0, share);
                cell.text = shareText(share);
                tip << ComparisonTexts::tr("The datasheet allows %1: %2 of it is reached")
                           .arg(microsecondsText(us), shareText(share));
            } else {
                tip << ComparisonTexts::tr("The datasheet says nothing about this.");
            }
        }
        cell.tip = tip.join('\n');
        return cell;
    });
    matrix.low = shareText(0);
    matrix.high = ComparisonTexts::tr("%1 of the datasheet's roofline").arg(shareText(1));
    return matrix;
}

HeatMatrix changeMatrix(const std::vector<ProbeRow>& now, const std::vector<ProbeRow>& then) {
    const auto caseOf = [](const ProbeRow& row) {
        return row.family + "|" + row.shapes.text() + "|" + columnOf(row);
    };
    std::map<std::string, double> before;
    for (const ProbeRow& row : then)
        if (isTimed(row))
            before[caseOf(row)] = *row.p50Us;
    struct Sum {
        double logs = 0;
        int cases = 0;
    };
    std::map<Key, Sum> sums;
    for (const ProbeRow& row : now)
        if (const auto it = before.find(caseOf(row)); isTimed(row) && it != before.end()) {
            Sum& sum = sums[{row.family, columnOf(row)}];
            sum.logs += std::log2(*row.p50Us / it->second);
            ++sum.cases;
        }
    HeatMatrix matrix = matrixOver(now, [&](const Key& key) {
        HeatCell cell;
        const auto it = sums.find(key);
        if (it == sums.end()) {
            cell.tip =
                ComparisonTexts::tr("The runs have no case of %1 in common.").arg(text(key.first));
            return cell;
        }
        const double mean = it->second.logs / it->second.cases;
        cell.state = CellState::Native;
        cell.heat = std::clamp(0.5 + mean / 2, 0.0, 1.0); // half to double
        cell.text = ComparisonTexts::tr("%1×", "ratio of times").arg(numberText(std::exp2(mean)));
        cell.tip = ComparisonTexts::tr("%1: time now over time then, measured; cases: %2")
                       .arg(text(key.first))
                       .arg(it->second.cases);
        return cell;
    });
    matrix.low = ComparisonTexts::tr("half the time");
    matrix.high = ComparisonTexts::tr("twice the time");
    return matrix;
}

} // namespace metainfer::widgets
