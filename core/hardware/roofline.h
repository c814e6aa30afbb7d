// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a profile's peak rates and bandwidths allow: the roofline model (Williams, Waterman,
// Patterson 2009), with one roof per memory level.
#pragma once

#include "hardware/profile.h"

#include <optional>
#include <string>

namespace metainfer::hardware {

/// A number that a profile gives, or that stands in for one that it does not give.
struct RatedNumber {
    double value = 0;
    bool assumed = false; ///< not in the profile: derived from neighbours or a default
    std::string basis; ///< "compute.sustained.fp32", "cores x vector units x 8 lanes x 2 x MHz", …
};

/// One piece of work.
struct Work {
    double flops = 0;          ///< multiply and add count as two
    double bytes = 0;          ///< moved between compute and memory
    double footprintBytes = 0; ///< what must be resident to be reused; decides the memory level
    ElementType dtype = ElementType::Float;
    int threads = 0; ///< cores used; 0 = all
};

enum class Bound { Compute, Memory, Launch };
std::string_view boundName(Bound bound); ///< "compute", "memory", "launch"

struct RooflinePoint {
    double attainableGflops = 0;
    double computeUs = 0, memoryUs = 0; ///< each alone
    double us = 0;                      ///< the larger of both; launch overhead is not in it
    Bound bound = Bound::Compute;
    std::string level;    ///< the memory level that serves the footprint
    double ridge = 0;     ///< FLOP per byte where both roofs meet
    bool assumed = false; ///< some number was not in the profile
};

/// Peak GFLOP/s of `threads` cores at `dtype`: sustained, else datasheet, else derived from another
/// dtype by the ratio of widths or from cores, units and frequency; nullopt when nothing of it is
/// known.
std::optional<RatedNumber> peakGflops(const Profile& profile, ElementType dtype, int threads = 0);
/// GB/s that serves a working set of this size with `threads` cores; the measured curve first, else
/// the smallest level that holds it. nullopt when the profile gives no bandwidth at all.
std::optional<RatedNumber> bandwidthGbps(const Profile& profile, double footprintBytes,
                                         int threads = 0, std::string* level = nullptr);
/// Speed-up of `threads` cores over one: the measured curve, else linear up to `cores`.
double threadSpeedup(const Profile& profile, int threads);
/// The outermost level, e.g. DRAM; nullptr when there is none.
const MemoryLevel* mainMemory(const Profile& profile);
/// Bytes of the largest level but the main memory; 0 when there is none.
double cacheBytes(const Profile& profile);

/// nullopt when the profile has neither a rate nor a bandwidth.
std::optional<RooflinePoint> roofline(const Profile& profile, const Work& work);

} // namespace metainfer::hardware
