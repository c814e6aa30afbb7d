// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The legal values of the deployment file's fields that have a list.
#pragma once

#include <string>
#include <vector>

namespace metainfer::session {

using Names = std::vector<std::string>;

inline const Names kIntents{"latency_critical", "memory_constrained", "power_sensitive"};
inline const Names kPrecisions{"fp32", "fp16",         "bf16",        "int16",
                               "int8", "int8_dynamic", "int4_weights"};
inline const Names kFormats{"onnx", "compiled_binary"};
/// What accompanies the adapted model by choice; the record of the session is always whole.
inline const Names kArtifacts{"config", "calibration", "profile"};
inline const Names kAccuracyMetrics{"top1", "map50", "fidelity", "command"};
inline const Names kCalibrationMethods{"minmax", "percentile", "entropy"};
inline const Names kGenerators{"normal", "uniform", "zeros", "ones", "integers"};
inline const Names kImageLayouts{"NCHW", "NHWC"};
inline const Names kLayouts{"NCHW",    "NHWC",    "NCHWc4", "NCHWc8",
                            "NCHWc16", "NCHWc32", "NC4HW4", "NHCWB16"};
inline const Names kFusions{"none", "fold_bn", "conv_bn_act", "split_concat"};
inline const Names kOperatorTypes{"fp32", "fp16", "bf16", "int16", "int8", "int4"};
inline const Names kDirections{"minimize", "maximize"};
inline const Names kConcurrency{"degrade", "maximum", "single"};

} // namespace metainfer::session
