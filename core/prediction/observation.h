// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What was seen on a device, as the prediction learns from it.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "hardware/probe_row.h"
#include "prediction/operator_case.h"

#include <span>
#include <string>
#include <vector>

namespace metainfer::prediction {

/// One operator with its time on a device.
struct Observation {
    OperatorCase operation;
    double us = 0;      ///< measured, one call
    int threads = 1;    ///< that worked on it
    std::string device; ///< profile name
    NumberSource source = NumberSource::Measured;
    double weight = 1; ///< trust in (0, 1]
};

/// One node of a runtime's profile, as the measuring side reports it.
struct MeasuredOperator {
    std::string node, opType, domain;
    double us = 0;    ///< per run, all calls together
    double calls = 1; ///< per run
    std::vector<std::vector<std::int64_t>> inputDims, outputDims;
    std::vector<std::string> inputTypes, outputTypes; ///< "float32", "uint8", …
    std::uint64_t weightBytes = 0;
    bool operator==(const MeasuredOperator&) const = default;
};

/// The operator that a node of a profile stands for, its work computed from the shapes. Attributes
/// that shapes do not show (strides, groups) are derived where they can be.
OperatorCase caseOf(const MeasuredOperator& measured);

/// Observations of the rows that worked; rows without a time are left out.
std::vector<Observation> observationsFrom(std::span<const hardware::ProbeRow> rows,
                                          const std::string& device);
std::vector<Observation> observationsFrom(std::span<const MeasuredOperator> operators, int threads,
                                          const std::string& device);

Json toJson(const Observation& observation);
Result<Observation> observationFromJson(const Json& json);

} // namespace metainfer::prediction
