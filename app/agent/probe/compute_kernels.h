// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Multiply-accumulate loops held in registers, one per data type and instruction set.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace metainfer::probe {

struct ComputeKernel {
    std::string_view dtype;
    std::string_view name;
    bool isNative = false; ///< the cpu has an instruction that multiplies this type
    bool (*isSupported)() = nullptr;
    /// Runs that many loop turns; returns the operations done, multiply and add counted apart.
    std::uint64_t (*run)(std::uint64_t turns) = nullptr;
};

/// Of this architecture, the fastest first within a type.
std::span<const ComputeKernel> computeKernels();

} // namespace metainfer::probe
