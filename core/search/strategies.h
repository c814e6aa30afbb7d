// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Factories of the registered strategies and what the registry knows about them.
#pragma once

#include "search/strategy.h"

namespace metainfer::search {

/// Which share of a round a strategy fills.
enum class StrategyRole { Knows, Explores };
/// Role of a registered strategy; unknown names explore.
StrategyRole strategyRole(std::string_view name);

std::unique_ptr<Strategy> makeExperienceStrategy(const StrategyInput& input);
std::unique_ptr<Strategy> makeRulesStrategy(const StrategyInput& input);
std::unique_ptr<Strategy> makeRandomStrategy(const StrategyInput& input);
std::unique_ptr<Strategy> makeEvolutionStrategy(const StrategyInput& input);

} // namespace metainfer::search
