// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The three writers of the migration report.
#include "report/report.h"

#include "base/file.h"
#include "report/html_parts.h"

#include <fmt/format.h>

namespace metainfer::reporting {
namespace {

std::string html(const session::SessionContent& session, const Json& decision) {
    const Json validation = session.validation.value_or(Json());
    const std::string body = headline(decision) + summary(decision) + cards(decision) +
                             comparisonSection(decision) + operatorSection(decision) +
                             changesSection(decision) + accuracySection(decision, validation) +
                             paretoSection(decision) + triedSection(decision, validation) +
                             failedSection(decision) + deviationSection(decision) +
                             provenanceSection(session, decision);
    return page("MetaInfer: " + textAt(decision, "model") + " on " + textAt(decision, "hardware"),
                body);
}

Json document(const session::SessionContent& session, const Json& decision) {
    return {{"schema", "report/1"},
            {"session", session.info.toJson()},
            {"decision", decision},
            {"validation", session.validation.value_or(Json())},
            {"mapping", session.mapping.value_or(Json())}};
}

std::string csvCell(std::string text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

/// The latest check of this candidate on all validation data, or null.
const Json* validatedAccuracy(const session::SessionContent& session, const std::string& id) {
    for (auto line = session.measurements.rbegin(); line != session.measurements.rend(); ++line)
        if (line->kind == "accuracy" && line->candidate == id && line->data.contains("accuracy"))
            return &line->data["accuracy"];
    return nullptr;
}

/// The quality of the search and that of the final validation are of different samples: each has
/// its own column and its number of samples.
std::string csv(const session::SessionContent& session, const Json& decision) {
    std::string out = "id,key,origin,chosen,ratio,ratio_low,ratio_high,search_quality,"
                      "search_samples,validated_quality,validated_samples,predicted_us,measured_us,"
                      "outcome\n";
    const Json* original = subjectOf(decision, "original");
    const std::string chosen = textAt(decision, "chosen");
    const auto number = [](const Json& object, const char* key) {
        return object.is_object() && object.contains(key) && object[key].is_number()
                   ? fmt::format("{:.9g}", object[key].get<double>())
                   : std::string();
    };
    // Nine digits would turn 0.9999999999 into 1.
    const auto exact = [](const Json& object, const char* key) {
        return object.contains(key) && object[key].is_number()
                   ? fmt::format("{}", object[key].get<double>())
                   : std::string();
    };
    for (const Json& item : jsonValue(decision, "candidates", Json::array())) {
        const Json ratio = jsonValue(item, "ratio", Json());
        const std::string id = textAt(item, "id");
        std::string validated, validatedOn;
        if (const Json* accuracy = validatedAccuracy(session, id)) {
            validated = exact(*accuracy, "value");
            validatedOn = number(*accuracy, "samples");
        } else if (const auto known = id == "original" && original
                                          ? metricOf(*original, measurement::Metric::Accuracy)
                                          : std::nullopt) {
            validated = fmt::format("{}", known->value);
            validatedOn = number(decision, "validation_samples");
        }
        out +=
            csvCell(id) + ',' + csvCell(textAt(item, "key")) + ',' +
            csvCell(textAt(item, "origin")) + ',' + (id == chosen ? "yes" : "no") + ',' +
            number(ratio, "value") + ',' + number(ratio, "low") + ',' + number(ratio, "high") +
            ',' + exact(item, "fidelity") + ',' +
            (exact(item, "fidelity").empty() ? std::string() : number(decision, "search_samples")) +
            ',' + validated + ',' + validatedOn + ',' + number(item, "predicted_us") + ',' +
            number(item, "measured_us") + ',' +
            csvCell(item.contains("failure") && item["failure"].is_string()
                        ? textAt(item, "failure")
                        : textAt(item, "reason")) +
            '\n';
    }
    return out;
}

} // namespace

std::optional<Format> formatFromName(std::string_view name) {
    if (name == "html")
        return Format::Html;
    if (name == "json")
        return Format::Json;
    if (name == "csv")
        return Format::Csv;
    return std::nullopt;
}

std::vector<std::string> formatNames() {
    return {"html", "json", "csv"};
}

Result<std::string> render(const session::SessionContent& session, Format format) {
    if (!session.decision)
        return fail(ErrorCode::NotFound, session.folder.string() + " holds no decision yet",
                    "Finish it with: metainfer adapt --resume");
    switch (format) {
    case Format::Html:
        return html(session, *session.decision);
    case Format::Json:
        return dumpJson(document(session, *session.decision), 2) + "\n";
    case Format::Csv:
        return csv(session, *session.decision);
    }
    return fail(ErrorCode::Internal, "unknown report format");
}

Result<std::filesystem::path> writeAll(const session::SessionContent& session) {
    for (const std::string& name : formatNames()) {
        MI_ASSIGN(const std::string text, render(session, *formatFromName(name)));
        MI_CHECK(writeFileAtomically(session.folder / ("report." + name), text));
    }
    return session.folder / "report.html";
}

} // namespace metainfer::reporting
