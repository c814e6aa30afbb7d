// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares a measured run with its prediction and looks for one cause after the other.
#include "prediction/deviation.h"

#include "hardware/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

constexpr std::size_t kNamed = 3; ///< operators named in one text
constexpr std::array<std::string_view, 7> kCauses{
    "slow_kernel",     "unfused_qdq",     "layout_conversion", "thread_contention",
    "memory_pressure", "launch_overhead", "unexplained"};
/// A loss below this share of the run is not worth a sentence.
constexpr double kNoticeable = 0.02;
/// A kernel counts as slow when it takes this many times its prediction.
constexpr double kSlowRatio = 1.5;

bool isQuantizing(const MeasuredOperator& op) {
    return op.opType == "QuantizeLinear" || op.opType == "DequantizeLinear";
}

bool isConversion(const MeasuredOperator& op) {
    return op.opType == "ReorderInput" || op.opType == "ReorderOutput" || op.opType == "Transpose";
}

/// One measured operator beside what the models say about it.
struct Pair {
    const MeasuredOperator* measured = nullptr;
    OperatorCase operation;
    double predictedUs = 0;
    double ratio() const { return predictedUs > 0 ? measured->us / predictedUs : 0; }
};

class Analysis {
  public:
    Analysis(const Predictor& predictor, const Prediction& prediction, const MeasuredRun& run,
             const SessionOptions& session, double threshold)
        : m_predictor(predictor)
        , m_prediction(prediction)
        , m_run(run)
        , m_session(session)
        , m_threshold(threshold) {}

    DeviationReport analyze() {
        for (const auto& op : m_run.operators)
            m_sumUs += op.us;
        m_report.predictedUs = m_prediction.latencyUs.value;
        m_report.measuredUs = m_run.endToEndUs > 0 ? m_run.endToEndUs : m_sumUs;
        if (!(m_report.predictedUs > 0) || !(m_report.measuredUs > 0))
            return std::move(m_report);
        m_report.relative = m_report.measuredUs / m_report.predictedUs - 1;
        m_report.beyondThreshold = std::abs(m_report.relative) > m_threshold;
        pairOperators();
        findUnfusedQdq();
        findConversions();
        const bool contended = findThreadContention();
        findMemoryPressure();
        findSlowKernels(contended);
        findLaunchOverhead();
        finish();
        return std::move(m_report);
    }

  private:
    double noticeable() const { return kNoticeable * m_report.measuredUs; }

    void add(DeviationFinding finding) { m_report.findings.push_back(std::move(finding)); }

    void pairOperators() {
        for (const auto& op : m_run.operators) {
            if (!(op.us > 0))
                continue;
            Pair pair;
            pair.measured = &op;
            pair.operation = caseOf(op);
            const double calls = pair.operation.repeat;
            pair.predictedUs = m_predictor.estimate(pair.operation, m_session).us * calls;
            if (pair.operation.known) {
                Observation correction;
                correction.operation = pair.operation;
                correction.operation.repeat = 1;
                correction.us = op.us / calls;
                correction.threads = m_run.threads;
                correction.device = m_predictor.profile().name;
                m_report.corrections.push_back(std::move(correction));
            }
            m_pairs.push_back(std::move(pair));
        }
    }

    double predictedFamilyUs(std::string_view opType) const {
        double sum = 0;
        for (const auto& op : m_prediction.operators)
            if (op.operation.opType == opType)
                sum += op.us.value;
        return sum;
    }

    void findUnfusedQdq() {
        DeviationFinding finding{DeviationCause::UnfusedQdq, 0, {}, {}, {}, {}};
        double us = 0;
        std::size_t count = 0;
        std::set<std::string> floatNeighbours;
        for (std::size_t i = 0; i < m_run.operators.size(); ++i) {
            const auto& op = m_run.operators[i];
            if (!isQuantizing(op))
                continue;
            ++count;
            us += op.us;
            finding.nodes.push_back(op.node);
            for (const std::size_t near : {i - 1, i + 1})
                if (near < m_run.operators.size() && !isQuantizing(m_run.operators[near]) &&
                    !m_run.operators[near].inputTypes.empty() &&
                    m_run.operators[near].inputTypes.front() == "float32")
                    floatNeighbours.insert(m_run.operators[near].opType);
        }
        const double expected =
            predictedFamilyUs("QuantizeLinear") + predictedFamilyUs("DequantizeLinear");
        // A quantized model has one pair at each border in any case.
        finding.lostUs = us - expected;
        const auto& unfused = m_run.unfused;
        // What the optimized graph shows needs no time to be believed.
        if (unfused.empty() && (count <= 2 || finding.lostUs < noticeable()))
            return;
        if (!unfused.empty())
            finding.evidence = fmt::format(
                "{} operators meant to be integer are computed in float between Q/DQ pairs: {}{}; ",
                unfused.size(),
                fmt::join(unfused.begin(),
                          unfused.begin() +
                              static_cast<std::ptrdiff_t>(std::min(unfused.size(), kNamed)),
                          ", "),
                unfused.size() > kNamed ? ", …" : "");
        finding.evidence += fmt::format("{} QuantizeLinear and DequantizeLinear nodes run on their "
                                        "own and take {:.1f} µs ({:.1f} %), "
                                        "{:.1f} µs were expected",
                                        count, us, 100 * us / m_sumUs, expected);
        if (!floatNeighbours.empty())
            finding.evidence += fmt::format("; operators beside them still compute in float: {}",
                                            fmt::join(floatNeighbours, ", "));
        finding.suggestion =
            "the runtime did not fuse these groups: use unsigned activations with the zero point "
            "at "
            "the type's minimum behind ReLU or Clip, and at least the extended optimization level; "
            "or keep the float operators beside them out of the quantized part";
        finding.actions = {"quantize:u8s8", "opt=all"};
        for (const auto& type : floatNeighbours)
            finding.actions.push_back("keep_float:" + type);
        add(std::move(finding));
    }

