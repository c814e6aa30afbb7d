// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies of strategies.def by name.
#include "search/strategies.h"

#include "base/suggest.h"

#include <fmt/format.h>

#include <array>

namespace metainfer::search {
namespace {

struct Entry {
    std::string_view name;
    StrategyRole role;
    std::unique_ptr<Strategy> (*make)(const StrategyInput&);
};

constexpr auto kEntries = std::to_array<Entry>({
#define MI_STRATEGY(name, role, factory) {name, StrategyRole::role, factory},
#include "search/strategies.def"
#undef MI_STRATEGY
});

} // namespace

std::vector<std::string> strategyNames() {
    std::vector<std::string> names;
    for (const Entry& entry : kEntries)
        names.emplace_back(entry.name);
    return names;
}

StrategyRole strategyRole(std::string_view name) {
    for (const Entry& entry : kEntries)
        if (entry.name == name)
            return entry.role;
    return StrategyRole::Explores;
}

Result<std::unique_ptr<Strategy>> createStrategy(std::string_view name,
                                                 const StrategyInput& input) {
    for (const Entry& entry : kEntries)
        if (entry.name == name)
            return entry.make(input);
    return fail(ErrorCode::NotFound, fmt::format("unknown search strategy \"{}\"", name),
                didYouMean(name, strategyNames()));
}

} // namespace metainfer::search
