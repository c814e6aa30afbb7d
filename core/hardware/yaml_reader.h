// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Typed reading of YAML files that people write: every error names file, line, legal range and
// remedy, several errors are found at once, keys that nobody asked for are kept and warned about.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

/// A node of a parsed document; a cheap value. A default-constructed one is absent.
class YamlNode {
  public:
    YamlNode() = default;
    /// `source` is the file name that errors show. InvalidArgument with line and column on bad
    /// syntax.
    static Result<YamlNode> parse(std::string_view text, std::string source);
    /// NotFound, Io or InvalidArgument; files above 16 MiB are refused.
    static Result<YamlNode> load(const std::filesystem::path& path);

    bool isPresent() const { return m_impl != nullptr; }
    bool isNull() const;
    bool isScalar() const;
    bool isSequence() const;
    bool isMap() const;
    int line() const; ///< from 1: where the key stands, or the node itself; 0 = absent
    const std::string& source() const; ///< the file name that was given
    const std::string& path() const;   ///< "hardware.memory.hierarchy[1].level", empty at the root
    const std::string& scalar() const; ///< as written; empty when not a scalar
    std::vector<YamlNode> items() const;                           ///< of a sequence
    std::vector<std::pair<std::string, YamlNode>> entries() const; ///< of a map, in file order
    YamlNode operator[](std::string_view key) const;               ///< absent when there is none
    std::string text() const; ///< the node as YAML text in flow style
    /// "file.yaml:12: hardware.compute.cores"
    std::string place() const;
    /// "mapping", "list", "text", "empty value", as messages call it.
    std::string_view kindName() const;

  private:
    struct Impl;
    explicit YamlNode(std::shared_ptr<const Impl> impl)
        : m_impl(std::move(impl)) {}
    std::shared_ptr<const Impl> m_impl;
};

/// A key that no reader asked for.
struct YamlUnknownKey {
    std::string path; ///< of the mapping that holds it
    std::string key;
    std::string yaml; ///< its value as YAML text
    int line = 0;
    std::string suggestion; ///< "Did you mean cores?" or empty
};

/// Collects what is wrong with a document.
struct YamlProblems {
    std::vector<Error> errors;
    std::vector<YamlUnknownKey> unknown;
    std::string source;

    void add(const YamlNode& at, std::string_view what, std::string hint = {});
    /// Success, or one error with every message, a line each.
    Status status() const;
    /// One sentence for each unknown key.
    std::vector<std::string> warnings() const;
};

/// Legal range of a number; `openLow` excludes the lower bound.
struct YamlRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool openLow = false;

    static YamlRange any() { return {}; }
    static YamlRange positive() { return {0, std::numeric_limits<double>::infinity(), true}; }
    static YamlRange atLeast(double low) { return {low, std::numeric_limits<double>::infinity()}; }
    static YamlRange between(double low, double high) { return {low, high}; }
    bool contains(double value) const;
    std::string text() const; ///< "above 0", "at least 1", "between 0 and 1"
};

/// Scalars as values; a wrong one adds a problem and gives nullopt.
std::optional<double> yamlNumber(const YamlNode& node, YamlProblems& problems,
                                 YamlRange range = YamlRange::any());
std::optional<long long> yamlInteger(const YamlNode& node, YamlProblems& problems,
                                     YamlRange range = YamlRange::any());
std::optional<bool> yamlBoolean(const YamlNode& node, YamlProblems& problems);
std::optional<std::string> yamlText(const YamlNode& node, YamlProblems& problems);
/// One of `legal`; anything else is a problem that lists them or the nearest.
std::optional<std::string> yamlChoice(const YamlNode& node, YamlProblems& problems,
                                      std::span<const std::string> legal);

/// Reads one mapping. Each getter marks its key as known; the destructor reports all other keys as
/// unknown and keys that stand twice as errors. An absent node reads as an empty mapping. A null
/// value reads as absent.
class YamlMap {
  public:
    YamlMap(const YamlNode& node, YamlProblems& problems);
    ~YamlMap();
    YamlMap(const YamlMap&) = delete;
    YamlMap& operator=(const YamlMap&) = delete;

    bool has(std::string_view key) const; ///< present and not null
    YamlNode node(std::string_view key);  ///< absent when missing or null
    std::optional<double> number(std::string_view key, YamlRange range = YamlRange::any());
    std::optional<int> integer(std::string_view key, YamlRange range = YamlRange::any());
    std::optional<bool> boolean(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    std::optional<std::string> choice(std::string_view key, std::span<const std::string> legal);
    /// A list of texts; one text alone counts as a list of one.
    std::vector<std::string> texts(std::string_view key);
    std::vector<YamlNode> list(std::string_view key); ///< a list of anything
    /// Adds a problem at this mapping when `key` is missing; `remedy` says what to write.
    void require(std::string_view key, std::string remedy);
    /// Keys not asked for are neither reported nor kept.
    void ignoreUnknown() { m_ignoreUnknown = true; }
    const YamlNode& self() const { return m_node; }

  private:
    YamlNode m_node;
    YamlProblems& m_problems;
    std::vector<std::pair<std::string, YamlNode>> m_entries;
    std::vector<std::string> m_known;
    bool m_ignoreUnknown = false;
};

} // namespace metainfer::hardware
