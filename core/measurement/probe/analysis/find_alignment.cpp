// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The step at whose multiples time per useful multiply-add drops. Two shapes of it: work padded to
// the next multiple, and a slower way for every count that is none. Against both stands a smooth
// curve; the Bayesian information criterion decides.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace metainfer::measurement::probe {
namespace {

using Point = AlignmentSweep::Point;
using Terms = std::array<double, 3>; ///< 1, channels, and one more of the model
using Model = std::function<Terms(int)>;

constexpr std::array<int, 5> kSteps{2, 4, 8, 16, 32};
constexpr double kSmallestPenalty = 1.08;
constexpr double kEvidence = 10; // "very strong" on Kass and Raftery's scale

/// Least squares in relative errors by Gauss-Jordan; nullopt when the terms are not independent.
std::optional<Terms> solve(const std::vector<Point>& points, const Model& model, int terms,
                           const std::vector<bool>& used) {
    std::array<std::array<double, 4>, 3> m{};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!used[i])
            continue;
        const Terms x = model(points[i].channels);
        const double weight = 1 / (points[i].us * points[i].us);
        for (int r = 0; r < terms; ++r) {
            for (int c = 0; c < terms; ++c)
                m[r][c] += weight * x[r] * x[c];
            m[r][3] += weight * x[r] * points[i].us;
        }
    }
    for (int r = 0; r < terms; ++r) {
        if (std::abs(m[r][r]) < 1e-12)
            return std::nullopt;
        const double pivot = m[r][r];
        for (double& value : m[r])
            value /= pivot;
        for (int other = 0; other < terms; ++other)
            if (other != r) {
                const double factor = m[other][r];
                for (int c = 0; c < 4; ++c)
                    m[other][c] -= factor * m[r][c];
            }
    }
    return Terms{m[0][3], terms > 1 ? m[1][3] : 0, terms > 2 ? m[2][3] : 0};
}

struct Fit {
    Terms a{};
    double bic = 1e300, residual = 1; ///< relative standard deviation
};

/// Fitted twice: the tenth that fits worst (other load) is left out the second time.
Fit fitOf(const std::vector<Point>& points, const Model& model, int terms) {
    std::vector<bool> used(points.size(), true);
    std::vector<double> errors(points.size());
    Fit fit;
    for (int pass = 0; pass < 2; ++pass) {
        const auto solved = solve(points, model, terms, used);
        if (!solved)
            return {};
        fit.a = *solved;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Terms x = model(points[i].channels);
            const double us = fit.a[0] * x[0] + fit.a[1] * x[1] + fit.a[2] * x[2];
            errors[i] = std::abs(us / points[i].us - 1);
        }
        std::vector<double> sorted = errors;
        std::sort(sorted.begin(), sorted.end());
        const double worst = sorted[sorted.size() - 1 - sorted.size() / 10];
        for (std::size_t i = 0; i < points.size(); ++i)
            used[i] = errors[i] <= worst;
    }
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (used[i]) {
            sum += errors[i] * errors[i];
            ++count;
        }
    sum = std::max(sum, 1e-8 * count); // nobody measures better than 0.01 %
    fit.residual = std::sqrt(sum / count);
    fit.bic = count * std::log(sum / count) + terms * std::log(count);
    return fit;
}

int padded(int channels, int step) {
    return (channels + step - 1) / step * step;
}

struct Candidate {
    int step = 1;
    double bic = 1e300, residual = 1, penalty = 1;
};

Candidate paddedWork(const std::vector<Point>& points, int step) {
    const Fit fit = fitOf(
        points,
        [step](int c) {
            return Terms{1, static_cast<double>(padded(c, step)), 0};
        },
        2);
    const int c = 2 * step + 1; // one more than a multiple, where padding costs most
    const double useful = fit.a[0] + fit.a[1] * c;
    const double real = fit.a[0] + fit.a[1] * padded(c, step);
    return {step, fit.bic, fit.residual, useful > 0 ? real / useful : 1};
}

Candidate slowWay(const std::vector<Point>& points, int step) {
    const Fit fit = fitOf(
        points,
        [step](int c) {
            return Terms{1, static_cast<double>(c), c % step == 0 ? 0.0 : static_cast<double>(c)};
        },
        3);
    const double fast = fit.a[0] + fit.a[1] * 2 * step;
    return {step, fit.bic, fit.residual, fast > 0 ? 1 + fit.a[2] * 2 * step / fast : 1};
}

void examine(const AlignmentSweep& sweep, Grade grade, Findings& findings) {
    if (sweep.points.size() < 16)
        return;
    const double smooth =
        std::min(fitOf(
                     sweep.points,
                     [](int c) {
                         return Terms{1, static_cast<double>(c), static_cast<double>(c) * c};
                     },
                     3)
                     .bic,
                 fitOf(
                     sweep.points,
                     [](int c) {
                         return Terms{1, static_cast<double>(c), 0};
                     },
                     2)
                     .bic);
    std::vector<Candidate> candidates;
    for (const int step : kSteps) {
        candidates.push_back(paddedWork(sweep.points, step));
        candidates.push_back(slowWay(sweep.points, step));
    }
    const auto best = std::min_element(candidates.begin(), candidates.end(),
                                       [](const auto& a, const auto& b) { return a.bic < b.bic; });
    const double gain = smooth - best->bic;
    if (gain < kEvidence || best->penalty < kSmallestPenalty)
        return;
    ProbeFinding finding;
    finding.kind = FindingKind::AlignmentStep;
    finding.family = sweep.family;
    finding.dtype = sweep.dtype;
    finding.subject = sweep.axis;
    finding.value = Interval::exact(best->step);
    for (const Candidate& other : candidates) // what explains it nearly as well
        if (other.bic - best->bic < kEvidence && other.penalty >= kSmallestPenalty) {
            finding.value.low = std::min<double>(finding.value.low, other.step);
            finding.value.high = std::max<double>(finding.value.high, other.step);
        }
    const double p = std::min(1.0, static_cast<double>(candidates.size()) * std::exp(-gain / 2));
    finding.confidence = confidenceOf(p, sweep.points.size(), best->residual, grade);
    finding.facts = {{"penalty", fmt::format("{:.2f}", best->penalty)},
                     {"at", fmt::format("{}", 2 * best->step + 1)}};
    for (const Point& point : sweep.points)
        if (std::abs(point.channels - 2 * best->step) <= 2)
            finding.evidence.push_back(
                fmt::format("{} {}: {:.2f} us", point.channels, sweep.axis, point.us));
    findings.push_back(std::move(finding));
}

} // namespace

void findAlignment(const ProbeResult& probe, Findings& findings) {
    for (const AlignmentSweep& sweep : probe.alignment)
        examine(sweep, probe.validity.grade, findings);
}

} // namespace metainfer::measurement::probe
