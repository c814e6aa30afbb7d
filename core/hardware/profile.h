// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known about a device: the content of a hardware profile, with the source of each field.
#pragma once

#include "base/quantity.h"
#include "base/result.h"
#include "execution/tensor.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

enum class DeviceType { Cpu, Gpu, Npu, Fpga, Asic, Dsp };
std::string_view deviceTypeName(DeviceType type); ///< "cpu", "gpu", …
std::optional<DeviceType> deviceTypeFromName(std::string_view name);

struct MatrixTile {
    int m = 0, n = 0, k = 0;
    bool operator==(const MatrixTile&) const = default;
};

/// Speed-up over one core.
struct ScalingPoint {
    int cores = 1;
    double speedup = 1;
    bool operator==(const ScalingPoint&) const = default;
};

/// Absent fields are unknown; nothing is invented for them. Rates are of the whole device.
struct Compute {
    std::optional<int> cores;
    std::optional<int> vectorUnitsPerCore;
    std::optional<int> scalarUnitsPerCore;
    std::optional<double> frequencyMhz;
    std::vector<ElementType> supportedDtypes;
    std::map<ElementType, double> peakGflops;      ///< datasheet: GFLOP/s or GOP/s (MAC = 2)
    std::map<ElementType, double> sustainedGflops; ///< measured
    std::optional<MatrixTile> matrixTile;
    std::vector<ScalingPoint> scaling; ///< measured, ascending in cores
    std::optional<double> powerWatts;  ///< design or limit power
    std::optional<double> maxTemperatureC;
    bool operator==(const Compute&) const = default;
};

/// Bandwidth of a loop over a buffer of this size.
struct BandwidthPoint {
    double footprintBytes = 0;
    double gbps = 0; ///< 1e9 bytes a second
    bool operator==(const BandwidthPoint&) const = default;
};

/// One level, nearest to the compute units first. Size and bandwidth are of one instance; with
/// `instances` there are that many side by side (private caches of cores).
struct MemoryLevel {
    std::string level;
    std::optional<double> sizeBytes;
    std::optional<double> bandwidthGbps;         ///< datasheet
    std::optional<double> measuredBandwidthGbps; ///< measured, sequential read
    std::optional<double> stridedGbps, randomGbps;
    std::optional<double> latencyNs;
    std::optional<int> instances;
    std::optional<int> cacheLineBytes;
    std::optional<int> dmaBurstBytes;
    std::string managedBy; ///< "user", "hardware" or empty
    bool operator==(const MemoryLevel&) const = default;
    /// Measured where known, else the datasheet's, of all instances together.
    std::optional<double> totalGbps() const;
    std::optional<double> totalBytes() const;
};

struct Memory {
    std::vector<MemoryLevel> hierarchy;
    std::vector<BandwidthPoint> curve; ///< measured over footprint with one core, ascending
    std::optional<int> alignmentBytes;
    bool operator==(const Memory&) const = default;
};

enum class OpTier { Fast, Medium, Slow, Unsupported };
std::string_view opTierName(OpTier tier);
std::optional<OpTier> opTierFromName(std::string_view name);

enum class OpStatus { Native, Decomposed, Emulated, Unsupported };
std::string_view opStatusName(OpStatus status);
std::optional<OpStatus> opStatusFromName(std::string_view name);

/// One cell of the operator matrix: a family at a dtype and layout, as probed or documented.
struct OpRecord {
    std::string op; ///< family, with its kind where that matters: "matmul", "conv2d:depthwise"
    std::optional<ElementType> dtype;
    std::string layout; ///< "NCHW", …; empty = any
    OpStatus status = OpStatus::Native;
    std::optional<OpTier> tier;
    std::optional<double> gflops; ///< achieved at the best probed size, one core unless `threads`
    std::optional<double> gbps;
    std::optional<double> overheadUs; ///< time of the smallest probed size
    std::optional<int> threads;
    std::vector<std::string> sizes; ///< shapes that were probed
    std::optional<bool> dynamicShape;
    std::vector<std::string> fused; ///< specialised fused forms: "conv+bn+relu"
    std::string note;               ///< e.g. "int8 accepted, computed in float"
    bool operator==(const OpRecord&) const = default;
};

