// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Manual baselines: what an engineer reached by hand on a device, measured like everything else.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "execution/statistics.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::experience {

struct Baseline {
    std::string id; ///< "b-" and 16 hexadecimal digits
    std::string device, environment;
    std::string recordedAt;      ///< UTC of this machine, ISO 8601
    std::string model;           ///< name of the original, for people
    std::string modelHash;       ///< of the original: structure and weights
    std::string who, what;       ///< as the engineer says
    std::optional<double> hours; ///< of work that it took
    std::string file;            ///< the hand-made model; empty = the original itself
    std::string fileHash;        ///< of its content
    std::string session;         ///< signature of the options
    Interval ratio; ///< time relative to the original with default options, interleaved
    std::string verdict, clock;
    double originalUs = 0, baselineUs = 0; ///< wall medians
    std::string grade;                     ///< of the absolute numbers
    std::optional<double>
        cosine; ///< of the outputs to the original's, the worst; absent = same model
    Json toJson() const;
    static Result<Baseline> fromJson(const Json& json);
};

/// All baselines of this user in one file of JSON lines. Several processes may write.
class BaselineBook {
  public:
    /// ${XDG_DATA_HOME:-~/.local/share}/metainfer/baselines.jsonl, beside the experience store.
    static std::filesystem::path defaultPath();
    explicit BaselineBook(std::filesystem::path path = defaultPath())
        : m_path(std::move(path)) {}

    Status add(const Baseline& baseline) const;
    /// In the order in which they were recorded; empty `device` or `modelHash` = any. Lines that
    /// cannot be read are named in `problems` when given.
    Result<std::vector<Baseline>> list(const std::string& device, const std::string& modelHash,
                                       std::vector<std::string>* problems = nullptr) const;
    Status remove(const std::string& id) const;

    /// A device asks for a baseline once: true for the first caller only, in all processes.
    bool shallAsk(const std::string& device) const;

  private:
    std::filesystem::path m_path;
};

} // namespace metainfer::experience
