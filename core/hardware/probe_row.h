// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One probed operator: operator x shape x dtype x layout, as written to CSV and JSON.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

enum class ProbeStatus { Ok, Fail, Timeout, Crash };
std::string_view probeStatusName(ProbeStatus status);
std::optional<ProbeStatus> probeStatusFromName(std::string_view name);

/// What an operator was run on: dims of inputs (activations first, then weights), of outputs, and
/// the attributes that change the work.
struct ProbeShapes {
    std::vector<std::vector<std::int64_t>> inputs, outputs;
    std::map<std::string, std::string> attributes; ///< "group" -> "32", "strides" -> "1x1"

    bool operator==(const ProbeShapes&) const = default;
    /// "1x64x56x56,64x64x3x3->1x64x56x56{group=1,strides=1x1}"; a scalar is "scalar".
    std::string text() const;
    static Result<ProbeShapes> fromText(std::string_view text);
};

/// Times are of the operator inside the runtime, on one thread unless `threads` says otherwise.
/// What was not measured is absent (an empty cell), never 0.
struct ProbeRow {
    std::string op;     ///< ONNX operator type: "Conv"
    std::string family; ///< as profiles name it, with the kind after a colon: "conv2d:depthwise"
    ProbeShapes shapes;
    std::string dtype;  ///< "fp32", "int8" (QDQ), "fp16"
    std::string layout; ///< "NCHW", "row" for operators without channels
    ProbeStatus status = ProbeStatus::Ok;
    std::string error; ///< why it failed, or a remark ("accepted, computed in float")
    std::uint64_t n = 0;
    std::optional<double> p50Us, p95Us, madUs;
    std::optional<double> gflops; ///< achieved; multiply and add count as two
    std::optional<double> gbps;   ///< achieved traffic of inputs, weights and outputs
    std::optional<std::uint64_t> peakBytes;
    std::string environment; ///< Environment::text()
    int threads = 1;
    std::string kernel;   ///< what the runtime executed, in order: "QLinearConv"; empty = not known
    std::string provider; ///< of these, "CPUExecutionProvider"; several with a comma between

    bool operator==(const ProbeRow&) const = default;
    Json toJson() const;
    static Result<ProbeRow> fromJson(const Json& json);
    /// "conv2d" of "conv2d:depthwise".
    std::string baseFamily() const { return family.substr(0, family.find(':')); }
};

/// RFC 4180 with the header line of the format; numbers in the C locale, shortest exact form.
std::string probeRowsToCsv(const std::vector<ProbeRow>& rows);
/// Columns are found by name; unknown ones are ignored. InvalidArgument names line and column.
Result<std::vector<ProbeRow>> probeRowsFromCsv(std::string_view text);
/// {"schema": "metainfer.probe/1", "rows": […]}
Json probeRowsToJson(const std::vector<ProbeRow>& rows);
Result<std::vector<ProbeRow>> probeRowsFromJson(const Json& json);

} // namespace metainfer::hardware
