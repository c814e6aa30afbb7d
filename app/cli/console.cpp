// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Printing for people and for programs.
#include "console.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <unistd.h>

namespace metainfer::cli {
namespace {

/// Length and code point of the UTF-8 sequence at `at`; broken bytes count as one character.
std::pair<std::size_t, char32_t> decode(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80    ? 1
                               : lead >= 0xf0 ? 4
                               : lead >= 0xe0 ? 3
                               : lead >= 0xc0 ? 2
                                              : 1;
    if (length == 1 || at + length > text.size())
        return {1, lead};
    char32_t point = lead & (0xff >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
    return {length, point};
}

bool isWide(char32_t point) {
    return (point >= 0x1100 && point <= 0x115f) || (point >= 0x2e80 && point <= 0xa4cf) ||
           (point >= 0xac00 && point <= 0xd7a3) || (point >= 0xf900 && point <= 0xfaff) ||
           (point >= 0xfe30 && point <= 0xfe6f) || (point >= 0xff00 && point <= 0xff60) ||
           (point >= 0x20000 && point <= 0x3fffd);
}

bool looksNumeric(std::string_view cell) {
    return cell.empty() || cell == "–" || (cell[0] >= '0' && cell[0] <= '9') || cell[0] == '-' ||
           cell[0] == '+' || cell[0] == '~';
}

std::string scaled(double value, double step, const std::vector<const char*>& units,
                   const char* join) {
    std::size_t unit = 0;
    while (std::abs(value) >= step && unit + 1 < units.size()) {
        value /= step;
        ++unit;
    }
    const double size = std::abs(value);
    const int digits = unit == 0 && step == 1024 ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}{}{}", value, digits, join, units[unit]);
}

} // namespace

int exitCodeOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::InvalidModel:
    case ErrorCode::NotFound:
    case ErrorCode::VersionMismatch:
    case ErrorCode::Conflict:
    case ErrorCode::Unsupported: // an operator, a file or a wish that this version cannot serve
        return kUsage;
    case ErrorCode::LimitsNotMet:
    case ErrorCode::NumericMismatch:
        return kGateNotMet;
    case ErrorCode::Cancelled:
        return kCancelled;
    default:
        return kFailed;
    }
}

int displayWidth(std::string_view text) {
    int width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto [length, point] = decode(text, i);
        width += isWide(point) ? 2 : 1;
        i += length;
    }
    return width;
}

std::string Table::text() const {
    std::vector<int> widths(m_header.size(), 0);
    std::vector<bool> numeric(m_header.size(), true);
    for (std::size_t c = 0; c < m_header.size(); ++c)
        widths[c] = displayWidth(m_header[c]);
    for (const auto& row : m_rows)
        for (std::size_t c = 0; c < m_header.size() && c < row.size(); ++c) {
            widths[c] = std::max(widths[c], displayWidth(row[c]));
            numeric[c] = numeric[c] && looksNumeric(row[c]);
        }
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string out;
        for (std::size_t c = 0; c < m_header.size(); ++c) {
            const std::string cell = c < cells.size() ? cells[c] : std::string();
            const std::string pad(static_cast<std::size_t>(widths[c] - displayWidth(cell)), ' ');
            out += (c ? "  " : "") + (numeric[c] ? pad + cell : cell + pad);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        return out + "\n";
    };
    std::string out = line(m_header);
    std::vector<std::string> rule;
    for (const int width : widths) {
        std::string dashes;
        for (int i = 0; i < width; ++i)
            dashes += "─";
        rule.push_back(std::move(dashes));
    }
    out += line(rule);
    for (const auto& row : m_rows)
        out += line(row);
    return out;
}

void Console::print(const std::string& text) {
    bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (text.empty() || text.back() != '\n')
        written = std::fputc('\n', stdout) != EOF && written;
    written = std::fflush(stdout) == 0 && written;
    if (!written && m_outputError == 0)
        m_outputError = errno;
}

int Console::close(int exitCode) {
    const int last = errno; // of the stream that CLI11 writes help to
    std::cout.flush();      // help and version texts go this way
    const bool flushed = std::fflush(stdout) == 0;
    if (!flushed && m_outputError == 0)
        m_outputError = errno;
    if (flushed && m_outputError == 0 && !std::ferror(stdout) && std::cout.good())
        return exitCode;
    if (m_outputError == EPIPE) // the reader, `head` for example, has what it wanted
        return exitCode;
    fmt::print(stderr, "metainfer: error: cannot write the results to standard output: {}\n",
               m_outputError ? std::strerror(m_outputError)
               : last        ? std::strerror(last)
                             : "writing failed");
    return exitCode == kDone ? kFailed : exitCode;
}

void Console::note(const std::string& text) {
    clearProgress();
    fmt::print(stderr, "{}\n", text);
}

void Console::document(const Json& document) {
    print(dumpJson(document, 2));
}

int Console::error(const Error& error) {
    clearProgress();
    const int code = exitCodeOf(error.code);
    if (json)
        document({{"error",
                   {{"code", errorCodeName(error.code)},
                    {"message", error.message},
                    {"hint", error.hint},
                    {"context", error.context}}},
                  {"exit_code", code}});
    std::string text = "metainfer: error: " + error.message;
    for (const std::string& context : error.context)
        text += "\n  in: " + context;
    if (!error.hint.empty())
        text += "\n  " + error.hint;
    fmt::print(stderr, "{}\n", text);
    return code;
}

void Console::progress(const Progress& progress) {
    static const bool kTerminal = ::isatty(STDERR_FILENO) == 1;
    const auto now = std::chrono::steady_clock::now();
    if (!kTerminal || now - m_lastProgress < std::chrono::milliseconds(100))
        return;
    m_lastProgress = now;
    m_progressShown = true;
    if (progress.fraction >= 0)
        fmt::print(stderr, "\r\033[K{:3.0f} %  {}", progress.fraction * 100, progress.what);
    else
        fmt::print(stderr, "\r\033[K{}", progress.what);
    std::fflush(stderr);
}

void Console::clearProgress() {
    if (!m_progressShown)
        return;
    m_progressShown = false;
    fmt::print(stderr, "\r\033[K");
}

std::string formatMicroseconds(double us) {
    if (us == 0)
        return "0 µs";
    if (us < 1000)
        return scaled(us, 1000, {"µs"}, " ");
    return scaled(us / 1000, 1000, {"ms", "s"}, " ");
}

std::string formatBytes(double bytes) {
    return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"}, " ");
}

std::string formatCount(double count) {
    if (std::abs(count) < 1000)
        return fmt::format("{:.6g} ", count);
    return scaled(count, 1000, {"", "k", "M", "G", "T"}, " ");
}

} // namespace metainfer::cli