    void findConversions() {
        DeviationFinding finding{DeviationCause::LayoutConversion, 0, {}, {}, {}, {}};
        double us = 0;
        std::map<std::string, int> types;
        for (const auto& op : m_run.operators) {
            if (!isConversion(op))
                continue;
            us += op.us;
            ++types[op.opType];
            finding.nodes.push_back(op.node);
        }
        finding.lostUs = us - m_prediction.layoutConversionUs;
        if (us < noticeable() || finding.lostUs < 0.5 * noticeable())
            return;
        std::string list;
        for (const auto& [type, number] : types)
            list += fmt::format("{}{} x {}", list.empty() ? "" : ", ", number, type);
        finding.evidence =
            fmt::format("{} take {:.1f} µs ({:.1f} %), {:.1f} µs were expected", list, us,
                        100 * us / m_sumUs, m_prediction.layoutConversionUs);
        if (types.count("ReorderInput") || types.count("ReorderOutput")) {
            finding.suggestion = "the blocked layout is left and entered again between "
                                 "convolutions: compare with the "
                                 "layout pass switched off, or move the operators between them";
            finding.actions = {"layout=nchw", "transpose_sinking"};
        } else {
            finding.suggestion = "let transposes cancel or sink, or bring the model into the "
                                 "layout that the operators "
                                 "beside them prefer";
            finding.actions = {"transpose_cancel", "transpose_sinking"};
        }
        add(std::move(finding));
    }

    bool findThreadContention() {
        if (m_run.threads <= 1)
            return false;
        DeviationFinding finding{DeviationCause::ThreadContention, 0, {}, {}, {}, {}};
        const auto& profile = m_predictor.profile();
        const double ideal = hardware::threadSpeedup(profile, m_run.threads);
        std::vector<std::string> evidence;
        if (m_run.oneThreadUs && *m_run.oneThreadUs > 0) {
            const double speedup = *m_run.oneThreadUs / m_report.measuredUs;
            const double expected = *m_run.oneThreadUs / ideal;
            if (speedup < 0.75 * ideal) {
                finding.lostUs = m_report.measuredUs - expected;
                evidence.push_back(
                    fmt::format("{} threads are {:.2f} times as fast as one, {:.2f} were expected",
                                m_run.threads, speedup, ideal));
            }
        }
        const double busy = m_run.cpuUs ? *m_run.cpuUs / m_report.measuredUs : m_run.threads;
        if (m_run.cpuUs && busy < 0.6 * m_run.threads) {
            finding.lostUs = std::max(finding.lostUs,
                                      m_report.measuredUs - *m_run.cpuUs / (0.9 * m_run.threads));
            evidence.push_back(
                fmt::format("only {:.2f} of {} threads were busy", busy, m_run.threads));
        }
        if (!evidence.empty()) {
            if (m_run.otherLoad && *m_run.otherLoad > 0.25)
                evidence.push_back(
                    fmt::format("other programs kept {:.1f} cores busy", *m_run.otherLoad));
            if (m_run.stolen && *m_run.stolen > 0.02)
                evidence.push_back(
                    fmt::format("{:.0f} % of the time went to other machines of the host",
                                100 * *m_run.stolen));
        }
        if (evidence.empty() || finding.lostUs < noticeable())
            return false;
        finding.evidence = fmt::format("{}", fmt::join(evidence, "; "));
        finding.suggestion = "use fewer threads, pin them, or measure on an idle machine; small "
                             "operators gain nothing "
                             "from more threads";
        finding.actions = {fmt::format("threads={}", std::max(1, m_run.threads / 2)), "spin=off"};
        add(std::move(finding));
        return true;
    }

