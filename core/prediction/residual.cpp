// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hierarchical shrinkage of log ratios.
#include "prediction/residual.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

// Measurements that the level above counts as.
constexpr double kStrengthAll = 2;
constexpr double kStrengthFamily = 3;
constexpr double kStrengthCell = 3;
// One absurd measurement must not spoil the rest: ratios beyond e^3 = 20 are cut.
constexpr double kMaxLog = 3;

double boundedLog(double measured, double predicted) {
    return std::clamp(std::log(measured / predicted), -kMaxLog, kMaxLog);
}

/// Spread of the measurements, of their mean, and what shrinking holds back.
double sigmaOf(double variance, double weight, double heldBack) {
    constexpr double kLeast = 0.03; // nothing is known better than to 3 %
    return std::sqrt(variance * (1 + 1 / weight) + heldBack * heldBack + kLeast * kLeast);
}

} // namespace

void DeviceResidual::Sums::add(double value, double w) {
    weight += w;
    sum += w * value;
    squares += w * value * value;
}

double DeviceResidual::Sums::shrunk(double prior, double strength) const {
    return (sum + strength * prior) / (weight + strength);
}

std::string DeviceResidual::cellKey(const OperatorCase& operation) {
    return fmt::format("{}|{}|{}{}", operation.family, elementTypeName(operation.dtype),
                       operation.blockedLayout ? "blocked" : "plain",
                       operation.signedActivations ? "|signed" : "");
}

void DeviceResidual::observe(const OperatorCase& operation, double predictedUs, double measuredUs,
                             double weight) {
    if (!(predictedUs > 0) || !(measuredUs > 0) || !(weight > 0))
        return;
    const double value = boundedLog(measuredUs, predictedUs);
    m_all.add(value, weight);
    m_families[operation.baseFamily()].add(value, weight);
    m_cells[cellKey(operation)].add(value, weight);
}

void DeviceResidual::observeModel(double predictedUs, double measuredUs, double weight) {
    if (predictedUs > 0 && measuredUs > 0 && weight > 0)
        m_models.add(boundedLog(measuredUs, predictedUs), weight);
}

DeviceResidual::Correction DeviceResidual::correct(const OperatorCase& operation) const {
    Correction result;
    result.logRatio = m_all.shrunk(0, kStrengthAll);
    result.weight = m_all.weight;
    const Sums* finest = nullptr;
    if (const auto it = m_families.find(operation.baseFamily()); it != m_families.end()) {
        result.logRatio = it->second.shrunk(result.logRatio, kStrengthFamily);
        finest = &it->second;
    }
    if (const auto it = m_cells.find(cellKey(operation)); it != m_cells.end()) {
        result.logRatio = it->second.shrunk(result.logRatio, kStrengthCell);
        finest = &it->second;
    }
    if (finest && finest->weight >= 3) {
        const double mean = finest->sum / finest->weight;
        const double variance = std::max(0.0, finest->squares / finest->weight - mean * mean);
        result.logSigma = sigmaOf(variance, finest->weight, mean - result.logRatio);
    }
    return result;
}

DeviceResidual::Correction DeviceResidual::correctModel() const {
    Correction result;
    result.weight = m_models.weight;
    result.logRatio = m_models.shrunk(0, 1);
    if (m_models.weight >= 3) {
        const double mean = m_models.sum / m_models.weight;
        const double variance = std::max(0.0, m_models.squares / m_models.weight - mean * mean);
        result.logSigma = sigmaOf(variance, m_models.weight, mean - result.logRatio);
    }
    return result;
}

Json DeviceResidual::sumsToJson(const Sums& sums) {
    return Json{{"weight", sums.weight}, {"sum", sums.sum}, {"squares", sums.squares}};
}

DeviceResidual::Sums DeviceResidual::sumsFromJson(const Json& json) {
    return {jsonValue(json, "weight", 0.0), jsonValue(json, "sum", 0.0),
            jsonValue(json, "squares", 0.0)};
}

Json DeviceResidual::toJson() const {
    Json json{{"all", sumsToJson(m_all)},
              {"models", sumsToJson(m_models)},
              {"families", Json::object()},
              {"cells", Json::object()}};
    for (const auto& [key, sums] : m_families)
        json["families"][key] = sumsToJson(sums);
    for (const auto& [key, sums] : m_cells)
        json["cells"][key] = sumsToJson(sums);
    return json;
}

DeviceResidual DeviceResidual::fromJson(const Json& json) {
    DeviceResidual result;
    if (!json.is_object())
        return result;
    const auto part = [&](const char* key) {
        return json.contains(key) ? json[key] : Json::object();
    };
    result.m_all = sumsFromJson(part("all"));
    result.m_models = sumsFromJson(part("models"));
    const Json families = part("families"), cells = part("cells");
    for (const auto& [key, value] : families.items())
        result.m_families[key] = sumsFromJson(value);
    for (const auto& [key, value] : cells.items())
        result.m_cells[key] = sumsFromJson(value);
    return result;
}

} // namespace metainfer::prediction
