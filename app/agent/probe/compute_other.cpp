// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Plain float32 for architectures without kernels of their own.
#include "compute_kernels.h"

#if !defined(__x86_64__) && !defined(__aarch64__)

#include <array>

namespace metainfer::probe {

namespace {

std::uint64_t fp32Plain(std::uint64_t turns) {
    constexpr int kChains = 16;
    float acc[kChains];
    for (float& a : acc)
        a = 1.0f;
    volatile float factor = 0.999f;
    const float x = factor;
    for (std::uint64_t turn = 0; turn < turns; ++turn)
        for (float& a : acc)
            a = a * x + 0.001f;
    volatile float sink = 0;
    for (const float a : acc)
        sink = sink + a;
    return turns * kChains * 2;
}

constexpr std::array kKernels = {
    ComputeKernel{"fp32", "compiled multiply, add", true, [] { return true; }, fp32Plain},
};

} // namespace

std::span<const ComputeKernel> computeKernels() {
    return kKernels;
}

} // namespace metainfer::probe

#endif
