// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Named groups on top of std::regex, matched breadth first.
#include "measurement/toolchain/line_pattern.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

constexpr std::size_t kLongestPattern = 600, kDeepest = 16, kLongestLine = 8192;
constexpr int kMostRepetitions = 100;
// With every repetition written out: bounds the time of a line and the depth of the matcher.
constexpr std::size_t kMostWrittenOut = 1000;

bool isNameChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

tl::unexpected<Error> wrong(std::string_view pattern, std::string_view what, std::string hint) {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("the pattern '{}' {}", pattern.substr(0, 80), what), std::move(hint));
}

/// Splits a pattern into what std::regex takes, its group names and a text that every match holds.
struct Scanner {
    std::string_view pattern;
    std::string plain;
    std::vector<std::string> names;
    std::vector<std::size_t> numbers;
    std::size_t groups = 0, depth = 0;
    std::string run, longest; ///< literal characters at depth 0
    bool alternatives = false;
    std::vector<std::size_t> sizes{0}; ///< written out, of the groups that are open
    std::size_t last = 0;              ///< of what a quantifier would repeat

    void atom(std::size_t size) {
        sizes.back() += size;
        last = size;
    }
    void endGroup() {
        if (sizes.size() == 1)
            return; // std::regex says so
        const std::size_t size = sizes.back() + 1;
        sizes.pop_back();
        atom(size);
    }
    void endRun() {
        if (run.size() > longest.size())
            longest = run;
        run.clear();
    }
    void literal(char c) {
        if (depth == 0)
            run += c;
    }
    Status group(std::size_t& i);
    Status counted(std::size_t& i);
    Status escape(std::size_t& i);
    void set(std::size_t& i);
    Status scan();
};

Status Scanner::group(std::size_t& i) {
    if (++depth > kDeepest)
        return wrong(pattern, fmt::format("nests more than {} groups", kDeepest), "simplify it");
    endRun();
    sizes.push_back(0);
    plain += '(';
    if (i + 1 >= pattern.size() || pattern[i + 1] != '?') {
        ++groups;
        return {};
    }
    if (pattern.substr(i).starts_with("(?:")) {
        plain += "?:";
        i += 2;
        return {};
    }
    const std::size_t end = pattern.find('>', i);
    if (!pattern.substr(i).starts_with("(?<") || end == pattern.npos || end == i + 3 ||
        !std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(i) + 3,
                     pattern.begin() + static_cast<std::ptrdiff_t>(end), isNameChar))
        return wrong(pattern, "has a group that is neither (…), (?:…) nor (?<name>…)",
                     "look-around is not supported; names are letters, digits and _");
    names.emplace_back(pattern.substr(i + 3, end - i - 3));
    numbers.push_back(++groups);
    i = end;
    return {};
}

/// `{n}`, `{n,}` and `{n,m}` with small numbers.
Status Scanner::counted(std::size_t& i) {
    const std::size_t end = pattern.find('}', i);
    const std::string_view inside = pattern.substr(i + 1, end == pattern.npos ? 0 : end - i - 1);
    int value = 0, most = 1;
    for (const char c : inside) {
        value = std::isdigit(static_cast<unsigned char>(c)) != 0 ? value * 10 + (c - '0') : 0;
        if (value > kMostRepetitions || (c != ',' && value == 0 && c != '0'))
            break;
        most = std::max(most, value);
    }
    if (end == pattern.npos || inside.empty() || inside.size() > 7 || value > kMostRepetitions)
        return wrong(pattern, "has a repetition that is not {n}, {n,} or {n,m} up to 100",
                     "write \\{ for a brace");
    const std::size_t repeated = last * static_cast<std::size_t>(most);
    sizes.back() += repeated - last;
    last = repeated;
    if (sizes.back() > kMostWrittenOut)
        return wrong(
            pattern,
            fmt::format("stands for more than {} characters with its repetitions", kMostWrittenOut),
            "repeat less, or use * or + instead");
    plain.append(pattern.substr(i, end - i + 1));
    i = end;
    return {};
}

Status Scanner::escape(std::size_t& i) {
    if (i + 1 >= pattern.size())
        return wrong(pattern, "ends in a backslash", "write \\\\ for a backslash");
    const char next = pattern[i + 1];
    if (next >= '1' && next <= '9')
        return wrong(pattern, "refers back to a group", "repeat what the group matches instead");
    if (std::isalnum(static_cast<unsigned char>(next)) != 0)
        endRun();
    else
        literal(next);
    atom(1);
    plain += '\\';
    plain += next;
    ++i;
    return {};
}

void Scanner::set(std::size_t& i) {
    endRun();
    atom(1);
    for (; i < pattern.size(); ++i) {
        plain += pattern[i];
        if (pattern[i] == '\\' && i + 1 < pattern.size())
            plain += pattern[++i];
        else if (pattern[i] == ']')
            return;
    }
}

Status Scanner::scan() {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '(') {
            MI_CHECK(group(i));
        } else if (c == '\\') {
            MI_CHECK(escape(i));
        } else if (c == '{') {
            if (!run.empty())
                run.pop_back();
            endRun();
            MI_CHECK(counted(i));
        } else if (c == '[') {
            set(i);
        } else {
            if (c == ')') {
                depth -= depth > 0;
                endGroup();
            } else if (std::string_view("*?+").find(c) == std::string_view::npos) {
                atom(1);
            }
            if (c == '|')
                alternatives = true;
            if (c == '*' || c == '?')
                if (!run.empty())
                    run.pop_back();
            if (std::string_view(")|*?+.^$").find(c) != std::string_view::npos)
                endRun();
            else
                literal(c);
            plain += c;
        }
    }
    endRun();
    return {};
}

} // namespace

Result<LinePattern> LinePattern::compile(std::string_view text) {
    if (text.empty() || text.size() > kLongestPattern)
        return wrong(text,
                     fmt::format("has {} characters; legal: 1 to {}", text.size(), kLongestPattern),
                     "match a shorter part of the line");
    Scanner scanner;
    scanner.pattern = text;
    MI_CHECK(scanner.scan());
    LinePattern pattern;
    pattern.m_text = text;
    pattern.m_groups = std::move(scanner.names);
    pattern.m_numbers = std::move(scanner.numbers);
    if (!scanner.alternatives)
        pattern.m_literal = std::move(scanner.longest);
    try {
        // Breadth first: no back references, and no exponential time.
        pattern.m_regex = std::make_shared<const std::regex>(
            scanner.plain, std::regex::ECMAScript | std::regex_constants::__polynomial);
    } catch (const std::exception& error) {
        return wrong(text, fmt::format("is not a regular expression: {}", error.what()),
                     "check its brackets and escapes");
    }
    return pattern;
}

std::optional<ToolRow> LinePattern::match(std::string_view line) const {
    line = line.substr(0, kLongestLine);
    if (line.find(m_literal) == std::string_view::npos)
        return std::nullopt;
    std::match_results<std::string_view::const_iterator> found;
    try {
        if (!std::regex_search(line.begin(), line.end(), found, *m_regex))
            return std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
    ToolRow row;
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        if (found[m_numbers[g]].matched && !row.contains(m_groups[g]))
            row[m_groups[g]] = found[m_numbers[g]].str();
    return row;
}

std::vector<std::string_view> toolLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        if (end > 0)
            lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace metainfer::measurement
