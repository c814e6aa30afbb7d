// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml-cpp behind values; its exceptions end here.
#include "hardware/yaml_reader.h"

#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::hardware {

struct YamlNode::Impl {
    YAML::Node node;
    int line = 0;
    std::string path;
    std::shared_ptr<const std::string> source;
};

namespace {

constexpr std::uint64_t kMaxFileBytes = 16u << 20;
// YAML allows 1024 characters before a colon.
constexpr std::size_t kLongestKey = 500;

int lineOf(const YAML::Node& node) {
    const auto mark = node.Mark();
    return mark.line < 0 ? 0 : mark.line + 1;
}

/// As it may be written: characters that cannot stand for themselves become longer.
std::size_t writtenLength(const std::string& key) {
    return dumpJson(Json(key)).size() - 2; // without the quotes
}

std::string keyText(const YAML::Node& key) {
    if (key.IsScalar())
        return key.Scalar();
    YAML::Emitter out;
    out << YAML::Flow << key;
    return out.c_str();
}

} // namespace

Result<YamlNode> YamlNode::parse(std::string_view text, std::string source) {
    auto impl = std::make_shared<Impl>();
    impl->source = std::make_shared<const std::string>(std::move(source));
    try {
        impl->node.reset(YAML::Load(std::string(text)));
    } catch (const YAML::Exception& error) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}:{}: not valid YAML: {} (column {})", *impl->source,
                                error.mark.line + 1, error.msg, error.mark.column + 1),
                    "check indentation (spaces, no tabs), colons followed by a space, and closing "
                    "brackets and quotes near that line");
    } catch (const std::exception& error) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: not valid YAML: {}", *impl->source, error.what()));
    }
    impl->line = std::max(1, lineOf(impl->node));
    return YamlNode(std::move(impl));
}

Result<YamlNode> YamlNode::load(const std::filesystem::path& path) {
    std::error_code code;
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size > kMaxFileBytes)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: {} bytes are too many for a YAML file (at most {})",
                                path.string(), size, kMaxFileBytes),
                    "check that this is the file you meant");
    MI_ASSIGN(const auto text, readTextFile(path));
    return parse(text, path.string());
}

bool YamlNode::isNull() const {
    return m_impl && m_impl->node.IsNull();
}
bool YamlNode::isScalar() const {
    return m_impl && m_impl->node.IsScalar();
}
bool YamlNode::isSequence() const {
    return m_impl && m_impl->node.IsSequence();
}
bool YamlNode::isMap() const {
    return m_impl && m_impl->node.IsMap();
}
int YamlNode::line() const {
    return m_impl ? m_impl->line : 0;
}

const std::string& YamlNode::source() const {
    static const std::string empty;
    return m_impl ? *m_impl->source : empty;
}

const std::string& YamlNode::path() const {
    static const std::string empty;
    return m_impl ? m_impl->path : empty;
}

const std::string& YamlNode::scalar() const {
    static const std::string empty;
    return isScalar() ? m_impl->node.Scalar() : empty;
}

std::vector<YamlNode> YamlNode::items() const {
    std::vector<YamlNode> result;
    if (!isSequence())
        return result;
    for (const auto& item : m_impl->node) {
        auto impl = std::make_shared<Impl>();
        impl->node.reset(YAML::Node(item));
        impl->line = lineOf(item);
        impl->path = fmt::format("{}[{}]", m_impl->path, result.size());
        impl->source = m_impl->source;
        result.push_back(YamlNode(std::move(impl)));
    }
    return result;
}

std::vector<std::pair<std::string, YamlNode>> YamlNode::entries() const {
    std::vector<std::pair<std::string, YamlNode>> result;
    if (!isMap())
        return result;
    for (const auto& entry : m_impl->node) {
        auto impl = std::make_shared<Impl>();
        const std::string key = keyText(entry.first);
        impl->node.reset(entry.second);
        impl->line = lineOf(entry.first);
        impl->path = m_impl->path.empty() ? key : m_impl->path + "." + key;
        impl->source = m_impl->source;
        result.emplace_back(key, YamlNode(std::move(impl)));
    }
    return result;
}

YamlNode YamlNode::operator[](std::string_view key) const {
    for (auto& [name, node] : entries())
        if (name == key)
            return node;
    return {};
}

std::string YamlNode::text() const {
    if (!m_impl)
        return {};
    YAML::Node node = m_impl->node;
    if (!node.IsScalar()) // the style that it was written in would count more
        node.SetStyle(YAML::EmitterStyle::Flow);
    YAML::Emitter out;
    out << node;
    return out.c_str();
}

std::string YamlNode::place() const {
    if (!m_impl)
        return {};
    return fmt::format("{}:{}: {}", *m_impl->source, m_impl->line,
                       m_impl->path.empty() ? "the document" : m_impl->path);
}

