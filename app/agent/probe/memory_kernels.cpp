// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sequential passes are written with vector types as wide as the cpu's, compiled once per
// instruction set; the others work on cache lines of 64 bytes.
#include "memory_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <sys/mman.h>

namespace metainfer::probe {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kPage = 4096;

std::size_t roundedUp(std::size_t bytes, std::size_t unit) {
    return std::max(unit, (bytes + unit - 1) / unit * unit);
}

// Eight independent vectors a turn; the empty assembly makes each value needed.
#define MI_SEQUENTIAL(suffix, attributes, width)                                                   \
    typedef long long Vector##suffix __attribute__((vector_size(width), aligned(width)));          \
    attributes std::uint64_t read##suffix(ProbeBuffer& buffer) {                                   \
        using V = Vector##suffix;                                                                  \
        const V* p = reinterpret_cast<const V*>(buffer.data());                                    \
        const V* end = p + buffer.size() / sizeof(V);                                              \
        V a{}, b{}, c{}, d{};                                                                      \
        for (; p < end; p += 8) {                                                                  \
            a |= p[0] | p[4];                                                                      \
            b |= p[1] | p[5];                                                                      \
            c |= p[2] | p[6];                                                                      \
            d |= p[3] | p[7];                                                                      \
        }                                                                                          \
        a |= b | c | d;                                                                            \
        __asm__ volatile("" : : "m"(a) : "memory");                                                \
        return buffer.size();                                                                      \
    }                                                                                              \
    attributes std::uint64_t write##suffix(ProbeBuffer& buffer) {                                  \
        using V = Vector##suffix;                                                                  \
        V* p = reinterpret_cast<V*>(buffer.data());                                                \
        V* end = p + buffer.size() / sizeof(V);                                                    \
        V value{};                                                                                 \
        __asm__ volatile("" : "+m"(value));                                                        \
        for (; p < end; p += 8) {                                                                  \
            p[0] = value, p[1] = value, p[2] = value, p[3] = value;                                \
            p[4] = value, p[5] = value, p[6] = value, p[7] = value;                                \
            __asm__ volatile("" : : "r"(p) : "memory");                                            \
        }                                                                                          \
        return buffer.size();                                                                      \
    }                                                                                              \
    attributes std::uint64_t copy##suffix(ProbeBuffer& buffer) {                                   \
        using V = Vector##suffix;                                                                  \
        const V* from = reinterpret_cast<const V*>(buffer.data());                                 \
        V* to = reinterpret_cast<V*>(buffer.data() + buffer.size() / 2);                           \
        V* end = to + buffer.size() / 2 / sizeof(V);                                               \
        for (; to < end; to += 4, from += 4) {                                                     \
            const V a = from[0], b = from[1], c = from[2], d = from[3];                            \
            to[0] = a, to[1] = b, to[2] = c, to[3] = d;                                            \
            __asm__ volatile("" : : "r"(to) : "memory");                                           \
        }                                                                                          \
        return buffer.size();                                                                      \
    }

MI_SEQUENTIAL(Plain, , 16)
#if defined(__x86_64__)
MI_SEQUENTIAL(Avx2, __attribute__((target("avx2"))), 32)
MI_SEQUENTIAL(Avx512, __attribute__((target("avx512f"))), 64)
#endif
#undef MI_SEQUENTIAL

#if defined(__x86_64__)
#define MI_DISPATCH(name)                                                                          \
    std::uint64_t name(ProbeBuffer& buffer) {                                                      \
        if (__builtin_cpu_supports("avx512f"))                                                     \
            return name##Avx512(buffer);                                                           \
        return __builtin_cpu_supports("avx2") ? name##Avx2(buffer) : name##Plain(buffer);          \
    }
#else
#define MI_DISPATCH(name)                                                                          \
    std::uint64_t name(ProbeBuffer& buffer) {                                                      \
        return name##Plain(buffer);                                                                \
    }
#endif
MI_DISPATCH(read)
MI_DISPATCH(write)
MI_DISPATCH(copy)
#undef MI_DISPATCH

