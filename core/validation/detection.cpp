// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Mean average precision of detections, as PASCAL VOC 2010 defines it (area under the curve).
#include "validation/accuracy.h"

#include <algorithm>
#include <map>
#include <set>

namespace metainfer::validation {
namespace {

double overlapOf(const float* a, const float* b) {
    const double width = std::min(a[2], b[2]) - std::max(a[0], b[0]);
    const double height = std::min(a[3], b[3]) - std::max(a[1], b[1]);
    if (width <= 0 || height <= 0)
        return 0;
    const double both = width * height;
    const double areaA = static_cast<double>(a[2] - a[0]) * (a[3] - a[1]);
    const double areaB = static_cast<double>(b[2] - b[0]) * (b[3] - b[1]);
    return both / (areaA + areaB - both);
}

/// Highest score first; ties in a fixed order so that results repeat.
void sortByScore(std::vector<Detection>& detections) {
    std::stable_sort(detections.begin(), detections.end(),
                     [](const Detection& a, const Detection& b) { return a.score > b.score; });
}

/// Area under precision over recall, precision made monotonous from the right.
double areaUnderCurve(const std::vector<bool>& hits, std::size_t positives) {
    std::vector<double> precision, recall;
    std::size_t right = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        right += hits[i];
        precision.push_back(static_cast<double>(right) / static_cast<double>(i + 1));
        recall.push_back(static_cast<double>(right) / static_cast<double>(positives));
    }
    for (std::size_t i = precision.size(); i-- > 1;)
        precision[i - 1] = std::max(precision[i - 1], precision[i]);
    double area = 0, before = 0;
    for (std::size_t i = 0; i < recall.size(); ++i) {
        area += (recall[i] - before) * precision[i];
        before = recall[i];
    }
    return area;
}

double averagePrecision(const std::vector<Detection>& detections,
                        const std::map<std::size_t, std::vector<const TrueBox*>>& truth,
                        std::size_t positives, double overlap) {
    std::set<const TrueBox*> taken;
    std::vector<bool> hits;
    for (const auto& detection : detections) {
        const TrueBox* best = nullptr;
        double bestOverlap = overlap;
        if (const auto it = truth.find(detection.image); it != truth.end())
            for (const auto* box : it->second)
                if (const double o = overlapOf(detection.box, box->box); o >= bestOverlap) {
                    bestOverlap = o;
                    best = box;
                }
        hits.push_back(best && taken.insert(best).second);
    }
    return areaUnderCurve(hits, positives);
}

} // namespace

std::vector<Detection> suppressOverlaps(std::vector<Detection> detections, double nmsOverlap) {
    sortByScore(detections);
    std::vector<Detection> kept;
    std::map<std::pair<std::size_t, int>, std::vector<std::size_t>> groups;
    for (const auto& detection : detections) {
        auto& group = groups[{detection.image, detection.label}];
        const bool covered = std::any_of(group.begin(), group.end(), [&](std::size_t i) {
            return overlapOf(kept[i].box, detection.box) > nmsOverlap;
        });
        if (covered)
            continue;
        group.push_back(kept.size());
        kept.push_back(detection);
    }
    return kept;
}

double meanAveragePrecision(std::vector<Detection> detections, const std::vector<TrueBox>& truth,
                            double overlap) {
    sortByScore(detections);
    std::map<int, std::map<std::size_t, std::vector<const TrueBox*>>> byLabel;
    std::map<int, std::size_t> positives;
    for (const auto& box : truth) {
        byLabel[box.label][box.image].push_back(&box);
        ++positives[box.label];
    }
    if (positives.empty())
        return 0;
    std::map<int, std::vector<Detection>> detectionsOf;
    for (const auto& detection : detections)
        detectionsOf[detection.label].push_back(detection);
    double sum = 0;
    for (const auto& [label, boxes] : byLabel)
        sum += averagePrecision(detectionsOf[label], boxes, positives[label], overlap);
    return sum / static_cast<double>(positives.size());
}

} // namespace metainfer::validation
