// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Session options as a canonical signature, as JSON, and back.
#include "execution/session_options.h"

#include "base/suggest.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace {

// The pass that rewrites to the blocked layout; `layout=nchw` stands for switching it off.
constexpr std::string_view kBlockedLayoutPass = "NchwcTransformer";

template <typename Enum, std::size_t size>
using Names = std::array<std::pair<Enum, std::string_view>, size>;

constexpr Names<OptimizationLevel, 5> kLevels = {{{OptimizationLevel::None, "none"},
                                                  {OptimizationLevel::Basic, "basic"},
                                                  {OptimizationLevel::Extended, "extended"},
                                                  {OptimizationLevel::Layout, "layout"},
                                                  {OptimizationLevel::All, "all"}}};
constexpr Names<ExecutionMode, 2> kModes = {
    {{ExecutionMode::Sequential, "sequential"}, {ExecutionMode::Parallel, "parallel"}}};
constexpr Names<bool, 2> kSwitch = {{{true, "on"}, {false, "off"}}};
constexpr Names<bool, 2> kLayouts = {{{true, "nchwc"}, {false, "nchw"}}};
constexpr Names<bool, 2> kDenormals = {{{false, "keep"}, {true, "zero"}}};

template <typename Enum, std::size_t size>
std::string_view nameOf(const Names<Enum, size>& names, Enum value) {
    for (const auto& [candidate, name] : names)
        if (candidate == value)
            return name;
    return "?";
}

template <typename Enum, std::size_t size>
Status readName(const Names<Enum, size>& names, std::string_view key, std::string_view text,
                Enum& into) {
    std::vector<std::string_view> legal;
    for (const auto& [value, name] : names) {
        if (name == text) {
            into = value;
            return {};
        }
        legal.push_back(name);
    }
    return fail(ErrorCode::InvalidArgument, fmt::format("session option `{}` is `{}`, legal are {}",
                                                        key, text, fmt::join(legal, ", ")));
}

Status readCount(std::string_view key, std::string_view text, std::int64_t low, std::int64_t high,
                 std::int64_t& into) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("session option `{}` is `{}`, legal are whole numbers from {} to "
                                "{}",
                                key, text, low, high));
    into = value;
    return {};
}

/// Separators inside names and values are written as %XX, so that any text survives.
std::string escape(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c == ';' || c == '=' || c == ',' || c == '%')
            result += fmt::format("%{:02X}", static_cast<unsigned>(c));
        else
            result += c;
    return result;
}