std::uint64_t loadAt(const ProbeBuffer& buffer, std::size_t line) {
    std::uint64_t value;
    std::memcpy(&value, buffer.data() + line * kLine, sizeof(value));
    return value;
}

/// Every fourth line, the whole buffer once in four sweeps; counts the lines' bytes.
std::uint64_t strided(ProbeBuffer& buffer) {
    constexpr std::size_t kStride = 4;
    const std::size_t lines = buffer.size() / kLine;
    std::uint64_t sum = 0;
    for (std::size_t start = 0; start < kStride; ++start)
        for (std::size_t line = start; line < lines; line += kStride)
            sum += loadAt(buffer, line);
    __asm__ volatile("" : : "r"(sum) : "memory");
    return lines * kLine;
}

/// Independent reads of random lines (multiplicative congruential walk); counts the lines' bytes.
std::uint64_t randomLines(ProbeBuffer& buffer) {
    const std::size_t lines = buffer.size() / kLine;
    std::uint64_t state = 0x9e3779b97f4a7c15ull, sum = 0;
    for (std::size_t i = 0; i < lines; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const auto line = static_cast<std::size_t>(((state >> 32) * lines) >> 32);
        sum += loadAt(buffer, line);
    }
    __asm__ volatile("" : : "r"(sum) : "memory");
    return lines * kLine;
}

/// One random cycle through all lines (Sattolo's algorithm); each line holds the next one's index.
void layChain(ProbeBuffer& buffer) {
    const std::size_t lines = buffer.size() / kLine;
    std::vector<std::uint64_t> order(lines);
    for (std::size_t i = 0; i < lines; ++i)
        order[i] = i;
    std::uint64_t state = 42;
    for (std::size_t i = lines - 1; i > 0; --i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        std::swap(order[i], order[(state >> 33) % i]);
    }
    for (std::size_t i = 0; i < lines; ++i)
        std::memcpy(buffer.data() + i * kLine, &order[i], sizeof(order[i]));
}

std::uint64_t chase(ProbeBuffer& buffer) {
    const std::size_t lines = buffer.size() / kLine;
    std::uint64_t line = 0;
    for (std::size_t i = 0; i < lines; ++i)
        line = loadAt(buffer, line);
    __asm__ volatile("" : : "r"(line) : "memory");
    return lines * kLine;
}

std::uint64_t linesOf(const ProbeBuffer& buffer) {
    return buffer.size() / kLine;
}

constexpr std::array kKernels = {
    MemoryKernel{"read", nullptr, read, nullptr},
    MemoryKernel{"write", nullptr, write, nullptr},
    MemoryKernel{"copy", nullptr, copy, nullptr},
    MemoryKernel{"strided", nullptr, strided, nullptr},
    MemoryKernel{"random", nullptr, randomLines, nullptr},
    MemoryKernel{"latency", layChain, chase, linesOf},
};

} // namespace

ProbeBuffer::ProbeBuffer(std::size_t bytes)
    : m_size(roundedUp(bytes, kPage)) {
    constexpr std::size_t kLargePage = 2u << 20;
    const std::size_t mapped = roundedUp(m_size, kLargePage);
    void* memory =
        mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    madvise(memory, mapped, MADV_HUGEPAGE);
    m_data = static_cast<std::byte*>(memory);
    std::memset(m_data, 1, m_size);
}

ProbeBuffer::~ProbeBuffer() {
    if (m_data)
        munmap(m_data, roundedUp(m_size, 2u << 20));
}

const MemoryKernel* memoryKernel(std::string_view pattern) {
    for (const MemoryKernel& kernel : kKernels)
        if (kernel.pattern == pattern)
            return &kernel;
    return nullptr;
}

std::vector<std::string_view> memoryPatterns() {
    std::vector<std::string_view> names;
    for (const MemoryKernel& kernel : kKernels)
        names.push_back(kernel.pattern);
    return names;
}

} // namespace metainfer::probe
