// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads what a tool left behind as its adapter says: latency, layers, memory, start, errors.
#pragma once

#include "base/subprocess.h"
#include "measurement/device.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/placeholders.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// What the commands of one run printed, and how they end.
struct ToolOutput {
    std::string text; ///< of all commands, stdout then stderr of each
    PlaceholderValues values;
    std::optional<ExitStatus> exit; ///< of the last command; nullopt = a recorded output
    double cpuSeconds = 0, wallSeconds = 0;
    /// Reads a file that the tool wrote; the local file system when empty.
    std::function<Result<std::string>(const std::string& path)> readFile;
};

/// Rows of `extract`, in the order of the text; NotFound when a file is missing, InvalidArgument
/// when a document cannot be parsed.
Result<std::vector<ToolRow>> extractRows(const ToolExtract& extract, const ToolOutput& output);

/// "12.5" to a number; nullopt for anything else. Thousands separators are not known.
std::optional<double> toolNumber(const ToolRow& row, const std::string& name);

/// Latency of one run of the tool, us.
struct ToolTimes {
    std::vector<double> wallUs, cpuUs;
    bool summary = false; ///< one value that stands for all timed runs: median, else mean
    std::optional<double> minUs, maxUs;
    std::optional<int> count; ///< timed runs behind a summary
};

/// NotFound (with the last lines) when nothing was printed that the adapter knows.
Result<ToolTimes> readLatency(const Adapter& adapter, const ToolOutput& output);
/// `runs` divides totals.
Result<std::vector<OperatorTime>> readLayers(const Adapter& adapter, const ToolOutput& output,
                                             int runs);
Result<std::uint64_t> readMemory(const Adapter& adapter, const ToolOutput& output);
Result<ColdStart> readColdStart(const Adapter& adapter, const ToolOutput& output);
std::string readVersion(const Adapter& adapter, const ToolOutput& output);

/// The failure that the output tells of: the first of the adapter's rules that matches, in the
/// order of the file. `failed` = the tool itself says that it failed; otherwise only rules that
/// always count. Its context holds "operator: X" and "dtype: t" where they are known.
std::optional<Error> knownError(const Adapter& adapter, const ToolOutput& output, bool failed);
/// The failure of a tool that ended badly: a known error, else its exit status with the last lines.
Error toolError(const Adapter& adapter, const ToolOutput& output, std::string_view program);
/// Up to `most` of the last lines, those that are not empty.
std::vector<std::string> lastLines(std::string_view text, std::size_t most = 6);

} // namespace metainfer::measurement
