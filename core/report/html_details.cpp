// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The lower half of the report: operators, changes, accuracy, what was tried, what failed, and from
// where.
#include "report/html_parts.h"

#include "base/share.h"
#include "base/xml_text.h"
#include "report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace metainfer::reporting {
namespace {

/// Sums microseconds by operator type.
std::map<std::string, double> byType(const Json& operators) {
    std::map<std::string, double> sums;
    if (operators.is_array())
        for (const Json& item : operators)
            sums[textAt(item, "op_type")] += numberAt(item, "us");
    return sums;
}

std::string row(std::initializer_list<std::string> cells, const char* cssClass = "") {
    std::string out = *cssClass ? fmt::format("<tr class=\"{}\">", cssClass) : "<tr>";
    for (const std::string& cell : cells)
        out += "<td>" + cell + "</td>";
    return out + "</tr>\n";
}

} // namespace

std::string operatorSection(const Json& decision) {
    const Json operators = jsonValue(decision, "operators", Json::object());
    const auto before = byType(jsonValue(operators, "original", Json::array()));
    const auto after = byType(jsonValue(operators, "adapted", Json::array()));
    if (before.empty() || after.empty())
        return {};
    std::vector<PairedBar> rows;
    for (const auto& [type, us] : before)
        rows.push_back({type, us, after.contains(type) ? after.at(type) : 0});
    for (const auto& [type, us] : after)
        if (!before.contains(type))
            rows.push_back({type, 0, us});
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::max(a.before, a.after) > std::max(b.before, b.after);
    });
    if (rows.size() > 12)
        rows.resize(12);
    return std::string("<h2>Where the time goes</h2>\n<p>Time by operator type, ") +
           (isSimulated(decision) ? "as the analytic model of the device predicts it"
                                  : "as the runtime executes it after its own fusions, from a "
                                    "separate profiling run") +
           ".</p>\n" + pairedBarChart(rows, "microseconds per request", "original", "adapted");
}

std::string changesSection(const Json& decision) {
    const Json changes = jsonValue(decision, "changes", Json::array());
    const Json ablation = jsonValue(decision, "ablation", Json::array());
    if (changes.empty() && ablation.empty())
        return {};
    std::string out = "<h2>What was changed</h2>\n<ul>\n";
    for (const Json& change : changes)
        out += "<li>" + xmlEscaped(change.is_string() ? change.get<std::string>() : change.dump()) +
               "</li>\n";
    out += "</ul>\n";
    if (ablation.empty())
        return out;
    out += "<p>What each change is worth: time when it alone is taken out, relative to the adapted "
           "model.</p>\n"
           "<div class=\"scroll\"><table><tr><th>without</th><th>time</th><th>verdict</th></tr>\n";
    for (const Json& item : ablation)
        out += row({xmlEscaped(textAt(item, "removed")),
                    intervalText(jsonValue(item, "ratio", Json())),
                    xmlEscaped(textAt(item, "verdict"))});
    return out + "</table></div>\n";
}

std::string accuracySection(const Json& decision, const Json& validation) {
    if (!validation.is_object() || !validation.contains("subjects"))
        return {};
    std::string out =
        "<h2>Are the outputs still right?</h2>\n<p>" +
        xmlEscaped(textAt(validation, "summary",
                          "Outputs of every finalist were compared with the original's.")) +
        "</p>\n<div "
        "class=\"scroll\"><table><tr><th>model</th><th>metric</th><th class=\"n\">value [95 % "
        "interval]</th><th>in words</th><th>gate</th><th class=\"n\">lowest cosine of an "
        "output</th></tr>\n";
    for (const Json& item : validation["subjects"])
        out +=
            fmt::format("<tr{}><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td>"
                        "<td>{}</td><td class=\"n\">{}</td></tr>\n",
                        textAt(item, "id") == textAt(decision, "chosen") ? " class=\"chosen\"" : "",
                        xmlEscaped(textAt(item, "id")), xmlEscaped(textAt(item, "metric")),
                        xmlEscaped(textAt(item, "value")), xmlEscaped(textAt(item, "change")),
                        xmlEscaped(textAt(item, "gate")), xmlEscaped(textAt(item, "cosine")));
    out += "</table></div>\n";
    const Json verdict = jsonValue(decision, "decision", Json::object());
    for (const Json& limit : jsonValue(verdict, "unverified", Json::array()))
        if (limit.is_string())
            out +=
                "<p class=\"bad\">Not verified: " + xmlEscaped(limit.get<std::string>()) + "</p>\n";
    std::string notes;
    for (const Json& note : jsonValue(validation, "notes", Json::array()))
        if (note.is_string())
            notes += "<li>" + xmlEscaped(note.get<std::string>()) + "</li>\n";
    if (!notes.empty())
        out += "<h3>What to know about unusual inputs</h3>\n<p>The adapted model was also given "
               "inputs at and beyond the edge of its data, and its inner values were compared. "
               "These findings did not decide; judge them by what your inputs can be.</p>\n<ul>\n" +
               notes + "</ul>\n";
    return out;
}

std::string deviationSection(const Json& decision) {
    const Json deviations = jsonValue(decision, "deviations", Json::array());
    if (deviations.empty())
        return {};
    std::string out =
        "<h2>Where the prediction was wrong, and why</h2>\n<div class=\"scroll\"><table><tr>"
        "<th>candidate</th><th>cause</th><th>evidence</th><th>remedy</th></tr>\n";
    for (const Json& item : deviations)
        out += row({xmlEscaped(textAt(item, "candidate")), xmlEscaped(textAt(item, "cause")),
                    xmlEscaped(textAt(item, "evidence")), xmlEscaped(textAt(item, "remedy"))});
    return out + "</table></div>\n";
}

