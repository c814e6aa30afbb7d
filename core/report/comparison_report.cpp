// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Several sessions side by side.
#include "report/comparison_report.h"

#include "base/xml_text.h"
#include "measurement/metric.h"
#include "report/html_parts.h"
#include "report/svg_chart.h"
#include "session/deployment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

namespace metainfer::reporting {
namespace {

using measurement::Metric;

/// One session as a column.
struct Column {
    std::string name;
    const session::SessionContent* session = nullptr;
    const Json* decision = nullptr;
    const Json* answer = nullptr; ///< the subject that the session decided for
    std::optional<session::Deployment> asked;
};

/// Names of folders; a longer part of the path where two are called the same.
std::vector<std::string> namesOf(std::span<const session::SessionContent> sessions) {
    std::vector<std::string> names;
    for (const auto& session : sessions) {
        const auto folder = session.folder.lexically_normal();
        names.push_back((folder.has_filename() ? folder : folder.parent_path()).filename());
    }
    const std::set<std::string> distinct(names.begin(), names.end());
    if (distinct.size() < names.size())
        for (std::size_t i = 0; i < names.size(); ++i)
            names[i] = sessions[i].folder.string();
    return names;
}

Result<std::vector<Column>> columnsOf(std::span<const session::SessionContent> sessions) {
    if (sessions.size() < 2)
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("a comparison needs at least two sessions, not {}", sessions.size()),
            "Name two or more session folders.");
    const auto names = namesOf(sessions);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const auto& session = sessions[i];
        if (!session.decision)
            return fail(ErrorCode::NotFound, session.folder.string() + " holds no decision yet",
                        "Finish it with: metainfer adapt --resume");
        Column column{names[i], &session, &*session.decision, nullptr, std::nullopt};
        for (const char* role : {"adapted", "original"})
            if (!column.answer)
                column.answer = subjectOf(*column.decision, role);
        if (auto asked = session::parseDeployment(session.info.deploymentYaml, session.folder))
            column.asked = std::move(*asked);
        columns.push_back(std::move(column));
    }
    return columns;
}

/// A line of the table: its name, and the text of each session.
struct Line {
    std::string name;
    std::vector<std::string> cells;
    bool differs() const {
        return std::any_of(cells.begin(), cells.end(),
                           [&](const std::string& cell) { return cell != cells.front(); });
    }
};

Line line(const std::string& name, const std::vector<Column>& columns,
          const std::function<std::string(const Column&)>& text) {
    Line made{name, {}};
    for (const Column& column : columns)
        made.cells.push_back(text(column));
    return made;
}

std::string optionalNumber(const std::optional<double>& value, const char* unit) {
    return value ? fmt::format("{:g}{}", *value, unit) : "–";
}

std::string objectivesText(const session::Deployment& asked) {
    std::vector<std::string> parts;
    for (const search::Objective& term : asked.objectives.terms)
        parts.push_back(
            asked.objectives.weighted
                ? fmt::format("{} x {:g}", measurement::metricName(term.metric), term.weight)
                : std::string(measurement::metricName(term.metric)));
    return fmt::format("{}", fmt::join(parts, asked.objectives.weighted ? " + " : ", then "));
}

std::vector<Line> askedLines(const std::vector<Column>& columns) {
    const auto of = [&](const std::string& name,
                        std::function<std::string(const session::Deployment&)> text) {
        return line(name, columns, [text = std::move(text)](const Column& column) {
            return column.asked ? text(*column.asked) : std::string("–");
        });
    };
    return {
        line("model", columns, [](const Column& c) { return textAt(*c.decision, "model"); }),
        line("target", columns, [](const Column& c) { return textAt(*c.decision, "hardware"); }),
        line("numbers", columns,
             [](const Column& c) { return isSimulated(*c.decision) ? "simulated" : "measured"; }),
        of("objective", objectivesText),
        of("latency at most",
           [](const auto& d) { return optionalNumber(d.constraints.maxLatencyMs, " ms"); }),
        of("memory at most",
           [](const auto& d) { return optionalNumber(d.constraints.maxMemoryMb, " MB"); }),
        of("accuracy may fall by",
           [](const auto& d) {
               const auto& drop = d.constraints.maxAccuracyDrop;
               return drop ? fmt::format("{:g} points", *drop * 100) : std::string("–");
           }),
        of("threads at most",
           [](const auto& d) {
               const auto& threads = d.constraints.maxThreads;
               return threads ? std::to_string(*threads) : std::string("–");
           }),
        of("seed", [](const auto& d) { return std::to_string(d.search.seed); }),
    };
}

