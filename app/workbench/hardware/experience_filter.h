// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which records of the experience store are shown, and how.
#pragma once

#include "experience/record.h"
#include "session/row_table.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace metainfer::workbench {

using Records = std::shared_ptr<const std::vector<experience::Record>>;
/// What each record is trusted now; null = as it was stored.
using Trust = std::shared_ptr<const std::vector<double>>;

struct ExperienceFilter {
    QString text;                     ///< in any shown column
    QString model, hardware, rewrite; ///< empty = all
    double minimumTrust = 0;          ///< of now
    qint64 sinceMs = 0;
    bool operator==(const ExperienceFilter&) const = default;
};

/// Names that occur, for the filters' lists.
struct ExperienceNames {
    QStringList models, hardware, rewrites;
};

struct ExperienceRows {
    QList<QList<widgets::TableCell>> cells;
    std::vector<std::size_t> records; ///< row -> index into the records
};

QStringList experienceHeaders();
ExperienceNames namesIn(const std::vector<experience::Record>& records);
ExperienceRows experienceRows(const std::vector<experience::Record>& records,
                              const ExperienceFilter& filter, const Trust& trust = nullptr);
/// All that is known about one: name and value.
QList<QList<widgets::TableCell>> experienceDetails(const experience::Record& record,
                                                   std::optional<double> trustNow = {});
/// The time relative to the original's; nullopt where it was not measured.
std::optional<Interval> timeRatioOf(const experience::Record& record);
/// Records that `Commands::expireExperience` would remove at `nowMs`: age alone counts.
std::size_t expiringRecords(const std::vector<experience::Record>& records, double minimumTrust,
                            qint64 nowMs);

} // namespace metainfer::workbench
