// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hypervolume, non-dominated sorting and crowding by pagmo; the only source that sees its headers.
#include "search/pareto.h"

#include <pagmo/utils/hypervolume.hpp>
#include <pagmo/utils/multi_objective.hpp>

#include <algorithm>
#include <limits>

namespace metainfer::search {
namespace {

/// pagmo wants at least two objectives; a constant second one changes neither order nor volume.
std::vector<std::vector<double>> atLeastTwoObjectives(std::vector<std::vector<double>> points) {
    for (std::vector<double>& point : points)
        if (point.size() == 1)
            point.push_back(0);
    return points;
}

} // namespace

std::vector<std::size_t> nonDominationRanks(const std::vector<std::vector<double>>& points) {
    if (points.size() < 2)
        return std::vector<std::size_t>(points.size(), 0);
    const auto sorted = pagmo::fast_non_dominated_sorting(atLeastTwoObjectives(points));
    const auto& ranks = std::get<3>(sorted);
    return {ranks.begin(), ranks.end()};
}

std::vector<double> crowdingDistances(const std::vector<std::vector<double>>& points) {
    std::vector<double> distances(points.size(), std::numeric_limits<double>::infinity());
    const std::vector<std::size_t> ranks = nonDominationRanks(points);
    const std::vector<std::vector<double>> padded = atLeastTwoObjectives(points);
    const std::size_t last = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end());
    for (std::size_t rank = 0; rank <= last && !points.empty(); ++rank) {
        std::vector<std::size_t> members;
        std::vector<std::vector<double>> front;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            if (ranks[i] == rank) {
                members.push_back(i);
                front.push_back(padded[i]);
            }
        if (front.size() < 3)
            continue; // only ends
        const std::vector<double> own = pagmo::crowding_distance(front);
        for (std::size_t i = 0; i < members.size(); ++i) // equal points would divide zero by zero
            distances[members[i]] = own[i] == own[i] ? own[i] : 0;
    }
    return distances;
}

double hypervolumeOf(const std::vector<std::vector<double>>& points,
                     const std::vector<double>& reference) {
    std::vector<std::vector<double>> inside;
    for (const std::vector<double>& point : points) {
        bool isInside = point.size() == reference.size();
        for (std::size_t i = 0; isInside && i < point.size(); ++i)
            isInside = point[i] < reference[i];
        if (isInside)
            inside.push_back(point);
    }
    if (inside.empty())
        return 0;
    if (reference.size() == 1) {
        double best = inside.front()[0];
        for (const std::vector<double>& point : inside)
            best = std::min(best, point[0]);
        return reference[0] - best;
    }
    pagmo::hypervolume volume(inside);
    return volume.compute(reference);
}

} // namespace metainfer::search