std::string metricText(const Json* subject, Metric metric) {
    const auto interval = subject ? metricOf(*subject, metric) : std::nullopt;
    return interval ? measurement::formatMetric(metric, interval->value) : "–";
}

std::vector<Line> resultLines(const std::vector<Column>& columns) {
    std::vector<Line> lines{
        line("answer", columns,
             [](const Column& c) {
                 const std::string answer = textAt(*c.decision, "answer");
                 return answer == "adapt"           ? "adapt"
                        : answer == "none_feasible" ? "no candidate meets the limits"
                                                    : "keep the original";
             }),
        line("chosen", columns, [](const Column& c) { return textAt(*c.decision, "chosen"); }),
        line("time / its own original", columns, [](const Column& c) {
            const std::string text =
                c.answer ? intervalText(jsonValue(*c.answer, "ratio", Json())) : std::string();
            return text.empty() ? std::string("1") : text; // the original itself
        })};
    for (const auto& [name, metric] : {std::pair{"latency p50", Metric::P50Latency},
                                       {"latency p95", Metric::P95Latency},
                                       {"throughput", Metric::Throughput},
                                       {"peak memory", Metric::Memory},
                                       {"model size", Metric::ModelSize}})
        lines.push_back(line(name, columns, [metric = metric](const Column& c) {
            const Json* original = subjectOf(*c.decision, "original");
            const std::string before = metricText(original, metric);
            const std::string after = metricText(c.answer, metric);
            return original == c.answer ? after : after + " (was " + before + ")";
        }));
    lines.push_back(line("accuracy", columns, [](const Column& c) {
        return c.answer ? textAt(*c.answer, "accuracy") : std::string("–");
    }));
    lines.push_back(line("candidates", columns, [](const Column& c) {
        return fmt::format("{} tried, {} failed", jsonValue(*c.decision, "tried", 0),
                           jsonValue(*c.decision, "failed", 0));
    }));
    return lines;
}