std::string searchBasis(const Json& decision) {
    const int samples = jsonValue(decision, "search_samples", 0);
    return samples > 0 ? fmt::format("the search's {} samples", samples) : "the search's samples";
}

std::string triedSection(const Json& decision, const Json& validation) {
    const Json candidates = jsonValue(decision, "candidates", Json::array());
    if (candidates.empty())
        return {};
    std::string rows;
    const int tried = jsonValue(decision, "tried", 0);
    const std::string chosen = textAt(decision, "chosen");
    std::map<std::string, std::string> validated;
    for (const Json& subject : jsonValue(validation, "subjects", Json::array()))
        validated[textAt(subject, "id")] = textAt(subject, "value");
    for (const Json& item : candidates) {
        if (item.contains("failure") && item["failure"].is_string())
            continue;
        const bool isChosen = textAt(item, "id") == chosen;
        rows += fmt::format(
            "<tr{}><td>{}</td><td class=\"key\"><code>{}</code></td><td "
            "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
            "<td>{}</td></tr>\n",
            isChosen ? " class=\"chosen\"" : "", xmlEscaped(textAt(item, "id")),
            xmlEscaped(textAt(item, "key")), intervalText(jsonValue(item, "ratio", Json())),
            item.contains("fidelity") && item["fidelity"].is_number()
                ? shareText(numberAt(item, "fidelity"), 5)
                : "–",
            validated.contains(textAt(item, "id")) ? xmlEscaped(validated[textAt(item, "id")])
                                                   : "–",
            xmlEscaped(textAt(item, "reason")));
    }
    return fmt::format(
        "<h2>What was tried</h2>\n<p>{} {} {}, {} of them failed a check.</p>\n<p>Quality in the "
        "search is {} on {}. "
        "Only finalists were checked on all validation samples, and the limits of the final "
        "decision hold for those figures.</p>\n"
        "<details><summary>All candidates</summary>\n<div class=\"scroll\"><table><tr><th>id</th>"
        "<th>candidate</th><th class=\"n\">time / original</th><th "
        "class=\"n\">quality in the search</th><th class=\"n\">quality, all samples</th>"
        "<th>outcome</th>"
        "</tr>\n{}</table></div></details>\n",
        tried, tried == 1 ? "candidate was" : "candidates were",
        isSimulated(decision) ? "simulated" : "measured", jsonValue(decision, "failed", 0),
        xmlEscaped(textAt(decision, "quality_name", "fidelity")), searchBasis(decision), rows);
}

std::string failedSection(const Json& decision) {
    std::string rows;
    for (const Json& item : jsonValue(decision, "candidates", Json::array()))
        if (item.contains("failure") && item["failure"].is_string())
            rows += row({xmlEscaped(textAt(item, "id")),
                         "<code>" + xmlEscaped(textAt(item, "key")) + "</code>",
                         xmlEscaped(textAt(item, "failure"))});
    std::string rejected;
    for (const Json& item : jsonValue(decision, "rejections", Json::array()))
        rejected += row({"<code>" + xmlEscaped(textAt(item, "key")) + "</code>",
                         xmlEscaped(textAt(item, "reason"))});
    if (rows.empty() && rejected.empty())
        return {};
    std::string out = "<h2>What failed, and why</h2>\n";
    if (!rows.empty())
        out +=
            "<div class=\"scroll\"><table><tr><th>id</th><th>candidate</th><th>reason</th></tr>\n" +
            rows + "</table></div>\n";
    if (!rejected.empty())
        out += "<details><summary>Ruled out before measuring</summary><div "
               "class=\"scroll\"><table><tr>"
               "<th>candidate</th><th>reason</th></tr>\n" +
               rejected + "</table></div></details>\n";
    return out;
}

std::string provenanceSection(const session::SessionContent& session, const Json& decision) {
    const session::SessionInfo& info = session.info;
    std::string out = "<h2>How to repeat this</h2>\n<div class=\"scroll\"><table>\n";
    out +=
        row({"session", xmlEscaped(info.id)}) + row({"created", xmlEscaped(info.createdAt)}) +
        row({"program", "MetaInfer " + xmlEscaped(info.programVersion)}) +
        row({"seed", std::to_string(info.seed)}) +
        row({"model",
             xmlEscaped(info.modelPath) + "<br><code>" + xmlEscaped(info.modelHash) + "</code>"}) +
        row({"hardware", xmlEscaped(info.hardwareName) + " " + xmlEscaped(info.hardwareRevision)});
    if (info.environment.is_object())
        for (const auto& [key, value] : info.environment.items())
            if (value.is_string() && value != "unknown")
                out += row(
                    {xmlEscaped(key), "<code>" + xmlEscaped(value.get<std::string>()) + "</code>"});
    for (const Json& stage : jsonValue(decision, "stages", Json::array()))
        if (textAt(stage, "stage") != "done")
            out += row({"time for " + xmlEscaped(textAt(stage, "stage")),
                        fmt::format("{:.1f} s", numberAt(stage, "seconds"))});
    out += "</table></div>\n<details><summary>The deployment as asked</summary><pre>" +
           xmlEscaped(info.deploymentYaml) + "</pre></details>\n";
    return out;
}

} // namespace metainfer::reporting
