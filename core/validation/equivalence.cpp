// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Adding up differences of outputs, and the verdict.
#include "validation/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::validation {
namespace {

constexpr double kEqualSnr = 300; ///< stands for infinity in files

Result<std::vector<double>> numbersOf(const HostTensor& tensor) {
    if (isInteger(tensor.type) || tensor.type == ElementType::Bool) {
        MI_ASSIGN(const auto values, tensor.toInt64s());
        return std::vector<double>(values.begin(), values.end());
    }
    if (tensor.type == ElementType::Double) {
        const auto values = tensor.as<double>();
        return std::vector<double>(values.begin(), values.end());
    }
    MI_ASSIGN(const auto values, tensor.toFloats());
    return std::vector<double>(values.begin(), values.end());
}

const HostTensor* find(const std::vector<NamedTensor>& tensors, const std::string& name) {
    for (const auto& tensor : tensors)
        if (tensor.name == name)
            return &tensor.tensor;
    return nullptr;
}

std::size_t argmax(const double* row, std::size_t count) {
    return static_cast<std::size_t>(std::max_element(row, row + count) - row);
}

double safeRatio(double part, double whole) {
    return whole > 0 ? part / whole : (part > 0 ? 1.0 : 0.0);
}

/// JSON has no infinities.
double finite(double value) {
    return std::isfinite(value) ? value : (value > 0 ? 1e300 : -1e300);
}

} // namespace

Tolerance Tolerance::of(ElementType type) {
    if (isInteger(type) || type == ElementType::Bool || type == ElementType::String)
        return {0, 0};
    if (type == ElementType::Float16 || type == ElementType::BFloat16)
        return {1e-2, 1e-2};
    if (type == ElementType::Double)
        return {1e-8, 1e-7};
    return {};
}

Json OutputError::toJson() const {
    return Json{{"output", output},
                {"elements", elements},
                {"max_absolute", finite(maxAbsolute)},
                {"max_relative", finite(maxRelative)},
                {"cosine", cosine},
                {"snr_db", snrDb},
                {"relative_l2", finite(relativeL2)},
                {"nan_mismatches", nanMismatches},
                {"argmax_agreement", argmaxAgreement},
                {"within_tolerance", withinTolerance},
                {"worst_sample", worstSample},
                {"worst_relative_l2", finite(worstRelativeL2)}};
}

double EquivalenceReport::worstCosine() const {
    double worst = 1;
    for (const auto& output : outputs)
        worst = std::min(worst, output.cosine);
    return worst;
}

Json EquivalenceReport::toJson() const {
    Json list = Json::array();
    for (const auto& output : outputs)
        list.push_back(output.toJson());
    return Json{{"equivalent", equivalent}, {"verdict", verdict}, {"outputs", std::move(list)}};
}

Status DifferenceMeter::add(const std::vector<NamedTensor>& reference,
                            const std::vector<NamedTensor>& other) {
    if (m_names.empty()) {
        for (const auto& tensor : reference)
            m_names.push_back(tensor.name);
        m_sums.resize(m_names.size());
    }
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const auto* a = find(reference, m_names[i]);
        const auto* b = find(other, m_names[i]);
        if (!a || !b)
            return fail(ErrorCode::NumericMismatch,
                        fmt::format("output \"{}\" is missing on one side", m_names[i]),
                        "An adapted model must keep the original's outputs.");
        if (a->dims != b->dims)
            return fail(ErrorCode::NumericMismatch,
                        fmt::format("output \"{}\" is [{}] instead of [{}]", m_names[i],
                                    fmt::join(b->dims, ","), fmt::join(a->dims, ",")));
        MI_CHECK(addOutput(m_sums[i], *a, *b));
    }
    ++m_samples;
    return {};
}

Status DifferenceMeter::addOutput(Sums& sums, const HostTensor& a, const HostTensor& b) {
    sums.type = a.type;
    if (a.type == ElementType::String) {
        for (std::size_t i = 0; i < a.strings.size(); ++i)
            sums.nanMismatches += a.strings[i] != b.strings[i];
        sums.elements += a.strings.size();
        return {};
    }
    MI_ASSIGN(const auto x, numbersOf(a));
    MI_ASSIGN(const auto y, numbersOf(b));
    for (const double value : x)
        if (std::isfinite(value))
            sums.magnitude = std::max(sums.magnitude, std::abs(value));
    const double floor = std::max(1e-3 * sums.magnitude, 1e-12);
    double squared = 0, own = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
            const bool same = x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]));
            sums.nanMismatches += !same;
            continue;
        }
        const double difference = std::abs(x[i] - y[i]);
        sums.maxAbsolute = std::max(sums.maxAbsolute, difference);
        sums.maxRelative = std::max(sums.maxRelative, difference / std::max(std::abs(x[i]), floor));
        own += x[i] * x[i];
        squared += difference * difference;
        sums.bb += y[i] * y[i];
        sums.ab += x[i] * y[i];
    }
    sums.aa += own;
    sums.dd += squared;
    sums.elements += x.size();
    const auto row = a.dims.empty() ? std::size_t{1} : static_cast<std::size_t>(a.dims.back());
    for (std::size_t at = 0; row > 1 && at + row <= x.size(); at += row) {
        ++sums.rows;
        sums.agreeing += argmax(&x[at], row) == argmax(&y[at], row);
    }
    const double error = std::sqrt(safeRatio(squared, own));
    if (error > sums.worst) {
        sums.worst = error;
        sums.worstSample = m_samples;
    }
    return {};
}

EquivalenceReport DifferenceMeter::report() const {
    EquivalenceReport report;
    std::vector<std::string> failing;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const Sums& s = m_sums[i];
        OutputError error;
        error.output = m_names[i];
        error.elements = s.elements;
        error.maxAbsolute = s.maxAbsolute;
        error.maxRelative = s.maxRelative;
        const double norm = std::sqrt(s.aa) * std::sqrt(s.bb);
        error.cosine = norm > 0 ? s.ab / norm : (s.dd == 0 ? 1 : 0);
        error.relativeL2 = std::sqrt(safeRatio(s.dd, s.aa));
        error.snrDb =
            s.dd == 0 ? kEqualSnr
                      : (s.aa > 0 ? std::min(kEqualSnr, 10 * std::log10(s.aa / s.dd)) : -kEqualSnr);
        error.nanMismatches = s.nanMismatches;
        error.argmaxAgreement =
            s.rows ? static_cast<double>(s.agreeing) / static_cast<double>(s.rows) : 1;
        error.worstSample = s.worstSample;
        error.worstRelativeL2 = std::max(0.0, s.worst);
        const Tolerance tolerance = Tolerance::of(s.type);
        error.withinTolerance = s.nanMismatches == 0 &&
                                (s.maxAbsolute <= tolerance.absolute * std::max(1.0, s.magnitude) ||
                                 s.maxRelative <= tolerance.relative);
        if (!error.withinTolerance)
            failing.push_back(
                fmt::format("\"{}\" by up to {:.3g}", error.output, error.maxAbsolute));
        report.outputs.push_back(std::move(error));
    }
    report.equivalent = failing.empty() && m_samples > 0;
    if (m_samples == 0)
        report.verdict = "nothing was compared";
    else if (failing.empty())
        report.verdict = fmt::format("equal within tolerance on {} runs", m_samples);
    else
        report.verdict = fmt::format("differs on {} runs: {}", m_samples, fmt::join(failing, ", "));
    return report;
}

} // namespace metainfer::validation
