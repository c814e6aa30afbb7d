// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A fast and a slow device to compare.
#pragma once

#include "hardware/compared_profile.h"

#include "hardware/profile_yaml.h"

#include <memory>

namespace metainfer::test {

inline std::shared_ptr<const hardware::Profile> profileOf(const char* yaml) {
    auto loaded = hardware::parseProfile(yaml, "test");
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return std::make_shared<const hardware::Profile>(std::move(loaded->profile));
}

inline const char* const kFast = R"(hardware:
  name: fast
  type: npu
  compute: {cores: 4, supported_dtypes: [fp32, int8], peak: {fp32: 1000, int8: 4000}, power_w: 10}
  memory:
    hierarchy:
      - {level: shared, size_kb: 512, bandwidth_gbps: 400}
      - {level: DRAM, size_gb: 4, bandwidth_gbps: 50}
  ops:
    fast_ops: [conv2d]
    unsupported_ops: [softmax]
    matrix:
      - {op: matmul, dtype: int8, status: emulated, gflops: 12.5, note: "computed in float"}
      - {op: matmul, dtype: fp32, status: native, tier: fast, gflops: 800}
  scheduling: {kernel_launch_overhead_us: 5}
)";
inline const char* const kSlow = R"(hardware:
  name: slow
  type: cpu
  compute: {cores: 2, supported_dtypes: [fp32], peak: {fp32: 100}}
  memory:
    hierarchy: [{level: DRAM, bandwidth_gbps: 10}]
    bandwidth_curve: [{footprint_kb: 32, gbps: 60}, {footprint_mb: 64, gbps: 9}]
  scheduling: {kernel_launch_overhead_us: 50}
)";

inline widgets::ComparedProfiles both() {
    return {{"fast", 0, profileOf(kFast)}, {"slow", 1, profileOf(kSlow)}};
}

} // namespace metainfer::test