    void findMemoryPressure() {
        DeviationFinding finding{DeviationCause::MemoryPressure, 0, {}, {}, {}, {}};
        std::vector<std::string> evidence;
        const auto& profile = m_predictor.profile();
        const auto* main = hardware::mainMemory(profile);
        const auto capacity = main ? main->totalBytes() : std::nullopt;
        if (m_run.peakBytes && capacity && static_cast<double>(*m_run.peakBytes) > 0.9 * *capacity)
            evidence.push_back(fmt::format("{:.0f} MB in use of {:.0f} MB",
                                           static_cast<double>(*m_run.peakBytes) / 1048576.0,
                                           *capacity / 1048576.0));
        // 4 KiB pages at about half a microsecond each.
        constexpr double kFaultUs = 0.5;
        if (m_run.pageFaults && static_cast<double>(*m_run.pageFaults) * kFaultUs > noticeable()) {
            finding.lostUs = static_cast<double>(*m_run.pageFaults) * kFaultUs;
            evidence.push_back(fmt::format("{} page faults in each request", *m_run.pageFaults));
        }
        double slowUs = 0;
        const double cache = hardware::cacheBytes(profile);
        for (const auto& pair : m_pairs) {
            const auto e = m_predictor.estimate(pair.operation, m_session);
            if (isQuantizing(*pair.measured) || isConversion(*pair.measured) ||
                e.bound != hardware::Bound::Memory)
                continue;
            if (cache > 0 && pair.operation.bytes() > cache && pair.ratio() > 1.2) {
                slowUs += pair.measured->us - pair.predictedUs;
                finding.nodes.push_back(pair.measured->node);
                m_explained.insert(pair.measured);
            }
        }
        if (slowUs > noticeable()) {
            finding.lostUs += slowUs;
            evidence.push_back(fmt::format(
                "{} operators work on more than the {:.1f} MB of cache and reach less than the "
                "expected bandwidth, {:.1f} µs in all",
                finding.nodes.size(), cache / 1048576.0, slowUs));
        } else {
            for (const auto& pair : m_pairs)
                m_explained.erase(pair.measured);
            finding.nodes.clear();
        }
        if (evidence.empty())
            return;
        finding.evidence = fmt::format("{}", fmt::join(evidence, "; "));
        finding.suggestion = "lower the peak (smaller batch, 8-bit activations, fused operators), "
                             "and keep the memory "
                             "arena on so that buffers are reused";
        finding.actions = {"arena=on", "precision=int8", "batch=smaller"};
        add(std::move(finding));
    }

    void findSlowKernels(bool contended) {
        struct Group {
            double measured = 0, predicted = 0, flops = 0, bytes = 0;
            std::vector<std::string> nodes;
        };
        std::map<std::string, Group> groups;
        // Under contention, or where the device's speed was only assumed, everything is off; a
        // kernel is only blamed beyond the common factor.
        const double common = contended || !isSpeedKnown() ? std::max(1.0, medianRatio()) : 1.0;
        for (const auto& pair : m_pairs) {
            const auto& op = *pair.measured;
            if (isQuantizing(op) || isConversion(op) || m_explained.count(&op) ||
                !pair.operation.known)
                continue;
            if (pair.ratio() < kSlowRatio * common)
                continue;
            auto& group = groups[fmt::format("{} {}", pair.operation.family,
                                             elementTypeName(pair.operation.dtype))];
            group.measured += op.us;
            group.predicted += pair.predictedUs * common;
            group.flops += pair.operation.flops * pair.operation.repeat;
            group.bytes += pair.operation.bytes() * pair.operation.repeat;
            group.nodes.push_back(op.node);
        }
        for (auto& [name, group] : groups) {
            DeviationFinding finding{
                DeviationCause::SlowKernel, group.measured - group.predicted, {}, {}, {}, {}};
            if (finding.lostUs < noticeable())
                continue;
            finding.nodes = std::move(group.nodes);
            finding.evidence = fmt::format(
                "{} {}: {:.1f} µs instead of {:.1f} µs, {:.3g} GFLOP/s and {:.3g} GB/s achieved",
                finding.nodes.size(), name, group.measured, group.predicted,
                group.flops / group.measured * 1e-3, group.bytes / group.measured * 1e-3);
            suggestFor(name, finding);
            add(std::move(finding));
        }
    }