/// Operators by family name; the families are those of ir::operatorFamilies().
struct Ops {
    std::vector<std::string> fast, medium, slow, unsupported;
    std::vector<OpRecord> matrix;
    bool operator==(const Ops&) const = default;
};

struct Scheduling {
    std::optional<int> maxStreams;
    std::optional<double> launchOverheadUs;         ///< datasheet, user or default
    std::optional<double> measuredLaunchOverheadUs; ///< measured
    std::optional<bool> dynamicShape;
    std::optional<bool> inplaceOps;
    bool operator==(const Scheduling&) const = default;
};

struct Quantization {
    std::vector<std::string> schemes; ///< "per_tensor", "per_channel", …
    std::vector<int> alignment;       ///< channel counts that fill the units
    bool operator==(const Quantization&) const = default;
};

/// Where the value of a field comes from.
struct Provenance {
    NumberSource source = NumberSource::User;
    std::string date;                                ///< ISO 8601
    std::string tool;                                ///< "metainfer 0.1.0"
    std::string environment;                         ///< fingerprint id under which it was measured
    std::string reference;                           ///< document and place
    std::optional<double> confidence = std::nullopt; ///< 0..1, of what measurements show
    bool operator==(const Provenance&) const = default;
};

/// Every change of a stored profile is a revision.
struct Revision {
    int number = 0; ///< 0 = never stored
    std::string reason;
    std::string date;
    std::string parentHash; ///< Profile hash before the change, empty for the first
    bool operator==(const Revision&) const = default;
};

/// A key that this version does not know, kept to be written back.
struct UnknownKey {
    std::string path; ///< of the mapping that holds it: "hardware.compute"
    std::string key;  ///< "warp_size"
    std::string yaml; ///< its value as YAML text
    bool operator==(const UnknownKey&) const = default;
};

struct Profile {
    std::string name;
    DeviceType type = DeviceType::Cpu;
    std::string vendor, description;
    Compute compute;
    Memory memory;
    Ops ops;
    Scheduling scheduling;
    Quantization quantization;
    std::map<std::string, std::string> preferredLayout; ///< family -> layout; "*" = others
    std::optional<double> maxFusionWorkRatio;
    /// Field path below `hardware` -> source; a path stands for all fields under it. Levels of the
    /// hierarchy are named by their level: "memory.hierarchy.L2.bandwidth_gbps".
    std::map<std::string, Provenance> provenance;
    /// Fingerprint id -> what was found (CPU model, kernel, runtime, …).
    std::map<std::string, std::map<std::string, std::string>> environments;
    Revision revision;
    std::vector<UnknownKey> unknownKeys;
    bool operator==(const Profile&) const = default;

    bool supports(ElementType type) const; ///< true when no list of dtypes is given
    /// The tier of a family: the matrix entry at `dtype` first, then the lists; nullopt = not said.
    /// A kind ("conv2d:depthwise") that is not listed takes what is said of its family.
    std::optional<OpTier> tierOf(std::string_view family,
                                 std::optional<ElementType> dtype = std::nullopt) const;
    /// The matrix entry of a family; of a kind that is not listed, its family's; of a family that
    /// is listed by kinds only, the "dense" one's.
    const OpRecord* record(std::string_view family, ElementType dtype) const;
    /// Measured where known, else the datasheet's; nullopt = not said.
    std::optional<double> gflops(ElementType dtype) const;
    std::optional<double> launchOverheadUs() const;
    double fusionWorkRatio() const { return maxFusionWorkRatio.value_or(2.0); }
    /// The source of a field by its path, looked up from the full path towards the root.
    const Provenance* provenanceOf(std::string_view path) const;
    /// True when any field was measured, i.e. the device exists here.
    bool hasMeasurements() const;
};

/// Everything about a profile that contradicts itself or lies outside legal ranges, one Error each;
/// empty = valid. Fields that are absent are never an error.
std::vector<Error> validate(const Profile& profile);

} // namespace metainfer::hardware
