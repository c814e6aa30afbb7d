// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One function per field.
#include "measurement/probe/profile_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement::probe {
namespace {

using hardware::OpRecord;

constexpr double kSure = 0.75;       // below it a finding is shown, not acted on
constexpr double kWorthwhile = 1.10; // a penalty that is worth padding for

bool isSure(const ProbeFinding& finding) {
    return finding.confidence.value >= kSure;
}

double factNumber(const ProbeFinding& finding, const char* name) {
    const auto it = finding.facts.find(name);
    return it == finding.facts.end() ? 0 : std::strtod(it->second.c_str(), nullptr);
}

void addStreams(ProfileFindings& to, const ProbeFinding& finding) {
    auto& streams = to.profile.scheduling.maxStreams;
    if (!isSure(finding) || !mayWrite(to.profile, "scheduling.max_streams", !streams))
        return;
    streams = static_cast<int>(finding.value.value);
    to.measured("scheduling.max_streams", finding.confidence.value);
}

/// For int8 alone: that is what the profile's field is about.
void addAlignment(ProfileFindings& to) {
    const ProbeFinding* largest = nullptr;
    for (const ProbeFinding& finding : to.probe.findings)
        if (finding.kind == FindingKind::AlignmentStep && finding.dtype == "int8" &&
            isSure(finding) && factNumber(finding, "penalty") >= kWorthwhile &&
            (!largest || finding.value.value > largest->value.value))
            largest = &finding;
    auto& alignment = to.profile.quantization.alignment;
    const std::string path = "quantization.alignment_constraints";
    if (!largest || !mayWrite(to.profile, path, alignment.empty()))
        return;
    alignment = {static_cast<int>(largest->value.value)};
    to.measured(path, largest->confidence.value);
}

void addNote(OpRecord& record, const std::string& note) {
    if (record.note.find(note) == std::string::npos)
        record.note += (record.note.empty() ? "" : "; ") + note;
}

std::vector<OpRecord*> recordsOf(hardware::Profile& profile, const std::string& family,
                                 const std::string& dtype) {
    std::vector<OpRecord*> records;
    for (OpRecord& record : profile.ops.matrix)
        if (record.op == family && record.dtype &&
            (dtype.empty() || *record.dtype == elementTypeFromName(dtype)))
            records.push_back(&record);
    return records;
}

/// What a family's record says of its finding; empty = nothing.
std::string noteOf(const ProbeFinding& finding) {
    switch (finding.kind) {
    case FindingKind::IntegerAsFloat:
    case FindingKind::HalfAsFloat:
    case FindingKind::TypePenalty:
        return fmt::format("{:.2f} times the time of fp32", finding.value.value);
    case FindingKind::Decomposed:
        return fmt::format("{} runs as {}", finding.subject, finding.facts.at("kernel"));
    case FindingKind::OtherProvider:
        return fmt::format("{} runs in {}", finding.subject, finding.facts.at("provider"));
    case FindingKind::AlignmentStep:
        return fmt::format("{} in steps of {:.0f}", finding.subject, finding.value.value);
    default:
        return {};
    }
}

void addToRecords(ProfileFindings& to, const ProbeFinding& finding) {
    const std::string note = noteOf(finding);
    if (note.empty() || !isSure(finding))
        return;
    for (OpRecord* record : recordsOf(to.profile, finding.family, finding.dtype)) {
        addNote(*record, note);
        // One operator of several does not make the family a decomposed one.
        if (finding.kind == FindingKind::Decomposed && finding.value.value == 1 &&
            record->status == hardware::OpStatus::Native &&
            factNumber(finding, "cases") >= static_cast<double>(record->sizes.size()))
            record->status = hardware::OpStatus::Decomposed;
        to.measured(fmt::format("ops.matrix.{}.{}", finding.family, finding.dtype),
                    finding.confidence.value);
    }
}

/// A family's kinds mostly agree; where they do not, each is named.
void addLayouts(ProfileFindings& to) {
    std::map<std::string, std::vector<const ProbeFinding*>> byFamily;
    for (const ProbeFinding& finding : to.probe.findings)
        if (finding.kind == FindingKind::LayoutPreference && isSure(finding))
            byFamily[finding.family.substr(0, finding.family.find(':'))].push_back(&finding);
    const auto put = [&to](const std::string& family, const ProbeFinding& finding) {
        auto& layouts = to.profile.preferredLayout;
        const std::string path = "layout.preferred." + family;
        if (!mayWrite(to.profile, path, !layouts.contains(family)))
            return;
        layouts[family] = finding.subject;
        to.measured(path, finding.confidence.value);
    };
    for (const auto& [base, findings] : byFamily) {
        const bool agree =
            std::all_of(findings.begin(), findings.end(), [&findings = findings](const auto* one) {
                return one->subject == findings.front()->subject;
            });
        if (agree)
            put(base, *findings.front());
        else
            for (const ProbeFinding* finding : findings)
                put(finding->family, *finding);
    }
}

void addOpenShapes(ProfileFindings& to) {
    bool any = false, all = true;
    for (const ShapeComparison& compared : to.probe.shapes) {
        const bool runs = compared.error.empty();
        any = any || runs;
        all = all && runs;
        const std::string record = compared.family == "conv2d" ? "conv2d:dense" : compared.family;
        for (OpRecord* known : recordsOf(to.profile, record, "fp32"))
            known->dynamicShape = runs;
    }
    auto& open = to.profile.scheduling.dynamicShape;
    const std::string path = "scheduling.supports_dynamic_shape";
    if (to.probe.shapes.empty() || any != all || !mayWrite(to.profile, path, !open))
        return;
    open = any;
    to.measured(path, confidenceOf(0, to.probe.shapes.size(), std::nullopt, Grade::Valid).value);
}

} // namespace

bool mayWrite(const hardware::Profile& profile, const std::string& path, bool isEmpty) {
    if (isEmpty)
        return true;
    const hardware::Provenance* source = profile.provenanceOf(path);
    return source && source->source == NumberSource::Measured;
}

void addFindings(ProfileFindings& to) {
    for (const ProbeFinding& finding : to.probe.findings) {
        if (finding.kind == FindingKind::StreamScaling)
            addStreams(to, finding);
        addToRecords(to, finding);
    }
    addAlignment(to);
    addLayouts(to);
    addOpenShapes(to);
}

} // namespace metainfer::measurement::probe
