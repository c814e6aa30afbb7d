// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The session mappings that a runtime honours, as a space of named dimensions.
#pragma once

#include "base/random.h"
#include "candidates/candidate.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// One knob with its legal values, the default first. Values are the texts of the signature.
struct MappingDimension {
    std::string name; ///< "threads", "opt", "spin", "arena", "exec", "nchwc", "quantprecision", …
    std::vector<std::string> values;
    double probability = 0.15; ///< that a random sample leaves the default
};

/// What the space is derived from; the device's capabilities and the deployment's limits.
struct MappingLimits {
    std::vector<std::string> honoured; ///< session keys that the target takes; empty = all
    int physicalCores = 1;
    int logicalCores = 1;
    int instances = 1; ///< concurrent instances sharing the cores
    bool x86 = true;   ///< quantization switches exist for x86 only
    bool int8 = false; ///< the variant has integer kernels
    std::string runtimeVersion;
    std::string runtime = "onnxruntime"; ///< of every mapping
};

class MappingSpace {
  public:
    explicit MappingSpace(const MappingLimits& limits);

    const std::vector<MappingDimension>& dimensions() const { return m_dimensions; }
    /// Number of different mappings.
    std::size_t size() const;
    /// What a user gets who sets nothing.
    Mapping defaultMapping() const;
    /// Each dimension at its default most of the time; see MappingDimension::probability.
    Mapping sample(Random& random) const;
    /// Another value in one dimension; nullopt when the space has one point only.
    std::optional<Mapping> mutate(const Mapping& mapping, Random& random) const;
    /// Every dimension from one of the two.
    Mapping crossover(const Mapping& a, const Mapping& b, Random& random) const;
    /// All mappings that differ in one dimension.
    std::vector<Mapping> neighbours(const Mapping& mapping) const;
    /// InvalidArgument names the knob, its value and the legal ones.
    Status admit(const Mapping& mapping) const;
    /// What a careful engineer would type: every thread count with spinning on and off, all else at
    /// the default. The first is the plain default.
    std::vector<Mapping> handTuned() const;

    std::string valueOf(const Mapping& mapping, const std::string& dimension) const;
    void setValue(Mapping& mapping, const std::string& dimension, const std::string& value) const;

  private:
    const MappingDimension* dimension(const std::string& name) const;
    std::vector<MappingDimension> m_dimensions;
    std::string m_runtimeVersion, m_runtime;
};

} // namespace metainfer::candidates
