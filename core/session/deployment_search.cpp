// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The `search:` part of a deployment.
#include "session/deployment_search.h"

#include "base/suggest.h"
#include "candidates/rewrite/registry.h"
#include "session/duration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::session {
namespace {

using hardware::YamlMap;
using hardware::YamlNode;
using hardware::YamlProblems;
using hardware::YamlRange;

class SearchReader {
  public:
    SearchReader(YamlProblems& problems, search::SearchSettings& settings)
        : m_problems(problems)
        , m_settings(settings) {}

    void read(YamlMap& map) {
        if (const YamlNode seed = map.node("seed"); seed.isPresent())
            m_settings.seed = static_cast<std::uint64_t>(
                hardware::yamlInteger(seed, m_problems, YamlRange::atLeast(0)).value_or(1));
        readGraphStage(map.node("stage_graph"), m_settings.graph);
        readKernelStage(map.node("stage_kernel"), m_settings.kernel);
        readTimeLimit(map.node("time_limit"));
        if (const auto value = map.number("deviation_threshold", YamlRange::positive()))
            m_settings.deviationThreshold = *value;
        if (const auto value = map.choice("concurrency", kConcurrency))
            m_settings.concurrency = *value == "single"    ? search::Concurrency::Single
                                     : *value == "maximum" ? search::Concurrency::Maximum
                                                           : search::Concurrency::Degrade;
    }

  private:
    void readGraphStage(const YamlNode& node, search::GraphStage& stage) {
        YamlMap map(node, m_problems);
        stage.rounds = map.integer("rounds", YamlRange::between(1, 10000));
        stage.candidatesPerRound =
            map.integer("candidates_per_round", YamlRange::between(1, 10000));
        stage.budget = map.integer("budget", YamlRange::between(1, 1'000'000));
        stage.exploreRatio =
            map.number("explore_ratio", YamlRange::between(0, 1)).value_or(stage.exploreRatio);
        stage.transforms = map.texts("transforms");
        for (const YamlNode& item : map.list("transforms"))
            if (item.isScalar()) {
                const std::vector<std::string> one{item.scalar()};
                if (const auto known = candidates::resolveTransforms(one); !known)
                    m_problems.add(item,
                                   fmt::format("is '{}', which is neither a rewrite rule nor a "
                                               "group of them",
                                               item.scalar()),
                                   known.error().hint);
            }
    }

    void readKernelStage(const YamlNode& node, search::KernelStage& stage) {
        YamlMap map(node, m_problems);
        stage.targetOps = map.texts("target_ops");
        stage.tileGrid = map.texts("tile_grid");
        stage.layouts = readChoices(map, m_problems, "layouts", kLayouts);
        stage.fusion = readChoices(map, m_problems, "fusion", kFusions);
        stage.trialsPerOp = map.integer("trials_per_op", YamlRange::between(0, 1'000'000));
        // Fewer than three repeats give no median worth the name.
        stage.measureRepeats = map.integer("measure_repeats", YamlRange::between(3, 10000));
        for (const YamlNode& op : map.list("target_ops"))
            checkTargetOp(op);
        for (const YamlNode& tile : map.list("tile_grid"))
            if (!isTile(tile.scalar()))
                m_problems.add(tile,
                               fmt::format("is '{}'; it must be rows x columns", tile.scalar()),
                               "write for example 2x1");
    }

    /// "Conv" or "Conv(int8)". Operators of the model's own domains have any name.
    void checkTargetOp(const YamlNode& node) {
        const std::string text = node.scalar();
        const auto open = text.find('(');
        if (open == std::string::npos && !text.empty())
            return;
        const std::string type = open == std::string::npos || !text.ends_with(')')
                                     ? std::string()
                                     : text.substr(open + 1, text.size() - open - 2);
        if (open == 0 || type.empty()) {
            m_problems.add(
                node, fmt::format("is '{}'; it must be an operator, with a type or without", text),
                "write for example Concat or Conv(int8)");
            return;
        }
        if (std::find(kOperatorTypes.begin(), kOperatorTypes.end(), type) == kOperatorTypes.end())
            m_problems.add(node,
                           fmt::format("is '{}'; its type must be one of: {}", text,
                                       fmt::join(kOperatorTypes, ", ")),
                           didYouMean(type, kOperatorTypes));
    }

    static bool isTile(const std::string& text) {
        const auto cross = text.find('x');
        const auto digits = [](std::string_view part) {
            return !part.empty() && part.size() < 6 && part.front() != '0' &&
                   part.find_first_not_of("0123456789") == std::string_view::npos;
        };
        return cross != std::string::npos && digits(std::string_view(text).substr(0, cross)) &&
               digits(std::string_view(text).substr(cross + 1));
    }

    void readTimeLimit(const YamlNode& node) {
        if (!node.isPresent())
            return;
        const auto seconds = parseDuration(node.scalar());
        if (!seconds)
            m_problems.add(node, fmt::format("is '{}'; it must be a time above 0", node.scalar()),
                           "write for example 90s, 30m or 1h30m");
        else
            m_settings.timeLimit = *seconds;
    }

    YamlProblems& m_problems;
    search::SearchSettings& m_settings;
};

} // namespace

Names readChoices(YamlMap& map, YamlProblems& problems, const char* key, const Names& legal) {
    Names values;
    const YamlNode node = map.node(key);
    if (node.isScalar()) {
        if (auto value = hardware::yamlChoice(node, problems, legal))
            values.push_back(std::move(*value));
        return values;
    }
    for (const YamlNode& item : map.list(key))
        if (auto value = hardware::yamlChoice(item, problems, legal))
            values.push_back(std::move(*value));
    return values;
}

void readSearchSettings(YamlMap& map, YamlProblems& problems, search::SearchSettings& settings) {
    SearchReader(problems, settings).read(map);
}

} // namespace metainfer::session
