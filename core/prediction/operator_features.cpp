// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the trees look at.
#include "hardware/fingerprint.h"
#include "prediction/analytic_model.h"
#include "prediction/operator_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace metainfer::prediction {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

// One 0/1 input each; a family that is not here is told apart by its sizes only.
constexpr std::array<std::string_view, 18> kFamilies{
    "conv2d",     "conv_transpose", "matmul",    "rnn",    "attention", "pool",
    "reduce",     "softmax",        "layernorm", "add",    "mul",       "relu",
    "activation", "concat",         "transpose", "gather", "quantize",  "dequantize"};
constexpr std::array<std::string_view, 4> kKinds{"dense", "pointwise", "depthwise", "grouped"};

float logOrUnknown(double value) {
    return value > 0 ? static_cast<float>(std::log10(value)) : kUnknown;
}

float dimension(const std::vector<std::int64_t>& dims, std::size_t index) {
    return index < dims.size()
               ? logOrUnknown(static_cast<double>(std::max<std::int64_t>(1, dims[index])))
               : kUnknown;
}

} // namespace

const std::vector<std::string>& operatorFeatureNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const auto family : kFamilies)
            result.push_back("family_" + std::string(family));
        for (const auto kind : kKinds)
            result.push_back("kind_" + std::string(kind));
        for (const char* name : {"bits",
                                 "floating",
                                 "signed",
                                 "per_channel",
                                 "blocked",
                                 "members",
                                 "log_flops",
                                 "log_bytes",
                                 "log_input_bytes",
                                 "log_weight_bytes",
                                 "log_output_bytes",
                                 "log_intensity",
                                 "rank",
                                 "dim0",
                                 "dim1",
                                 "dim2",
                                 "dim3",
                                 "out_channels",
                                 "groups",
                                 "kernel",
                                 "stride",
                                 "threads",
                                 "log_analytic",
                                 "log_compute",
                                 "log_memory",
                                 "bound"})
            result.emplace_back(name);
        for (const auto& feature : hardware::fingerprintFeatures())
            result.push_back("hw_" + std::string(feature.name));
        return result;
    }();
    return names;
}

std::vector<float> operatorFeatures(const hardware::Profile& profile, const SessionOptions& session,
                                    const OperatorCase& c) {
    std::vector<float> values;
    const auto family = c.baseFamily();
    const auto kind = c.kind();
    for (const auto name : kFamilies)
        values.push_back(family == name ? 1 : 0);
    for (const auto name : kKinds)
        values.push_back(kind == name ? 1 : 0);
    const auto analytic = analyticEstimate(profile, session, c);
    const int cores = profile.compute.cores.value_or(1);
    const float own[] = {
        static_cast<float>(elementBits(c.dtype)),
        isFloatingPoint(c.dtype) ? 1.0f : 0.0f,
        c.signedActivations ? 1.0f : 0.0f,
        c.perChannel ? 1.0f : 0.0f,
        c.blockedLayout ? 1.0f : 0.0f,
        static_cast<float>(c.members.size()),
        logOrUnknown(c.flops),
        logOrUnknown(c.bytes()),
        logOrUnknown(c.inputBytes),
        logOrUnknown(c.weightBytes),
        logOrUnknown(c.outputBytes),
        c.bytes() > 0 ? logOrUnknown(c.flops / c.bytes()) : kUnknown,
        static_cast<float>(c.input.size()),
        dimension(c.input, 0),
        dimension(c.input, 1),
        dimension(c.input, 2),
        dimension(c.input, 3),
        c.weight.empty() ? kUnknown : dimension(c.weight, 0),
        logOrUnknown(static_cast<double>(c.groups)),
        static_cast<float>(c.kernel),
        static_cast<float>(c.stride),
        static_cast<float>(session.threads > 0 ? session.threads : cores),
        logOrUnknown(analytic.us),
        logOrUnknown(analytic.computeUs),
        logOrUnknown(analytic.memoryUs),
        static_cast<float>(analytic.bound),
    };
    values.insert(values.end(), std::begin(own), std::end(own));
    const auto hardwareValues = hardware::fingerprint(profile).asFloats();
    values.insert(values.end(), hardwareValues.begin(), hardwareValues.end());
    return values;
}

} // namespace metainfer::prediction