std::string_view YamlNode::kindName() const {
    if (isMap())
        return "a mapping";
    if (isSequence())
        return "a list";
    if (isScalar())
        return "a text or number";
    return "empty";
}

void YamlProblems::add(const YamlNode& at, std::string_view what, std::string hint) {
    errors.push_back(
        {ErrorCode::InvalidArgument, fmt::format("{} {}", at.place(), what), std::move(hint), {}});
}

namespace {

/// What is missing is often there under a misspelt name.
std::string misspelt(const YamlProblems& problems) {
    std::string text;
    for (const auto& key : problems.unknown)
        if (!key.suggestion.empty())
            text += fmt::format("{}line {} has the unknown key '{}'. {}", text.empty() ? "" : "; ",
                                key.line, key.key, key.suggestion);
    return text;
}

void addSentence(std::string& hint, const std::string& sentence) {
    if (!sentence.empty())
        hint += (hint.empty() ? "" : "\n  ") + sentence;
}

} // namespace

Status YamlProblems::status() const {
    if (errors.empty())
        return {};
    if (errors.size() == 1) {
        Error only = errors.front();
        addSentence(only.hint, misspelt(*this));
        return fail(std::move(only));
    }
    Error all{ErrorCode::InvalidArgument, {}, {}, {}};
    for (const auto& error : errors) {
        if (!all.message.empty())
            all.message += '\n';
        all.message += error.message;
        if (!error.hint.empty())
            all.message += " (" + error.hint + ")";
    }
    all.hint = fmt::format("correct these {} places", errors.size());
    addSentence(all.hint, misspelt(*this));
    return fail(std::move(all));
}

std::vector<std::string> YamlProblems::warnings() const {
    std::vector<std::string> result;
    for (const auto& key : unknown)
        result.push_back(fmt::format("{}:{}: unknown key '{}{}{}' is kept but has no effect{}{}",
                                     source, key.line, key.path, key.path.empty() ? "" : ".",
                                     key.key, key.suggestion.empty() ? "" : ". ", key.suggestion));
    return result;
}

bool YamlRange::contains(double value) const {
    return (openLow ? value > low : value >= low) && value <= high;
}

std::string YamlRange::text() const {
    const bool hasLow = std::isfinite(low);
    const bool hasHigh = std::isfinite(high);
    if (hasLow && hasHigh)
        return fmt::format("{} {} and at most {}", openLow ? "above" : "at least", low, high);
    if (hasLow)
        return fmt::format("{} {}", openLow ? "above" : "at least", low);
    if (hasHigh)
        return fmt::format("at most {}", high);
    return "any";
}

