// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Regular expressions with named groups, applied to lines that a tool printed.
#pragma once

#include "base/result.h"

#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// What one match, record or line says, by the name of the group, field or column.
using ToolRow = std::map<std::string, std::string>;

/// An ECMAScript pattern in which a capturing group may be named `(?<name>…)`. Matching takes time
/// linear in the line for a given pattern, so no pattern of a user can hang the program.
class LinePattern {
  public:
    /// InvalidArgument says what is wrong: syntax, a back reference, look-around, too long.
    static Result<LinePattern> compile(std::string_view text);

    /// Names of the groups, in the order of their parentheses.
    const std::vector<std::string>& groups() const { return m_groups; }
    const std::string& text() const { return m_text; }
    /// The first match within `line`, named groups that took part; nullopt when there is none. Of a
    /// line longer than 8 KiB the beginning counts.
    std::optional<ToolRow> match(std::string_view line) const;

  private:
    std::string m_text;
    std::string m_literal; ///< every matching line holds this
    std::vector<std::string> m_groups;
    std::vector<std::size_t> m_numbers; ///< of the named groups
    std::shared_ptr<const std::regex> m_regex;
};

/// The lines of `text`, without their ends; lines that a carriage return overwrites count too.
std::vector<std::string_view> toolLines(std::string_view text);

} // namespace metainfer::measurement