std::string unescape(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr ==
                text.data() + i + 3) {
            result += static_cast<char>(value);
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::vector<std::string> splitList(std::string_view text) {
    std::vector<std::string> items;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (end > 0)
            items.push_back(unescape(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return items;
}

std::string joinList(const std::vector<std::string>& items) {
    std::vector<std::string> escaped;
    for (const std::string& item : items)
        escaped.push_back(escape(item));
    return fmt::format("{}", fmt::join(escaped, ","));
}

bool hasPass(const SessionOptions& options, std::string_view pass) {
    return std::find(options.disabledOptimizers.begin(), options.disabledOptimizers.end(), pass) !=
           options.disabledOptimizers.end();
}

/// Sorted and without repetitions: the order of switched-off passes has no meaning.
std::vector<std::string> otherDisabledPasses(const SessionOptions& options) {
    std::vector<std::string> passes = options.disabledOptimizers;
    std::erase(passes, kBlockedLayoutPass);
    std::sort(passes.begin(), passes.end());
    passes.erase(std::unique(passes.begin(), passes.end()), passes.end());
    return passes;
}

Status readThreads(std::string_view key, std::string_view text, int& into) {
    std::int64_t value = 0;
    MI_CHECK(readCount(key, text, 0, 4096, value));
    into = static_cast<int>(value);
    return {};
}

Status readLayout(std::string_view key, std::string_view text, SessionOptions& options) {
    bool blocked = true;
    MI_CHECK(readName(kLayouts, key, text, blocked));
    if (!blocked && !hasPass(options, kBlockedLayoutPass))
        options.disabledOptimizers.emplace_back(kBlockedLayoutPass);
    return {};
}

Status readDisabled(std::string_view text, SessionOptions& options) {
    for (std::string& pass : splitList(text))
        if (!hasPass(options, pass))
            options.disabledOptimizers.push_back(std::move(pass));
    return {};
}

void readRuntime(std::string_view text, SessionOptions& options) {
    const std::size_t at = text.find('@');
    options.runtime = std::string(text.substr(0, at));
    options.runtimeVersion = at == text.npos ? "" : std::string(text.substr(at + 1));
}

const std::vector<std::string>& knownKeys() {
    static const std::vector<std::string> keys = {
        "arena",  "config.NAME", "denormals", "dim.SYMBOL", "disable", "ep",   "exec",   "inter",
        "layout", "opt",         "pattern",   "prepack",    "runtime", "spin", "threads"};
    return keys;
}

Status readEntry(std::string_view key, std::string_view value, SessionOptions& options) {
    if (key == "runtime")
        return readRuntime(value, options), Status{};
    if (key == "threads")
        return readThreads(key, value, options.threads);
    if (key == "inter")
        return readThreads(key, value, options.interThreads);
    if (key == "opt")
        return readName(kLevels, key, value, options.optimization);
    if (key == "exec")
        return readName(kModes, key, value, options.execution);
    if (key == "layout")
        return readLayout(key, value, options);
    if (key == "arena")
        return readName(kSwitch, key, value, options.arena);
    if (key == "spin")
        return readName(kSwitch, key, value, options.spinning);
    if (key == "pattern")
        return readName(kSwitch, key, value, options.memoryPattern);
    if (key == "prepack")
        return readName(kSwitch, key, value, options.prepacking);
    if (key == "denormals")
        return readName(kDenormals, key, value, options.denormalAsZero);
    if (key == "disable")
        return readDisabled(value, options);
    if (key == "ep")
        return options.providers = splitList(value), Status{};
    if (key.starts_with("config.") && key.size() > 7)
        return options.config[unescape(key.substr(7))] = unescape(value), Status{};
    if (key.starts_with("dim.") && key.size() > 4)
        return readCount(key, value, 0, INT64_MAX, options.freeDimensions[unescape(key.substr(4))]);
    return fail(ErrorCode::InvalidArgument, fmt::format("unknown session option `{}`", key),
                didYouMean(key, knownKeys()) +
                    fmt::format(" Legal keys: {}.", fmt::join(knownKeys(), ", ")));
}

template <typename T>
Status readField(const Json& json, const char* key, T& into) {
    const auto it = json.find(key);
    if (it == json.end() || it->is_null())
        return {};
    try {
        into = it->get<T>();
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("session option `{}` has the wrong type: {}", key, it->dump()));
    }
    return {};
}

template <typename Enum, std::size_t size>
Status readNamedField(const Json& json, const char* key, const Names<Enum, size>& names,
                      Enum& into) {
    std::string text;
    MI_CHECK(readField(json, key, text));
    return text.empty() ? Status{} : readName(names, key, text, into);
}

} // namespace

std::string SessionOptions::signature() const {
    std::map<std::string, std::string> entries;
    const auto addSwitch = [&](const char* key, bool value) {
        entries[key] = nameOf(kSwitch, value);
    };
    entries["runtime"] = runtimeVersion.empty() ? runtime : runtime + "@" + runtimeVersion;
    entries["threads"] = std::to_string(threads);
    entries["opt"] = nameOf(kLevels, optimization);
    entries["layout"] = nameOf(kLayouts, !hasPass(*this, kBlockedLayoutPass));
    entries["exec"] = nameOf(kModes, execution);
    addSwitch("arena", arena);
    addSwitch("spin", spinning);
    if (interThreads != 0)
        entries["inter"] = std::to_string(interThreads);
    if (!memoryPattern)
        addSwitch("pattern", memoryPattern);
    if (!prepacking)
        addSwitch("prepack", prepacking);
    if (denormalAsZero)
        entries["denormals"] = nameOf(kDenormals, denormalAsZero);
    if (const auto passes = otherDisabledPasses(*this); !passes.empty())
        entries["disable"] = joinList(passes);
    if (!providers.empty())
        entries["ep"] = joinList(providers);
    for (const auto& [key, value] : config)
        entries["config." + escape(key)] = escape(value);
    for (const auto& [symbol, value] : freeDimensions)
        entries["dim." + escape(symbol)] = std::to_string(value);
    std::string text;
    for (const auto& [key, value] : entries)
        text += (text.empty() ? "" : ";") + key + "=" + value;
    return text;
}

Result<SessionOptions> SessionOptions::fromSignature(std::string_view text) {
    SessionOptions options;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view entry = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (entry.empty())
            continue;
        const std::size_t equals = entry.find('=');
        if (equals == entry.npos)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("session option `{}` has no value", entry),
                        "write key=value, separated by ';'");
        MI_CHECK(readEntry(entry.substr(0, equals), entry.substr(equals + 1), options));
    }
    return options;
}

Json SessionOptions::toJson() const {
    Json json;
    json["runtime"] = runtime;
    json["runtime_version"] = runtimeVersion;
    json["threads"] = threads;
    json["inter_threads"] = interThreads;
    json["optimization"] = nameOf(kLevels, optimization);
    json["execution"] = nameOf(kModes, execution);
    json["spinning"] = spinning;
    json["arena"] = arena;
    json["memory_pattern"] = memoryPattern;
    json["prepacking"] = prepacking;
    json["denormal_as_zero"] = denormalAsZero;
    json["disabled_optimizers"] = disabledOptimizers;
    json["providers"] = providers;
    json["config"] = config;
    json["free_dimensions"] = freeDimensions;
    return json;
}

Result<SessionOptions> SessionOptions::fromJson(const Json& json) {
    if (json.is_string())
        return fromSignature(json.get_ref<const std::string&>());
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "session options are not a JSON object");
    SessionOptions options;
    MI_CHECK(readField(json, "runtime", options.runtime));
    MI_CHECK(readField(json, "runtime_version", options.runtimeVersion));
    MI_CHECK(readField(json, "threads", options.threads));
    MI_CHECK(readField(json, "inter_threads", options.interThreads));
    MI_CHECK(readNamedField(json, "optimization", kLevels, options.optimization));
    MI_CHECK(readNamedField(json, "execution", kModes, options.execution));
    MI_CHECK(readField(json, "spinning", options.spinning));
    MI_CHECK(readField(json, "arena", options.arena));
    MI_CHECK(readField(json, "memory_pattern", options.memoryPattern));
    MI_CHECK(readField(json, "prepacking", options.prepacking));
    MI_CHECK(readField(json, "denormal_as_zero", options.denormalAsZero));
    MI_CHECK(readField(json, "disabled_optimizers", options.disabledOptimizers));
    MI_CHECK(readField(json, "providers", options.providers));
    MI_CHECK(readField(json, "config", options.config));
    MI_CHECK(readField(json, "free_dimensions", options.freeDimensions));
    return options;
}

} // namespace metainfer
