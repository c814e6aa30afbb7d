// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Options that several commands share, and how values are written for people.
#pragma once

#include "command.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::cli {

/// A model argument with --dim and, where it is run, --inputs, --samples and --seed.
struct ModelArguments {
    engine::ModelInput input;
    std::vector<std::string> dimensions; ///< "batch=4"

    void addModel(CLI::App& command);
    void addDimensions(CLI::App& command);
    /// `name` is "--inputs", "--calibration" or "--validation".
    void addData(CLI::App& command, const std::string& name, const std::string& what);
    /// Reads `dimensions` into `input`.
    Status resolve();
};

/// The precision to lower to: --scheme and what goes with it.
struct PlanArguments {
    candidates::PrecisionPlan plan;
    std::string scheme = "int8", method = "minmax";
    std::string activations = "uint8", weights = "int8";
    bool perTensor = false;

    void add(CLI::App& command);
    /// Reads the words into `plan`.
    Status resolve();
};

/// "name=N" pairs; InvalidArgument shows the wrong one.
Result<std::map<std::string, std::int64_t>> parseDimensions(const std::vector<std::string>& texts);

/// "90", "90s", "10m", "1.5h" as seconds, from 1 s to 7 days.
Result<std::chrono::seconds> parseDuration(const std::string& text);

/// Empty gives the defaults.
Result<SessionOptions> parseMapping(const std::string& signature);

/// What a dry run would run, a command a line.
void showCommandLines(const std::string& device, const std::vector<std::string>& commands,
                      Console& console);

/// "4.03 ms [3.90, 4.20]", both ends in the unit of the value; the value alone when exact.
std::string formatInterval(const Interval& us);
/// "0.652 [0.640, 0.671]".
std::string formatRatio(const Interval& ratio);
std::string formatPercent(double share); ///< "12.3 %"
/// "1 node", "3 nodes"; `many` where an s is not enough.
std::string counted(std::size_t count, const std::string& one, const std::string& many = {});
/// Cuts long text at `width` characters with an ellipsis in the middle.
std::string shortened(const std::string& text, std::size_t width);
/// Cuts long text at its end.
std::string cutOff(const std::string& text, std::size_t width);
std::string joined(const std::vector<std::string>& parts, const std::string& separator);

} // namespace metainfer::cli