std::string table(const std::vector<Column>& columns, const std::vector<Line>& lines) {
    std::string out = "<div class=\"scroll\"><table><tr><th></th>";
    for (const Column& column : columns)
        out += "<th>" + xmlEscaped(column.name) + "</th>";
    out += "</tr>\n";
    for (const Line& each : lines) {
        out += fmt::format("<tr{}><td class=\"role\">{}{}</td>",
                           each.differs() ? " class=\"chosen\"" : "", xmlEscaped(each.name),
                           each.differs() ? " ≠" : "");
        for (const std::string& cell : each.cells)
            out += "<td>" + xmlEscaped(cell) + "</td>";
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string ratioChart(const std::vector<Column>& columns) {
    std::vector<Bar> bars;
    for (const Column& column : columns) {
        Interval ratio{1, 1, 1};
        if (column.answer && column.answer->contains("ratio") &&
            (*column.answer)["ratio"].is_object()) {
            const Json& json = (*column.answer)["ratio"];
            ratio = {numberAt(json, "value", 1), numberAt(json, "low", 1),
                     numberAt(json, "high", 1)};
        }
        bars.push_back({column.name, ratio, fmt::format("{:.3f}", ratio.value),
                        column.answer && textAt(*column.answer, "role") == "adapted" ? "adapted"
                                                                                     : "original"});
    }
    return barChart(bars, "time relative to the session's own original");
}

std::string warningText(const std::vector<Column>& columns) {
    std::set<std::string> models, targets;
    std::set<bool> simulated;
    for (const Column& column : columns) {
        models.insert(column.session->info.modelHash.empty() ? textAt(*column.decision, "model")
                                                             : column.session->info.modelHash);
        targets.insert(textAt(*column.decision, "hardware"));
        simulated.insert(isSimulated(*column.decision));
    }
    std::vector<std::string> parts;
    if (models.size() > 1)
        parts.emplace_back("the models differ");
    if (targets.size() > 1)
        parts.emplace_back("the targets differ");
    if (simulated.size() > 1)
        parts.emplace_back("some numbers are measured, some simulated");
    if (parts.empty())
        return "<p class=\"soft\">Same model and target. Absolute times come from different "
               "periods of the device; what can be compared well are the ratios.</p>\n";
    return fmt::format("<p class=\"bad\">Absolute values do not compare: {}. The ratios are each "
                       "against the session's own original.</p>\n",
                       fmt::join(parts, ", "));
}

std::string changes(const std::vector<Column>& columns) {
    std::string out;
    for (const Column& column : columns) {
        out += "<h3>" + xmlEscaped(column.name) + "</h3>\n";
        const Json list = jsonValue(*column.decision, "changes", Json::array());
        if (!list.is_array() || list.empty()) {
            out += "<p class=\"soft\">Nothing: the original stays.</p>\n";
            continue;
        }
        out += "<ul>";
        for (const Json& change : list)
            if (change.is_string())
                out += "<li>" + xmlEscaped(change.get<std::string>()) + "</li>";
        out += "</ul>\n";
    }
    return out;
}

std::string html(const std::vector<Column>& columns) {
    std::vector<std::string> names;
    for (const Column& column : columns)
        names.push_back(column.name);
    const std::string body =
        fmt::format("<h1>{} sessions compared</h1>\n<p class=\"soft\">{}</p>\n", columns.size(),
                    xmlEscaped(fmt::format("{}", fmt::join(names, ", ")))) +
        warningText(columns) + "<h2>What came out</h2>\n" + ratioChart(columns) +
        "<p class=\"legend\">Shorter is faster; whiskers are the intervals of the reports. Rows "
        "marked ≠ differ.</p>\n" +
        table(columns, resultLines(columns)) + "<h2>What was asked</h2>\n" +
        table(columns, askedLines(columns)) + "<h2>What was changed</h2>\n" + changes(columns);
    return page("MetaInfer: comparison of " + fmt::format("{}", fmt::join(names, ", ")), body);
}

Json document(const std::vector<Column>& columns) {
    Json json = {{"schema", "comparison-report/1"}, {"sessions", Json::array()}};
    const auto asked = askedLines(columns), results = resultLines(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        Json one = {{"name", columns[i].name},
                    {"folder", columns[i].session->folder.string()},
                    {"asked", Json::object()},
                    {"result", Json::object()},
                    {"changes", jsonValue(*columns[i].decision, "changes", Json::array())}};
        for (const Line& each : asked)
            one["asked"][each.name] = each.cells[i];
        for (const Line& each : results)
            one["result"][each.name] = each.cells[i];
        one["subject"] = columns[i].answer ? *columns[i].answer : Json();
        json["sessions"].push_back(std::move(one));
    }
    return json;
}

std::string csv(const std::vector<Column>& columns) {
    const auto cell = [](std::string text) {
        for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
            text.insert(at, 1, '"');
        return '"' + text + '"';
    };
    std::string out = "what";
    for (const Column& column : columns)
        out += ',' + cell(column.name);
    out += '\n';
    for (const auto& lines : {askedLines(columns), resultLines(columns)})
        for (const Line& each : lines) {
            out += cell(each.name);
            for (const std::string& text : each.cells)
                out += ',' + cell(text);
            out += '\n';
        }
    return out;
}

} // namespace

Result<std::string> renderComparison(std::span<const session::SessionContent> sessions,
                                     Format format) {
    MI_ASSIGN(const auto columns, columnsOf(sessions));
    switch (format) {
    case Format::Html:
        return html(columns);
    case Format::Json:
        return dumpJson(document(columns), 2) + "\n";
    case Format::Csv:
        return csv(columns);
    }
    return fail(ErrorCode::Internal, "unknown report format");
}

} // namespace metainfer::reporting
