// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Pareto archive.
#include "search/pareto.h"

#include <algorithm>
#include <cmath>

namespace metainfer::search {

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size())
        return false;
    bool better = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i])
            return false;
        better = better || a[i] < b[i];
    }
    return better;
}

ParetoArchive::ParetoArchive(std::size_t objectives, double reference)
    : m_objectives(objectives)
    , m_reference(objectives, reference) {}

bool ParetoArchive::add(ParetoPoint point) {
    if (point.coordinates.size() != m_objectives ||
        !std::all_of(point.coordinates.begin(), point.coordinates.end(),
                     [](double value) { return std::isfinite(value); }))
        return false;
    bool dominated = false;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        dominated = dominated || dominates(m_points[i].coordinates, point.coordinates);
        if (dominates(point.coordinates, m_points[i].coordinates))
            m_dominated[i] = true;
    }
    m_points.push_back(std::move(point));
    m_dominated.push_back(dominated);
    m_convergence.push_back({m_points.size(), hypervolume(), front().size()});
    return true;
}

bool ParetoArchive::isDominated(const std::string& id) const {
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (m_points[i].id == id)
            return m_dominated[i];
    return false;
}

std::vector<ParetoPoint> ParetoArchive::front() const {
    std::vector<ParetoPoint> points;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (!m_dominated[i])
            points.push_back(m_points[i]);
    return points;
}

double ParetoArchive::hypervolume() const {
    std::vector<std::vector<double>> coordinates;
    for (const ParetoPoint& point : front())
        coordinates.push_back(point.coordinates);
    return hypervolumeOf(coordinates, m_reference);
}

bool ParetoArchive::hasConverged(std::size_t window, double epsilon) const {
    if (window == 0 || m_convergence.size() <= window)
        return false;
    const double before = m_convergence[m_convergence.size() - 1 - window].hypervolume;
    const double now = m_convergence.back().hypervolume;
    return now - before <= epsilon * now;
}

Json ParetoArchive::toJson() const {
    Json points = Json::array();
    for (std::size_t i = 0; i < m_points.size(); ++i)
        points.push_back(Json{{"id", m_points[i].id},
                              {"coordinates", m_points[i].coordinates},
                              {"dominated", static_cast<bool>(m_dominated[i])}});
    Json rows = Json::array();
    for (const ConvergenceRow& row : m_convergence)
        rows.push_back(Json{{"measured", row.measured},
                            {"hypervolume", row.hypervolume},
                            {"front", row.frontSize}});
    return Json{{"reference", m_reference},
                {"hypervolume", hypervolume()},
                {"points", std::move(points)},
                {"convergence", std::move(rows)}};
}

} // namespace metainfer::search
