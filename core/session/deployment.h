// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A deployment: which model, on which hardware, for which objectives, under which limits.
#pragma once

#include "search/budget.h"
#include "search/objectives.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::session {

/// Marks nodes by name pattern (`*` wildcard) or scope; see the IR's hardware intents.
struct IntentEntry {
    std::string nodes;
    std::string intent; ///< latency_critical, memory_constrained, power_sensitive or empty
    std::string layout; ///< preferred layout or empty
    std::vector<std::string> precisions;
    bool operator==(const IntentEntry&) const = default;
};

struct AccuracySettings {
    std::string calibration; ///< data for calibration; path relative to the file, resolved
    std::string validation;  ///< data that calibration never sees
    std::string labels;
    std::string metric = "fidelity"; ///< top1, map50, fidelity or command
    std::string command;             ///< with metric `command`
    std::optional<double> gate;      ///< smallest accepted value of the metric, fraction
    std::optional<int> calibrationSamples;
    std::string calibrationMethod; ///< minmax, percentile, entropy or empty = the search decides
    bool operator==(const AccuracySettings&) const = default;
};

/// How one model input is fed.
struct InputEntry {
    std::map<std::string, std::int64_t> dimensions; ///< symbol -> size
    std::vector<std::int64_t> shape;                ///< whole shape instead, for one input
    std::string file;                               ///< .npy, .npz or image folder, resolved
    std::string generator;                          ///< normal, uniform, zeros, ones, integers
    std::optional<double> low, high;                ///< range of the generator
    std::vector<double> mean, standardDeviation;    ///< image preprocessing, per channel
    std::optional<double> scale;                    ///< image preprocessing, before mean
    std::string layout;                             ///< NCHW or NHWC, of images
    bool operator==(const InputEntry&) const = default;
};

struct OutputSettings {
    std::string format = "onnx"; ///< onnx or compiled_binary
    std::vector<std::string> artifacts;
    bool operator==(const OutputSettings&) const = default;
};

struct Deployment {
    std::filesystem::path file; ///< where it was read from; empty when made by the program
    std::string model;          ///< as written: path or name of a sample model
    std::string hardware;       ///< as written: profile name or path; empty with `device`
    std::string device;         ///< registered device; empty with `hardware`
    search::Objectives objectives;
    search::Constraints constraints;
    OutputSettings output;
    std::vector<IntentEntry> intents;
    AccuracySettings accuracy;
    std::map<std::string, std::int64_t> dimensions; ///< symbol -> size, for all inputs
    std::map<std::string, InputEntry> inputs;       ///< by input name
    std::optional<int> batchSize;                   ///< deployed batch size
    std::optional<int> searchBatchSize;             ///< when the file justifies another one
    std::string batchReason;                        ///< why they differ
    search::SearchSettings search;
    Json unknownKeys = Json::object(); ///< dotted path -> value, kept and written back
    std::vector<std::string> warnings; ///< with file and line

    /// An equivalent file: parsing it gives an equal deployment.
    std::string toYaml() const;
    Json toJson() const;
};

/// Reads short and full form. Errors name file, line, legal range and suggest a remedy.
Result<Deployment> parseDeployment(const std::string& yaml, const std::filesystem::path& file);
Result<Deployment> readDeployment(const std::filesystem::path& file);

/// The folders that hold sample models, in search order: beside the deployment file, the current
/// folder, $METAINFER_SAMPLES, the installed share, the source tree.
std::vector<std::filesystem::path> sampleFolders(const std::filesystem::path& deploymentFile);
/// The ONNX file: `model` as a path (relative to the file, then to the current folder) or the name
/// of a folder in a sample folder. NotFound suggests near names.
Result<std::filesystem::path> resolveModel(const Deployment& deployment);
/// The profile file or the bare name, to be looked up among the profiles.
std::string resolveHardware(const Deployment& deployment);

} // namespace metainfer::session
