// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Seeded random numbers that are the same on every platform and standard library.
#pragma once

#include <cstdint>
#include <string_view>

namespace metainfer {

/// xoshiro256** (Blackman, Vigna 2018), seeded through splitmix64. Not for cryptography.
class Random {
  public:
    explicit Random(std::uint64_t seed);
    /// An independent generator for a named purpose, so that adding draws in one place does not
    /// shift the draws of another.
    Random split(std::string_view purpose) const;

    std::uint64_t next();
    /// Uniform in [0, 1).
    double uniform();
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in [0, bound); bound must be positive.
    std::uint64_t below(std::uint64_t bound);
    /// Standard normal (Marsaglia's polar method).
    double normal();

    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    result_type operator()() { return next(); }

    /// Fisher-Yates; the standard library's shuffle differs between implementations.
    template <typename Container>
    void shuffle(Container& items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }

  private:
    std::uint64_t m_seed;
    std::uint64_t m_state[4];
    double m_spare = 0;
    bool m_hasSpare = false;
};

} // namespace metainfer
