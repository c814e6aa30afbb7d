// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// x86-64 kernels. Twelve independent accumulators hide the latency of a fused multiply-add (four
// cycles, two a cycle) with room to spare. Each is compiled for its own instruction set and chosen
// at run time.
#include "compute_kernels.h"

#if defined(__x86_64__)

#include <array>

#include <immintrin.h>

namespace metainfer::probe {

namespace {

constexpr int kChains = 12;

// Keeps the compiler from dropping or simplifying the loop; `constraint` names the register class.
#define MI_KEEP(value, constraint) __asm__ volatile("" : "+" constraint(value))

// One kernel: `Vector` accumulators start at `init`, `step` updates `acc`, `ops` operations a step.
#define MI_KERNEL(function, isa, Vector, constraint, init, setup, step, ops)                       \
    __attribute__((target(isa))) std::uint64_t function(std::uint64_t turns) {                     \
        Vector acc[kChains];                                                                       \
        for (Vector & a : acc) {                                                                   \
            a = init;                                                                              \
            MI_KEEP(a, constraint);                                                                \
        }                                                                                          \
        setup;                                                                                     \
        for (std::uint64_t turn = 0; turn < turns; ++turn) {                                       \
            _Pragma("GCC unroll 12") for (int chain = 0; chain < kChains; ++chain) {               \
                Vector& a = acc[chain];                                                            \
                step;                                                                              \
            }                                                                                      \
        }                                                                                          \
        for (Vector & a : acc)                                                                     \
            MI_KEEP(a, constraint);                                                                \
        return turns * kChains * (ops);                                                            \
    }

// Values that neither grow nor vanish: a = a * 0.999 + 0.001 tends to 1.
MI_KERNEL(fp32Avx512, "avx512f", __m512, "v", _mm512_set1_ps(1.0f),
          __m512 x = _mm512_set1_ps(0.999f);
          __m512 y = _mm512_set1_ps(0.001f); MI_KEEP(x, "v");
          MI_KEEP(y, "v"), a = _mm512_fmadd_ps(a, x, y), 32)
MI_KERNEL(fp32Avx2, "avx2,fma", __m256, "x", _mm256_set1_ps(1.0f),
          __m256 x = _mm256_set1_ps(0.999f);
          __m256 y = _mm256_set1_ps(0.001f); MI_KEEP(x, "x");
          MI_KEEP(y, "x"), a = _mm256_fmadd_ps(a, x, y), 16)
MI_KERNEL(fp32Sse, "sse2", __m128, "x", _mm_set1_ps(1.0f), __m128 x = _mm_set1_ps(0.999f);
          __m128 y = _mm_set1_ps(0.001f); MI_KEEP(x, "x");
          MI_KEEP(y, "x"), a = _mm_add_ps(_mm_mul_ps(a, x), y), 8)

MI_KERNEL(fp64Avx512, "avx512f", __m512d, "v", _mm512_set1_pd(1.0),
          __m512d x = _mm512_set1_pd(0.999);
          __m512d y = _mm512_set1_pd(0.001); MI_KEEP(x, "v");
          MI_KEEP(y, "v"), a = _mm512_fmadd_pd(a, x, y), 16)
MI_KERNEL(fp64Avx2, "avx2,fma", __m256d, "x", _mm256_set1_pd(1.0),
          __m256d x = _mm256_set1_pd(0.999);
          __m256d y = _mm256_set1_pd(0.001); MI_KEEP(x, "x");
          MI_KEEP(y, "x"), a = _mm256_fmadd_pd(a, x, y), 8)
MI_KERNEL(fp64Sse, "sse2", __m128d, "x", _mm_set1_pd(1.0), __m128d x = _mm_set1_pd(0.999);
          __m128d y = _mm_set1_pd(0.001); MI_KEEP(x, "x");
          MI_KEEP(y, "x"), a = _mm_add_pd(_mm_mul_pd(a, x), y), 4)

// Unsigned times signed bytes, four products summed into each 32-bit lane.
MI_KERNEL(int8Avx512Vnni, "avx512f,avx512vnni", __m512i, "v", _mm512_setzero_si512(),
          __m512i x = _mm512_set1_epi8(3);
          __m512i y = _mm512_set1_epi8(-2); MI_KEEP(x, "v");
          MI_KEEP(y, "v"), a = _mm512_dpbusd_epi32(a, x, y), 128)
MI_KERNEL(int8AvxVnni, "avx2,avxvnni", __m256i, "x", _mm256_setzero_si256(),
          __m256i x = _mm256_set1_epi8(3);
          __m256i y = _mm256_set1_epi8(-2); MI_KEEP(x, "x");
          MI_KEEP(y, "x"), a = _mm256_dpbusd_avx_epi32(a, x, y), 64)
MI_KERNEL(int8Avx2, "avx2", __m256i, "x", _mm256_setzero_si256(), __m256i x = _mm256_set1_epi8(3);
          __m256i y = _mm256_set1_epi8(-2); __m256i ones = _mm256_set1_epi16(1); MI_KEEP(y, "x");
          MI_KEEP(ones, "x"), MI_KEEP(x, "x");
          a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_maddubs_epi16(x, y), ones)), 64)

