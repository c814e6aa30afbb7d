// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Passes over a buffer: what one thread reads, writes or copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace metainfer::probe {

/// A buffer whose size is a multiple of 4 KiB, page-aligned, every page touched. Large pages are
/// asked for, so that the curve over footprints shows caches rather than translation misses.
class ProbeBuffer {
  public:
    explicit ProbeBuffer(std::size_t bytes);
    ~ProbeBuffer();
    ProbeBuffer(const ProbeBuffer&) = delete;
    ProbeBuffer& operator=(const ProbeBuffer&) = delete;
    std::byte* data() const { return m_data; } ///< null when the system has not that much memory
    std::size_t size() const { return m_size; }

  private:
    std::byte* m_data = nullptr;
    std::size_t m_size = 0;
};

struct MemoryKernel {
    std::string_view pattern;
    /// Lays out what `pass` needs; may be null.
    void (*prepare)(ProbeBuffer& buffer) = nullptr;
    /// One pass; returns the bytes moved.
    std::uint64_t (*pass)(ProbeBuffer& buffer) = nullptr;
    /// Dependent accesses of one pass, for latency; 0 otherwise.
    std::uint64_t (*accesses)(const ProbeBuffer& buffer) = nullptr;
};

/// Null for an unknown pattern.
const MemoryKernel* memoryKernel(std::string_view pattern);
std::vector<std::string_view> memoryPatterns();

} // namespace metainfer::probe