    static void suggestFor(const std::string& name, DeviationFinding& finding) {
        const auto family = name.substr(0, name.find(' '));
        if (name.find("int8") != std::string::npos) {
            finding.suggestion = "the 8-bit kernel does not reach its rate: try unsigned "
                                 "activations, per-tensor weights "
                                 "for depthwise convolutions, or leave these operators in float";
            finding.actions = {"quantize:u8s8", "quantize:per_tensor", "keep_float:" + family};
        } else if (family.starts_with("conv2d")) {
            finding.suggestion = "the convolution falls on a slow kernel: pad channels to the "
                                 "alignment, change the group "
                                 "count, or try 8-bit arithmetic";
            finding.actions = {"channel_align", "group_split", "precision=int8"};
        } else {
            finding.suggestion = fmt::format(
                "{} is slow on this device: look for an equivalent or fused form", family);
            finding.actions = {"substitute:" + family};
        }
    }

    bool isSpeedKnown() const {
        const hardware::Compute& compute = m_predictor.profile().compute;
        return !compute.peakGflops.empty() || !compute.sustainedGflops.empty();
    }

    double medianRatio() const {
        std::vector<double> ratios;
        for (const auto& pair : m_pairs)
            if (pair.predictedUs > 0)
                ratios.push_back(pair.ratio());
        if (ratios.empty())
            return 1;
        std::nth_element(ratios.begin(),
                         ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2),
                         ratios.end());
        return ratios[ratios.size() / 2];
    }

    void findLaunchOverhead() {
        if (!(m_run.endToEndUs > 0) || m_run.operators.empty())
            return;
        const double gap = m_run.endToEndUs - m_sumUs;
        if (gap < std::max(5 * noticeable(), 20.0))
            return;
        DeviationFinding finding{DeviationCause::LaunchOverhead, gap, {}, {}, {}, {}};
        finding.evidence = fmt::format("{:.1f} µs of {:.1f} µs pass between the {} operators", gap,
                                       m_run.endToEndUs, m_run.operators.size());
        finding.suggestion = "fewer, larger operators: fold and fuse small ones, bind dynamic "
                             "dimensions so that shape "
                             "computations vanish";
        finding.actions = {"static_binding", "constant_folding", "horizontal_fusion"};
        add(std::move(finding));
    }

    void finish() {
        auto& findings = m_report.findings;
        std::stable_sort(findings.begin(), findings.end(),
                         [](const DeviationFinding& a, const DeviationFinding& b) {
                             return a.lostUs > b.lostUs;
                         });
        for (const auto& finding : findings)
            m_report.explainedUs += finding.lostUs;
        const double difference = m_report.measuredUs - m_report.predictedUs;
        const double rest = std::abs(difference) - (difference > 0 ? m_report.explainedUs : 0);
        if (m_report.beyondThreshold && (findings.empty() || rest > 0.5 * std::abs(difference))) {
            DeviationFinding finding{
                DeviationCause::Unexplained, difference > 0 ? rest : 0, {}, {}, {}, {}};
            finding.evidence =
                difference > 0
                    ? fmt::format("{:.1f} µs more than predicted have no single cause", rest)
                    : fmt::format(
                          "{:.1f} µs faster than predicted: the model is too pessimistic here",
                          -difference);
            finding.suggestion =
                isSpeedKnown()
                    ? "the prediction is corrected by this measurement; probe the operators named "
                      "in the per-operator table for better ones"
                    : "the device's speed was only assumed, because it has not been probed: probe "
                      "it, then compare again";
            finding.actions = {"correct_model"};
            add(std::move(finding));
        }
    }

    const Predictor& m_predictor;
    const Prediction& m_prediction;
    const MeasuredRun& m_run;
    const SessionOptions& m_session;
    double m_threshold;
    double m_sumUs = 0;
    std::vector<Pair> m_pairs;
    std::set<const MeasuredOperator*> m_explained;
    DeviationReport m_report;
};

} // namespace

std::string_view deviationCauseName(DeviationCause cause) {
    return kCauses[static_cast<std::size_t>(cause)];
}

Json DeviationReport::toJson() const {
    Json json{{"predicted_us", predictedUs}, {"measured_us", measuredUs},
              {"relative", relative},        {"beyond_threshold", beyondThreshold},
              {"explained_us", explainedUs}, {"findings", Json::array()}};
    for (const auto& finding : findings)
        json["findings"].push_back(Json{{"cause", deviationCauseName(finding.cause)},
                                        {"lost_us", finding.lostUs},
                                        {"nodes", finding.nodes},
                                        {"evidence", finding.evidence},
                                        {"suggestion", finding.suggestion},
                                        {"actions", finding.actions}});
    return json;
}

DeviationReport analyzeDeviation(const Predictor& predictor, const Prediction& prediction,
                                 const MeasuredRun& run, const SessionOptions& session,
                                 double threshold) {
    return Analysis(predictor, prediction, run, session, threshold).analyze();
}

} // namespace metainfer::prediction