MI_KERNEL(bf16Avx512, "avx512f,avx512bf16", __m512, "v", _mm512_setzero_ps(),
          __m512i bits = _mm512_set1_epi16(0x3f80);
          MI_KEEP(bits, "v"); const __m512bh x = (__m512bh)bits, a = _mm512_dpbf16_ps(a, x, x), 64)
// No instruction: widened by a shift, then multiplied as float32.
MI_KERNEL(
    bf16Avx2, "avx2,fma", __m256, "x", _mm256_set1_ps(1.0f), __m128i bits = _mm_set1_epi16(0x3f80);
    __m256 y = _mm256_set1_ps(0.001f); MI_KEEP(y, "x"), MI_KEEP(bits, "x");
    a = _mm256_fmadd_ps(a, _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16)),
                        y),
    16)

// No instruction: converted to float32 and multiplied there.
MI_KERNEL(fp16F16c, "avx2,fma,f16c", __m256, "x", _mm256_set1_ps(1.0f),
          __m128i bits = _mm_set1_epi16(0x3bfe);
          __m256 y = _mm256_set1_ps(0.001f); MI_KEEP(y, "x"), MI_KEEP(bits, "x");
          a = _mm256_fmadd_ps(a, _mm256_cvtph_ps(bits), y), 16)

__attribute__((target("avx512fp16"))) std::uint64_t fp16Avx512(std::uint64_t turns) {
    __m512h acc[kChains];
    __m512h x = _mm512_castsi512_ph(_mm512_set1_epi16(0x3bfe));
    __m512h y = _mm512_castsi512_ph(_mm512_set1_epi16(0x1000));
    for (__m512h& a : acc) {
        a = _mm512_castsi512_ph(_mm512_set1_epi16(0x3c00));
        MI_KEEP(a, "v");
    }
    MI_KEEP(x, "v");
    MI_KEEP(y, "v");
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
        _Pragma("GCC unroll 12") for (int chain = 0; chain < kChains; ++chain) acc[chain] =
            _mm512_fmadd_ph(acc[chain], x, y);
    }
    for (__m512h& a : acc)
        MI_KEEP(a, "v");
    return turns * kChains * 64;
}

#undef MI_KERNEL
#undef MI_KEEP

bool always() {
    return true;
}
bool hasAvx512() {
    return __builtin_cpu_supports("avx512f");
}
bool hasAvx2Fma() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
bool hasAvx2() {
    return __builtin_cpu_supports("avx2");
}
bool hasAvx512Vnni() {
    return hasAvx512() && __builtin_cpu_supports("avx512vnni");
}
bool hasAvxVnni() {
    return hasAvx2() && __builtin_cpu_supports("avxvnni");
}
bool hasAvx512Bf16() {
    return hasAvx512() && __builtin_cpu_supports("avx512bf16");
}
bool hasAvx512Fp16() {
    return hasAvx512() && __builtin_cpu_supports("avx512fp16");
}
bool hasF16c() {
    return hasAvx2Fma() && __builtin_cpu_supports("f16c");
}

constexpr std::array kKernels = {
    ComputeKernel{"fp32", "avx512 fma", true, hasAvx512, fp32Avx512},
    ComputeKernel{"fp32", "avx2 fma", true, hasAvx2Fma, fp32Avx2},
    ComputeKernel{"fp32", "sse2 multiply, add", true, always, fp32Sse},
    ComputeKernel{"fp64", "avx512 fma", true, hasAvx512, fp64Avx512},
    ComputeKernel{"fp64", "avx2 fma", true, hasAvx2Fma, fp64Avx2},
    ComputeKernel{"fp64", "sse2 multiply, add", true, always, fp64Sse},
    ComputeKernel{"int8", "avx512 vnni", true, hasAvx512Vnni, int8Avx512Vnni},
    ComputeKernel{"int8", "avx vnni", true, hasAvxVnni, int8AvxVnni},
    ComputeKernel{"int8", "avx2 maddubs, madd, add", true, hasAvx2, int8Avx2},
    ComputeKernel{"bf16", "avx512 bf16", true, hasAvx512Bf16, bf16Avx512},
    ComputeKernel{"bf16", "shift to float32, avx2 fma", false, hasAvx2Fma, bf16Avx2},
    ComputeKernel{"fp16", "avx512 fp16", true, hasAvx512Fp16, fp16Avx512},
    ComputeKernel{"fp16", "f16c to float32, avx2 fma", false, hasF16c, fp16F16c},
};

} // namespace

std::span<const ComputeKernel> computeKernels() {
    return kKernels;
}

} // namespace metainfer::probe

#endif
