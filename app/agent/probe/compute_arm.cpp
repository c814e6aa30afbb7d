// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// 64-bit Arm kernels: NEON, and the optional half-precision and dot-product instructions.
#include "compute_kernels.h"

#if defined(__aarch64__)

#include <array>

#include <arm_neon.h>
#include <sys/auxv.h>

namespace metainfer::probe {

namespace {

constexpr int kChains = 16;
// Bits of AT_HWCAP from the kernel's asm/hwcap.h.
constexpr unsigned long kHasHalf = 1ul << 10, kHasDot = 1ul << 20;

#define MI_KEEP(value) __asm__ volatile("" : "+w"(value))
#define MI_KERNEL(function, attributes, Vector, init, setup, step, ops)                            \
    attributes std::uint64_t function(std::uint64_t turns) {                                       \
        Vector acc[kChains];                                                                       \
        for (Vector & a : acc) {                                                                   \
            a = init;                                                                              \
            MI_KEEP(a);                                                                            \
        }                                                                                          \
        setup;                                                                                     \
        for (std::uint64_t turn = 0; turn < turns; ++turn) {                                       \
            _Pragma("GCC unroll 16") for (int chain = 0; chain < kChains; ++chain) {               \
                Vector& a = acc[chain];                                                            \
                step;                                                                              \
            }                                                                                      \
        }                                                                                          \
        for (Vector & a : acc)                                                                     \
            MI_KEEP(a);                                                                            \
        return turns * kChains * (ops);                                                            \
    }

MI_KERNEL(fp32Neon, , float32x4_t, vdupq_n_f32(1.0f), float32x4_t x = vdupq_n_f32(0.001f);
          MI_KEEP(x), a = vfmaq_f32(a, x, x), 8)
MI_KERNEL(fp64Neon, , float64x2_t, vdupq_n_f64(1.0), float64x2_t x = vdupq_n_f64(0.001);
          MI_KEEP(x), a = vfmaq_f64(a, x, x), 4)
MI_KERNEL(fp16Neon, __attribute__((target("arch=armv8.2-a+fp16"))), float16x8_t,
          vdupq_n_f16(static_cast<float16_t>(1.0f)),
          float16x8_t x = vdupq_n_f16(static_cast<float16_t>(0.001f));
          MI_KEEP(x), a = vfmaq_f16(a, x, x), 16)
MI_KERNEL(int8Dot, __attribute__((target("arch=armv8.2-a+dotprod"))), int32x4_t, vdupq_n_s32(0),
          int8x16_t x = vdupq_n_s8(3);
          MI_KEEP(x), a = vdotq_s32(a, x, x), 32)
// Without the dot product: eight products to 16 bits, then pairs added into 32 bits.
MI_KERNEL(int8Neon, , int32x4_t, vdupq_n_s32(0), int8x8_t x = vdup_n_s8(3), MI_KEEP(x);
          a = vpadalq_s16(a, vmull_s8(x, x)), 16)
MI_KERNEL(fp16Convert, , float32x4_t, vdupq_n_f32(1.0f),
          float16x4_t x = vdup_n_f16(static_cast<float16_t>(0.001f)), MI_KEEP(x);
          a = vfmaq_f32(a, vcvt_f32_f16(x), vcvt_f32_f16(x)), 8)

#undef MI_KERNEL
#undef MI_KEEP

bool always() {
    return true;
}
bool hasHalf() {
    return getauxval(AT_HWCAP) & kHasHalf;
}
bool hasDot() {
    return getauxval(AT_HWCAP) & kHasDot;
}

constexpr std::array kKernels = {
    ComputeKernel{"fp32", "neon fma", true, always, fp32Neon},
    ComputeKernel{"fp64", "neon fma", true, always, fp64Neon},
    ComputeKernel{"fp16", "neon half fma", true, hasHalf, fp16Neon},
    ComputeKernel{"fp16", "convert to float32, neon fma", false, always, fp16Convert},
    ComputeKernel{"int8", "neon dot product", true, hasDot, int8Dot},
    ComputeKernel{"int8", "neon multiply long, add pairs", true, always, int8Neon},
};

} // namespace

std::span<const ComputeKernel> computeKernels() {
    return kKernels;
}

} // namespace metainfer::probe

#endif
