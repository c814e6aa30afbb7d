// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Merging a changed YAML document into the text that a person wrote.
#include "hardware/yaml_layout.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace metainfer::hardware {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(const std::string& text) {
    Lines lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        if (!lines.back().empty() && lines.back().back() == '\r')
            lines.back().pop_back();
        begin = end + 1;
    }
    return lines;
}

std::size_t indentOf(const std::string& line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

bool isEmptyOrComment(const std::string& line) {
    const std::size_t at = line.find_first_not_of(" \t");
    return at == line.npos || line[at] == '#';
}

/// Where the trailing comment of a line begins, with the blanks before it; the size without one.
std::size_t commentAt(const std::string& line, std::size_t from) {
    char quote = 0;
    for (std::size_t i = from; i < line.size(); ++i) {
        const char c = line[i];
        if (quote) {
            if (c == '\\' && quote == '"')
                ++i;
            else if (c == quote)
                quote = 0;
        } else if ((c == '"' || c == '\'') &&
                   (i == from ||
                    std::string_view(" [{,:").find(line[i - 1]) != std::string::npos)) {
            quote = c;
        } else if (c == '#' && i > 0 && (line[i - 1] == ' ' || line[i - 1] == '\t')) {
            const std::size_t text = line.find_last_not_of(" \t", i - 1);
            return text == line.npos ? 0 : text + 1;
        }
    }
    const std::size_t last = line.find_last_not_of(" \t");
    return last == line.npos ? 0 : last + 1;
}

/// One entry of a block mapping or sequence: its lines from its own first to before the next one's.
struct Entry {
    std::string key;        ///< of a mapping; empty in a sequence
    std::size_t begin = 0;  ///< line
    std::size_t end = 0;    ///< one past the last line with content
    std::size_t column = 0; ///< of the key or the dash
    std::size_t value = 0;  ///< column after "key:" or "- "
    bool isInline = false;  ///< the value begins in the entry's own line
};

/// The column after the colon of a block key that begins at `column`; nothing when there is none.
std::optional<std::size_t> afterKey(const std::string& line, std::size_t column, std::string& key) {
    std::size_t at = column;
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) {
        const std::size_t close = line.find(line[at], at + 1);
        if (close == line.npos)
            return std::nullopt;
        key = line.substr(at + 1, close - at - 1);
        at = close + 1;
        return at < line.size() && line[at] == ':' ? std::optional(at + 1) : std::nullopt;
    }
    if (at < line.size() && std::string_view("[{#&*!|>%@`").find(line[at]) != std::string::npos)
        if (line[at] != '*' || line.compare(at, 2, "*:") != 0)
            return std::nullopt;
    for (; at < line.size(); ++at)
        if (line[at] == ':' && (at + 1 == line.size() || line[at + 1] == ' ')) {
            key = line.substr(column, at - column);
            return at + 1;
        }
    return std::nullopt;
}

bool isDash(const std::string& line, std::size_t column) {
    return column < line.size() && line[column] == '-' &&
           (column + 1 == line.size() || line[column + 1] == ' ');
}

/// Entries of the block collection that begins in [begin, end), its first content at `column` of
/// its first line; empty when it is none.
std::vector<Entry> entriesOf(const Lines& lines, std::size_t begin, std::size_t end,
                             std::size_t column) {
    std::vector<Entry> entries;
    if (begin >= end)
        return entries;
    const bool sequence = isDash(lines[begin], column);
    for (std::size_t i = begin; i < end; ++i) {
        const std::string& line = lines[i];
        // The first line may begin after a dash of the sequence around it.
        const bool first = i == begin;
        if (!first && (isEmptyOrComment(line) || indentOf(line) > column))
            continue;
        if (!first && indentOf(line) < column)
            return {};
        if (!first && !sequence && isDash(line, column))
            continue; // a sequence under a key may stand at the key's own column
        Entry entry;
        entry.begin = i;
        entry.column = column;
        if (sequence) {
            if (!isDash(line, column))
                return {};
            entry.value = column + 1;
        } else if (const auto value = afterKey(line, column, entry.key)) {
            entry.value = *value;
        } else {
            return {};
        }
        const std::size_t text = line.find_first_not_of(" \t", entry.value);
        entry.isInline = text != line.npos && line[text] != '#';
        entries.push_back(entry);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::size_t last = i + 1 < entries.size() ? entries[i + 1].begin : end;
        while (last > entries[i].begin + 1 && isEmptyOrComment(lines[last - 1]))
            --last;
        entries[i].end = last;
    }
    return entries;
}

bool sameScalar(const std::string& a, const std::string& b) {
    if (a == b)
        return true;
    char *endA = nullptr, *endB = nullptr;
    const double x = std::strtod(a.c_str(), &endA), y = std::strtod(b.c_str(), &endB);
    return !a.empty() && !b.empty() && *endA == 0 && *endB == 0 && x == y;
}

