// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the command line prints: results to stdout, talk and progress to stderr, one JSON document
// with --json, and the exit code that belongs to an error.
#pragma once

#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace metainfer::cli {

enum ExitCode { kDone = 0, kFailed = 1, kUsage = 2, kGateNotMet = 3, kCancelled = 130 };

/// 2 for what the user gave wrongly, 3 for unmet limits, 130 for a cancel, 1 otherwise.
int exitCodeOf(ErrorCode code);

/// Text in aligned columns; widths count characters as a terminal shows them (UTF-8, wide CJK).
class Table {
  public:
    explicit Table(std::vector<std::string> header)
        : m_header(std::move(header)) {}
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    /// Columns whose cells are numbers are right-aligned.
    std::string text() const;

  private:
    std::vector<std::string> m_header;
    std::vector<std::vector<std::string>> m_rows;
};

int displayWidth(std::string_view text);

class Console {
  public:
    bool json = false;

    void print(const std::string& text); ///< stdout
    void note(const std::string& text);  ///< stderr
    void document(const Json& json);     ///< stdout, the one document of --json
    /// Prints "metainfer: error: …" with the hint (or a JSON error document) and returns the exit
    /// code.
    int error(const Error& error);
    /// One changing line on stderr when it is a terminal; nothing otherwise.
    void progress(const Progress& progress);
    void clearProgress();
    /// At the end: says so when stdout could not take everything (a full disk), and the exit code
    /// then is none of success.
    int close(int exitCode);

  private:
    bool m_progressShown = false;
    int m_outputError = 0; ///< errno of the first failed write to stdout
    std::chrono::steady_clock::time_point m_lastProgress{};
};

std::string formatMicroseconds(double us);
std::string formatBytes(double bytes);
std::string formatCount(double count); ///< 1.23 G, 4.5 M, …

} // namespace metainfer::cli
