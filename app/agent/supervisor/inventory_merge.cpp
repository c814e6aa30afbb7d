// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The default runtime's libraries come first, whoever answers first.
#include "inventory_merge.h"

#include "job.h"

namespace metainfer::agent {

void InventoryMerge::expect(const Json& id, std::size_t runners) {
    Waiting waiting;
    waiting.missing = runners;
    m_waiting[dumpJson(id)] = std::move(waiting);
}

std::optional<Result<Json>> InventoryMerge::add(const Json& id, std::string_view runner,
                                                Result<Json> answer) {
    const auto it = m_waiting.find(dumpJson(id));
    if (it == m_waiting.end())
        return std::nullopt;
    Waiting& waiting = it->second;
    if (answer)
        waiting.runtimes[std::string(runner)] = jsonValue(*answer, "runtimes", Json::array());
    else if (!waiting.error)
        waiting.error = answer.error();
    if (--waiting.missing > 0)
        return std::nullopt;
    const Waiting done = std::move(waiting);
    m_waiting.erase(it);
    if (done.runtimes.empty())
        return Result<Json>(fail(*done.error));
    Json all = Json::array();
    for (const MethodFacts* facts : runnersOfMethod("inventory"))
        if (const auto part = done.runtimes.find(std::string(facts->runner));
            part != done.runtimes.end())
            for (const Json& runtime : part->second)
                all.push_back(runtime);
    return Result<Json>(Json{{"runtimes", std::move(all)}});
}

} // namespace metainfer::agent