bool same(const YAML::Node& a, const YAML::Node& b) {
    if (a.Type() != b.Type())
        return false;
    if (a.IsScalar())
        return sameScalar(a.Scalar(), b.Scalar());
    if (a.size() != b.size())
        return false;
    if (a.IsSequence()) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!same(a[i], b[i]))
                return false;
    } else if (a.IsMap()) {
        for (const auto& item : a)
            if (const YAML::Node other = b[item.first.Scalar()];
                !other.IsDefined() || !same(item.second, other))
                return false;
    }
    return true;
}

std::string emitted(const YAML::Node& node, bool flow) {
    YAML::Emitter out;
    if (flow) {
        out.SetSeqFormat(YAML::Flow);
        out.SetMapFormat(YAML::Flow);
        // Line breaks in the middle would end the line that the value stands in.
        YAML::Node copy = YAML::Clone(node);
        copy.SetStyle(YAML::EmitterStyle::Flow);
        out << copy;
        std::string text = out.c_str(), line;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n') {
                i = std::min(text.find_first_not_of(" \n", i), text.size()) - 1;
                line += line.ends_with(' ') ? "" : " ";
            } else {
                line += text[i];
            }
        }
        return line;
    }
    out << node;
    return out.c_str();
}

class Merger {
  public:
    explicit Merger(Lines lines)
        : m_lines(std::move(lines)) {}

    /// The document; false when its lines cannot be followed.
    bool document(const YAML::Node& before, const YAML::Node& after) {
        std::size_t begin = 0;
        while (begin < m_lines.size() &&
               (isEmptyOrComment(m_lines[begin]) || m_lines[begin] == "---"))
            ++begin;
        const std::size_t end = m_lines.size();
        m_copied = 0;
        if (!collection(begin, end, begin < end ? indentOf(m_lines[begin]) : 0, before, after))
            return false;
        copyTo(end);
        return true;
    }

    std::string text() const {
        std::string text;
        for (const std::string& line : m_out)
            text += line + '\n';
        return text;
    }

  private:
    void copyTo(std::size_t line) {
        for (; m_copied < line; ++m_copied)
            m_out.push_back(m_lines[m_copied]);
    }

    bool collection(std::size_t begin, std::size_t end, std::size_t column,
                    const YAML::Node& before, const YAML::Node& after) {
        const std::vector<Entry> entries = entriesOf(m_lines, begin, end, column);
        if (before.IsMap() && after.IsMap() && entries.size() == before.size())
            return mapping(entries, column, before, after);
        if (before.IsSequence() && after.IsSequence() && entries.size() == before.size())
            return sequence(entries, column, before, after);
        return false;
    }