namespace {

template <typename T>
std::optional<T> parseScalar(const std::string& text) {
    T value{};
    const char* begin = text.data();
    if (!text.empty() && *begin == '+')
        ++begin;
    const auto [end, code] = std::from_chars(begin, text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

template <typename T>
std::optional<T> checkedNumber(const YamlNode& node, YamlProblems& problems, YamlRange range,
                               std::string_view kind) {
    const bool bounded = range.text() != "any";
    const std::string legal =
        fmt::format("{}{}{}", kind, bounded ? " " : "", bounded ? range.text() : "");
    if (!node.isScalar()) {
        problems.add(node, fmt::format("is {}; it must be {}", node.kindName(), legal),
                     fmt::format("write {} there", kind));
        return std::nullopt;
    }
    const auto value = parseScalar<T>(node.scalar());
    if (!value || !std::isfinite(static_cast<double>(*value))) {
        problems.add(node, fmt::format("is '{}'; it must be {}", node.scalar(), legal),
                     "write the number alone, without a unit; the unit is in the key's name");
        return std::nullopt;
    }
    if (!range.contains(static_cast<double>(*value))) {
        problems.add(node, fmt::format("is {}; it must be {}", node.scalar(), range.text()),
                     "correct the value, or remove the key when it is not known");
        return std::nullopt;
    }
    return value;
}

} // namespace

std::optional<double> yamlNumber(const YamlNode& node, YamlProblems& problems, YamlRange range) {
    return checkedNumber<double>(node, problems, range, "a number");
}

std::optional<long long> yamlInteger(const YamlNode& node, YamlProblems& problems,
                                     YamlRange range) {
    return checkedNumber<long long>(node, problems, range, "a whole number");
}

std::optional<bool> yamlBoolean(const YamlNode& node, YamlProblems& problems) {
    const auto& text = node.scalar();
    for (const char* name : {"true", "True", "TRUE", "yes", "on"})
        if (text == name)
            return true;
    for (const char* name : {"false", "False", "FALSE", "no", "off"})
        if (text == name)
            return false;
    problems.add(node,
                 node.isScalar() ? fmt::format("is '{}'; it must be true or false", text)
                                 : fmt::format("is {}; it must be true or false", node.kindName()),
                 "write true or false");
    return std::nullopt;
}

std::optional<std::string> yamlText(const YamlNode& node, YamlProblems& problems) {
    if (node.isScalar())
        return node.scalar();
    problems.add(node, fmt::format("is {}; it must be a text", node.kindName()),
                 "write one value there");
    return std::nullopt;
}

std::optional<std::string> yamlChoice(const YamlNode& node, YamlProblems& problems,
                                      std::span<const std::string> legal) {
    const auto text = yamlText(node, problems);
    if (!text || std::find(legal.begin(), legal.end(), *text) != legal.end())
        return text;
    std::string names;
    for (const auto& name : legal)
        names += (names.empty() ? "" : ", ") + name;
    const auto near = nearestNames(*text, legal);
    problems.add(node, fmt::format("is '{}'; it must be one of: {}", *text, names),
                 near.empty() ? std::string("choose one of these") : didYouMean(*text, legal));
    return std::nullopt;
}

YamlMap::YamlMap(const YamlNode& node, YamlProblems& problems)
    : m_node(node)
    , m_problems(problems) {
    if (problems.source.empty())
        problems.source = node.source();
    if (!node.isPresent() || node.isNull())
        return;
    if (!node.isMap()) {
        problems.add(node,
                     fmt::format("is {}; it must be a mapping of keys to values", node.kindName()),
                     "indent `key: value` lines under it");
        return;
    }
    for (auto& [key, value] : node.entries()) {
        if (const std::size_t length = writtenLength(key); length > kLongestKey) {
            problems.add(
                node,
                fmt::format("has a key of {} characters; legal: up to {}", length, kLongestKey),
                "shorten the key");
            continue;
        }
        const auto same =
            std::find_if(m_entries.begin(), m_entries.end(),
                         [&name = key](const auto& entry) { return entry.first == name; });
        if (same != m_entries.end())
            problems.add(value, fmt::format("stands twice, first in line {}", same->second.line()),
                         "remove one of the two");
        else
            m_entries.emplace_back(key, std::move(value));
    }
}

YamlMap::~YamlMap() {
    if (m_ignoreUnknown)
        return;
    std::sort(m_known.begin(), m_known.end());
    m_known.erase(std::unique(m_known.begin(), m_known.end()), m_known.end());
    for (const auto& [key, value] : m_entries) {
        if (std::binary_search(m_known.begin(), m_known.end(), key))
            continue;
        const auto near = nearestNames(key, m_known, 1);
        m_problems.unknown.push_back(
            {m_node.path(), key, value.text(), value.line(),
             near.empty() ? "" : fmt::format("Did you mean {}?", near.front())});
    }
}

bool YamlMap::has(std::string_view key) const {
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const auto& entry) {
        return entry.first == key && !entry.second.isNull();
    });
}

YamlNode YamlMap::node(std::string_view key) {
    m_known.emplace_back(key);
    for (const auto& [name, value] : m_entries)
        if (name == key)
            return value.isNull() ? YamlNode() : value;
    return {};
}

std::optional<double> YamlMap::number(std::string_view key, YamlRange range) {
    const auto value = node(key);
    return value.isPresent() ? yamlNumber(value, m_problems, range) : std::nullopt;
}

std::optional<int> YamlMap::integer(std::string_view key, YamlRange range) {
    const auto value = node(key);
    if (!value.isPresent())
        return std::nullopt;
    range.low = std::max(range.low, -2147483648.0);
    range.high = std::min(range.high, 2147483647.0);
    const auto number = yamlInteger(value, m_problems, range);
    return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

std::optional<bool> YamlMap::boolean(std::string_view key) {
    const auto value = node(key);
    return value.isPresent() ? yamlBoolean(value, m_problems) : std::nullopt;
}

std::optional<std::string> YamlMap::text(std::string_view key) {
    const auto value = node(key);
    return value.isPresent() ? yamlText(value, m_problems) : std::nullopt;
}

std::optional<std::string> YamlMap::choice(std::string_view key,
                                           std::span<const std::string> legal) {
    const auto value = node(key);
    return value.isPresent() ? yamlChoice(value, m_problems, legal) : std::nullopt;
}

std::vector<std::string> YamlMap::texts(std::string_view key) {
    const auto value = node(key);
    if (value.isScalar())
        return {value.scalar()};
    std::vector<std::string> result;
    for (const auto& item : list(key))
        if (auto text = yamlText(item, m_problems))
            result.push_back(std::move(*text));
    return result;
}

std::vector<YamlNode> YamlMap::list(std::string_view key) {
    const auto value = node(key);
    if (value.isPresent() && !value.isSequence())
        m_problems.add(value, fmt::format("is {}; it must be a list", value.kindName()),
                       "write [a, b] or one `- a` line for each");
    return value.items();
}

void YamlMap::require(std::string_view key, std::string remedy) {
    if (has(key))
        return;
    if (m_node.isPresent())
        m_problems.add(m_node, fmt::format("lacks the key '{}'", key), std::move(remedy));
}

} // namespace metainfer::hardware
