// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers that candidates have: for columns, axes of plots and the text of both.
#pragma once

#include "candidates/candidate_table.h"
#include "plot/plot_types.h"

#include <QCoreApplication>

#include <optional>
#include <span>

namespace metainfer::widgets {

enum class Quantity {
    Ratio, ///< time relative to the original
    P50Latency,
    P90Latency,
    P95Latency,
    P99Latency,
    Throughput,
    Memory,
    ModelSize,
    Accuracy,       ///< on all validation data: the original and the finalists
    SearchAccuracy, ///< on the search's part of it: everything measured
    Energy,
    Power,
    ColdStart,
    Predicted,       ///< latency
    PredictionError, ///< predicted over measured latency, minus one
    Changes,         ///< how many changes it makes
    Threads
};

/// A quantity of a row.
struct QuantityValue {
    Interval interval;
    NumberSource source = NumberSource::Measured;
    std::size_t samples = 0; ///< that an accuracy was computed on; 0 = not said
};

/// Unit in which a plot or a slider shows a quantity: shown = value * factor.
struct ShownUnit {
    double factor = 1;
    QString name; ///< empty = none
};

/// Words for quantities and states, in the current language.
class CandidateText {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::CandidateText)

  public:
    static QString name(Quantity quantity);
    static QString state(CandidateState state);
    static QString origin(const QString& origin);
    static QString number(Quantity quantity, double value);
    /// "4.03 ms [3.90, 4.20], measured".
    static QString full(Quantity quantity, const QuantityValue& value);
    /// "Latency p95, ms".
    static QString axis(Quantity quantity, const ShownUnit& unit);
    static QString answer(search::Answer answer, const QString& chosen);
};

std::span<const Quantity> allQuantities();
QString quantityKey(Quantity quantity); ///< stable, for settings: "p95_latency"
std::optional<Quantity> quantityFromKey(const QString& key);
std::optional<Quantity> quantityOf(measurement::Metric metric);
std::optional<measurement::Metric> metricOf(Quantity quantity);
std::optional<QuantityValue> valueOf(const CandidateRow& row, Quantity quantity);
/// NaN when the row lacks it.
double numberOf(const CandidateRow& row, Quantity quantity);
/// The same from the table's own columns: fast.
double numberOf(const CandidateTable& table, std::size_t row, Quantity quantity);
/// Fills the columns; makeCandidateTable does it.
void gatherNumbers(CandidateTable& table);
bool smallerIsBetter(Quantity quantity);
/// The quantities that at least one row has.
std::vector<Quantity> presentQuantities(const CandidateTable& table);
/// A unit in which values around `typical` read well.
ShownUnit unitFor(Quantity quantity, double typical);
ShownUnit unitFor(Quantity quantity, const CandidateTable& table);

/// Rows that no other measured, allowed row beats in both, best first in `x`.
std::vector<std::size_t> frontOf(const CandidateTable& table, Quantity x, Quantity y);

/// How well the prediction ranks and hits: over rows that have both.
struct PredictionQuality {
    std::size_t count = 0;
    double meanError = 0; ///< mean absolute percentage error, a fraction
    double ranks = 0;     ///< Spearman's rank correlation
};
PredictionQuality predictionQuality(const CandidateTable& table);

} // namespace metainfer::widgets