    bool mapping(const std::vector<Entry>& entries, std::size_t column, const YAML::Node& before,
                 const YAML::Node& after) {
        // New keys go behind the neighbour that they follow in the new document.
        std::map<std::string, std::vector<std::string>> added; // neighbour -> keys
        std::string neighbour;
        for (const auto& item : after) {
            const std::string key = item.first.Scalar();
            if (before[key].IsDefined())
                neighbour = key;
            else
                added[neighbour].push_back(key);
        }
        const auto addAfter = [&](const std::string& key) {
            for (const std::string& one : added[key])
                addKey(one, column, after[one]);
        };
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Entry& entry = entries[i];
            const YAML::Node now = after[entry.key], then = before[entry.key];
            if (!then.IsDefined())
                return false; // an anchor, or a key that is written in another way
            copyTo(entry.begin);
            if (i == 0 && !added[""].empty() &&
                m_lines[entry.begin].find_first_not_of(' ') < column)
                return false; // right after a dash: nothing can be put before it
            if (i == 0)
                addAfter("");
            if (!now.IsDefined()) {
                if (m_lines[entry.begin].find_first_not_of(' ') < column)
                    return false;
                m_copied = entry.end;
            } else if (!value(entry, then, now)) {
                return false;
            }
            addAfter(entry.key);
        }
        if (entries.empty())
            addAfter("");
        return true;
    }

    bool sequence(const std::vector<Entry>& entries, std::size_t column, const YAML::Node& before,
                  const YAML::Node& after) {
        // Items are matched in order: those that are equal, or have the same first value ("level").
        const std::vector<int> partner = partners(before, after);
        std::size_t next = 0; // of `after`
        for (std::size_t i = 0; i < entries.size(); ++i) {
            copyTo(entries[i].begin);
            if (partner[i] < 0) {
                m_copied = entries[i].end;
                continue;
            }
            for (; next < static_cast<std::size_t>(partner[i]); ++next)
                addItem(column, after[next], before[i]);
            if (!value(entries[i], before[i], after[next++]))
                return false;
        }
        for (; next < after.size(); ++next)
            addItem(column, after[next], before[before.size() - 1]);
        return true;
    }

    static std::string nameOf(const YAML::Node& node) {
        if (node.IsScalar())
            return node.Scalar();
        if (!node.IsMap() || node.size() == 0)
            return {};
        std::string name;
        for (const char* key : {"level", "op", "dtype", "layout", "cores", "footprint_kb"})
            if (const YAML::Node part = node[key]; part.IsDefined() && part.IsScalar())
                name += part.Scalar() + "|";
        return name;
    }

    static std::vector<int> partners(const YAML::Node& before, const YAML::Node& after) {
        std::vector<int> partner(before.size(), -1);
        std::size_t from = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
            for (std::size_t k = from; k < after.size(); ++k)
                if (nameOf(before[i]) == nameOf(after[k])) {
                    partner[i] = static_cast<int>(k);
                    from = k + 1;
                    break;
                }
        // A name that was changed: what is left at the same place belongs together.
        if (before.size() == after.size())
            for (std::size_t i = 0; i < before.size(); ++i)
                if (std::none_of(partner.begin(), partner.end(),
                                 [&](int k) { return k == static_cast<int>(i); }) &&
                    partner[i] < 0 && (i == 0 || partner[i - 1] == static_cast<int>(i) - 1))
                    partner[i] = static_cast<int>(i);
        return partner;
    }

    bool value(const Entry& entry, const YAML::Node& before, const YAML::Node& after) {
        if (same(before, after)) {
            copyTo(entry.end);
            return true;
        }
        const std::string& line = m_lines[entry.begin];
        const std::size_t text = line.find_first_not_of(" \t", entry.value);
        if (!entry.isInline) { // a block below the key
            std::size_t begin = entry.begin + 1;
            while (begin < entry.end && isEmptyOrComment(m_lines[begin]))
                ++begin;
            if (begin < entry.end && before.Type() == after.Type() && after.size() > 0) {
                copyTo(begin);
                if (!collection(begin, entry.end, indentOf(m_lines[begin]), before, after))
                    return false;
                copyTo(entry.end);
                return true;
            }
        } else if (isDash(line, entry.column) && before.IsMap() && after.IsMap() &&
                   line[text] != '{') { // "- key: value" with its other keys below
            if (!collection(entry.begin, entry.end, text, before, after))
                return false;
            copyTo(entry.end);
            return true;
        }
        replace(entry, after);
        return true;
    }

    void replace(const Entry& entry, const YAML::Node& after) {
        const std::string& line = m_lines[entry.begin];
        const std::size_t comment = commentAt(line, entry.value);
        const std::string head = line.substr(0, entry.value);
        const std::string tail = comment < line.size() ? line.substr(comment) : std::string();
        m_out.push_back(head + " " + emitted(after, true) + tail);
        m_copied = entry.end;
    }

    void addKey(const std::string& key, std::size_t column, const YAML::Node& node) {
        YAML::Node one(YAML::NodeType::Map);
        one[key] = node;
        addBlock(std::string(column, ' '), emitted(one, false));
    }

    void addItem(std::size_t column, const YAML::Node& node, const YAML::Node& like) {
        YAML::Node item = YAML::Clone(node);
        if (item.IsMap() && like.Style() == YAML::EmitterStyle::Flow)
            item.SetStyle(YAML::EmitterStyle::Flow);
        YAML::Node one(YAML::NodeType::Sequence);
        one.push_back(item);
        addBlock(std::string(column, ' '), emitted(one, false));
    }

    void addBlock(const std::string& indent, const std::string& text) {
        for (const std::string& line : linesOf(text))
            m_out.push_back(line.empty() ? line : indent + line);
    }

    Lines m_lines, m_out;
    std::size_t m_copied = 0; ///< lines of the layout that are done
};

std::string headOf(const Lines& lines) {
    std::string head;
    for (const std::string& line : lines) {
        if (!isEmptyOrComment(line))
            break;
        head += line + '\n';
    }
    return head;
}

} // namespace

std::string withLayoutOf(const std::string& layout, const std::string& content) {
    const Lines lines = linesOf(layout);
    try {
        const YAML::Node before = YAML::Load(layout), after = YAML::Load(content);
        if (same(before, after))
            return layout;
        Merger merger(lines);
        if (before.IsMap() && after.IsMap() && merger.document(before, after)) {
            std::string merged = merger.text();
            // Whatever the lines looked like: the content decides.
            if (same(YAML::Load(merged), after))
                return merged;
        }
    } catch (const YAML::Exception&) {
        // Not to be followed: the content as it is.
    }
    return headOf(lines) + content;
}

} // namespace metainfer::hardware
