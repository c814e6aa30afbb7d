// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The set of candidates that no other beats in every objective, its hypervolume and how it grew.
#pragma once

#include "base/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace metainfer::search {

/// Coordinates are minimised and relative to the original (1 = the same).
struct ParetoPoint {
    std::string id;
    std::vector<double> coordinates;
};

/// One row after each added point.
struct ConvergenceRow {
    std::size_t measured = 0;
    double hypervolume = 0;
    std::size_t frontSize = 0;
};

class ParetoArchive {
  public:
    /// `reference`: the corner that the hypervolume is measured from, worse than any point of
    /// interest (by custom 2 = twice the original's value in each objective); points beyond it do
    /// not add volume.
    explicit ParetoArchive(std::size_t objectives, double reference = 2.0);

    /// Adds a point; false when its number of coordinates is wrong or one is not finite.
    bool add(ParetoPoint point);
    const std::vector<ParetoPoint>& points() const { return m_points; }
    bool isDominated(const std::string& id) const;
    std::vector<ParetoPoint> front() const;
    double hypervolume() const;
    const std::vector<ConvergenceRow>& convergence() const { return m_convergence; }
    /// True when the last `window` points together enlarged the hypervolume by less than the
    /// fraction `epsilon`.
    bool hasConverged(std::size_t window, double epsilon = 0.01) const;
    Json toJson() const;

  private:
    std::size_t m_objectives;
    std::vector<double> m_reference;
    std::vector<ParetoPoint> m_points;
    std::vector<bool> m_dominated;
    std::vector<ConvergenceRow> m_convergence;
};

bool dominates(const std::vector<double>& a, const std::vector<double>& b);
/// Non-domination rank of each point, 0 = on the front (NSGA-II, Deb et al. 2002).
std::vector<std::size_t> nonDominationRanks(const std::vector<std::vector<double>>& points);
/// Crowding distance of each point within its own front; infinite at the ends.
std::vector<double> crowdingDistances(const std::vector<std::vector<double>>& points);
/// Lebesgue measure of what the points dominate below `reference`.
double hypervolumeOf(const std::vector<std::vector<double>>& points,
                     const std::vector<double>& reference);

} // namespace metainfer::search
