// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From the lines of a session folder to rows.
#include "candidates/candidate_table.h"

#include "candidates/quantities.h"
#include "measurement/measurement.h"
#include "search/pareto.h"
#include "session/deployment.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace metainfer::widgets {
namespace {

using measurement::Metric;

/// More points cost the archive more time than the curve is worth.
constexpr std::size_t kMostForArchive = 1500;

QString text(const std::string& from) {
    return QString::fromStdString(from);
}

std::optional<Interval> intervalOf(const Json& json, const char* key) {
    const auto it = json.find(key);
    if (it == json.end() || !it->is_object())
        return std::nullopt;
    return Interval{jsonValue(*it, "value", 0.0), jsonValue(*it, "low", 0.0),
                    jsonValue(*it, "high", 0.0)};
}

/// What differs from the default options: "threads=1; spin=off".
QString optionText(const SessionOptions& session) {
    static const std::set<QString> plain = [] {
        const QStringList parts = text(SessionOptions{}.signature()).split(';');
        return std::set<QString>(parts.begin(), parts.end());
    }();
    QStringList differing;
    for (const QString& part : text(session.signature()).split(';'))
        if (!plain.contains(part) && !part.startsWith("runtime="))
            differing << part;
    return differing.join("; ");
}

QString precisionText(const candidates::PrecisionPlan& plan) {
    candidates::Variant alone;
    alone.precision = plan;
    return plan.precision == candidates::Precision::Float
               ? text(std::string(candidates::precisionName(plan.precision)))
               : text(alone.key());
}

CandidateRow rowOf(const candidates::Candidate& candidate) {
    CandidateRow row;
    row.id = text(candidate.id);
    row.origin = text(candidate.origin);
    for (const std::string& parent : candidate.parents)
        row.parents << text(parent);
    QStringList rules, bound;
    for (const auto& step : candidate.variant.rewrites)
        rules << text(step.rule);
    for (const auto& [symbol, size] : candidate.variant.shapeBindings)
        bound << QString("%1=%2").arg(text(symbol)).arg(size);
    row.rewrites = rules.join(" + ");
    row.bindings = bound.join(", ");
    row.precision = precisionText(candidate.variant.precision);
    row.options = optionText(candidate.mapping.session);
    row.key = candidate.key();
    row.threads = candidate.mapping.session.threads;
    row.changes = static_cast<double>(rules.size()) +
                  (candidate.variant.precision.precision != candidates::Precision::Float ? 1 : 0) +
                  (row.options.isEmpty() ? 0.0 : static_cast<double>(row.options.count(';')) + 1);
    row.evaluation.id = candidate.id;
    return row;
}

/// Reads the lines in order; later and fuller measurements replace earlier ones.
class TableMaker {
  public:
    explicit TableMaker(const session::SessionContent& content)
        : m_content(content)
        , m_table(std::make_shared<CandidateTable>()) {}

    CandidateTablePtr make() {
        readTask();
        for (const auto& line : m_content.candidates) {
            m_byKey.emplace(line.candidate.id, m_table->rows.size());
            m_table->rows.push_back(rowOf(line.candidate));
            m_table->rows.back().predicted = line.predicted;
        }
        for (const auto& line : m_content.measurements)
            readLine(line);
        readDecision();
        // The original may have been measured better since: all rows relate to the same values.
        for (CandidateRow& row : m_table->rows)
            if (row.ratio && !m_inFull.contains(row.id)) {
                setRatio(row, Interval(*row.ratio));
                setValues(row);
            }
        if (!m_original.values.empty())
            addOriginal();
        for (std::size_t i = 0; i < m_table->rows.size(); ++i)
            m_table->rowById.emplace(m_table->rows[i].id, i);
        m_table->convergence = convergenceOf(*m_table, m_order);
        gatherNumbers(*m_table);
        return m_table;
    }

  private:
    CandidateRow* row(const std::string& id) {
        const auto it = m_byKey.find(id);
        return it == m_byKey.end() ? nullptr : &m_table->rows[it->second];
    }

    void readTask() {
        auto& table = *m_table;
        table.modelPath = text(m_content.info.modelPath);
        table.done = m_content.info.state == session::State::Done;
        if (auto deployment = session::parseDeployment(m_content.info.deploymentYaml,
                                                       m_content.folder / "deployment.yaml")) {
            table.objectives = deployment->objectives;
            table.constraints = deployment->constraints;
            table.qualityName = text(deployment->accuracy.metric);
        }
        if (table.objectives.terms.empty())
            table.objectives = search::Objectives::single(Metric::P50Latency);
    }

    void readLine(const session::MeasurementLine& line) {
        if (line.kind == "comparison" && line.data.contains("evaluation"))
            readEvaluation(line);
        else if (line.kind == "comparison")
            readComparison(line.data);
        else if (line.kind == "measurement")
            readMeasurement(line);
        else if (line.kind == "accuracy")
            readAccuracy(line);
        else if (line.kind == "search_accuracy")
            readSearchAccuracy(line);
        else if (line.kind == "failure")
            if (CandidateRow* failed = row(line.candidate)) {
                failed->state = CandidateState::Failed;
                failed->reason = text(jsonValue(line.data, "message", std::string()));
            }
    }

    void readEvaluation(const session::MeasurementLine& line) {
        CandidateRow* to = row(line.candidate);
        if (!to)
            return;
        const Json& json = line.data["evaluation"];
        auto& values = to->evaluation.values;
        const auto take = [&](const char* key, Metric metric) {
            if (json.contains(key))
                values[metric] = {Interval::exact(jsonValue(json, key, 0.0)), m_source};
        };
        if (json.contains("quality")) {
            to->searchAccuracy = jsonValue(json, "quality", 0.0);
            to->searchSamples = jsonValue(line.data, "search_samples", std::size_t{0});
            if (!to->validated)
                values[Metric::Accuracy] = {Interval::exact(*to->searchAccuracy),
                                            NumberSource::Measured};
        }
        if (json.contains("model_bytes"))
            values[Metric::ModelSize] = {Interval::exact(jsonValue(json, "model_bytes", 0.0)),
                                         NumberSource::Measured};
        take("memory_bytes", Metric::Memory);
        to->clock = text(jsonValue(json, "clock", std::string()));
        if (const auto ratio = intervalOf(json, "ratio")) {
            setRatio(*to, *ratio);
            setValues(*to);
            m_order.push_back(static_cast<std::size_t>(to - m_table->rows.data()));
            to->state = CandidateState::Measured;
        }
        const std::string invalid = jsonValue(json, "invalid", std::string());
        if (!invalid.empty()) {
            to->state = CandidateState::Barred;
            to->reason = text(invalid);
            to->evaluation.invalid = invalid;
        }
        if (json.contains("failure")) {
            to->state = CandidateState::Failed;
            to->reason = text(jsonValue(json["failure"], "message", std::string()));
            to->evaluation.invalid = to->reason.toStdString();
        }
    }

    /// For what is known of the original.
    void setRatio(CandidateRow& to, const Interval& ratio) {
        to.ratio = ratio;
        for (const Metric metric :
             {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency})
            if (m_original.values.contains(metric))
                to.evaluation.ratios[metric] = ratio;
        if (ratio.value > 0 && m_original.values.contains(Metric::Throughput))
            to.evaluation.ratios[Metric::Throughput] = {
                1 / ratio.value, 1 / std::max(ratio.high, 1e-9), 1 / std::max(ratio.low, 1e-9)};
    }

    /// Latencies of a candidate are the original's times the interleaved ratio, as in the search.
    void setValues(CandidateRow& to) {
        for (const auto& [metric, ratio] : to.evaluation.ratios) {
            const auto& base = m_original.values.at(metric);
            to.evaluation.values[metric] = {
                {base.value() * ratio.value, base.value() * ratio.low, base.value() * ratio.high},
                base.source};
        }
    }

    /// The finalists' common interleaved run, or the fresh one that had the last word: of that the
    /// ratio, for the measured latencies beside it belong to the former.
    void readComparison(const Json& json) {
        const auto variants = json.find("variants");
        const std::string purpose = jsonValue(json, "purpose", std::string());
        const bool isFresh =
            purpose == "confirmation" && jsonValue(json, "base", std::string()) == "original";
        if (variants == json.end() || (purpose != "selection" && !isFresh))
            return;
        for (const Json& variant : *variants) {
            CandidateRow* to = row(jsonValue(variant, "label", std::string()));
            const auto verdict = variant.find("verdict");
            if (!to || verdict == variant.end() || !verdict->contains("low"))
                continue;
            const Interval ratio{jsonValue(*verdict, "ratio", 1.0), jsonValue(*verdict, "low", 1.0),
                                 jsonValue(*verdict, "high", 1.0)};
            setRatio(*to, ratio);
            if (!isFresh)
                setValues(*to);
            to->clock = text(jsonValue(variant, "clock", std::string()));
        }
    }

    void readMeasurement(const session::MeasurementLine& line) {
        const auto measured = measurement::Measurement::fromJson(line.data);
        if (!measured || !measured->ok())
            return;
        const bool isOriginal = line.candidate == "original";
        CandidateRow* to = isOriginal ? nullptr : row(line.candidate);
        if (!isOriginal && !to)
            return;
        if (measured->source == NumberSource::Simulated) {
            m_source = NumberSource::Simulated;
            m_table->simulated = true;
        }
        auto& values = isOriginal ? m_original.values : to->evaluation.values;
        const auto set = [&](Metric metric, std::optional<double> value) {
            if (value)
                values[metric] = {Interval::exact(*value), measured->source};
        };
        const auto& wall = measured->wall;
        if (measured->simulatedUs) {
            for (const Metric metric :
                 {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency})
                values[metric] = {*measured->simulatedUs, measured->source};
        } else {
            set(Metric::P50Latency, wall.n() ? std::optional(wall.median) : std::nullopt);
            // A quick measurement has too few runs for its tail: the median stands in, as in the
            // search.
            for (const auto& [metric, value] : {std::pair(Metric::P90Latency, wall.p90.value),
                                                std::pair(Metric::P95Latency, wall.p95.value),
                                                std::pair(Metric::P99Latency, wall.p99.value)}) {
                if (value)
                    set(metric, value);
                else if (isOriginal && !values.contains(metric) && wall.n())
                    set(metric, wall.median);
            }
        }
        set(Metric::Throughput, measured->requestsPerSecond);
        if (measured->peakMemoryBytes)
            set(Metric::Memory, static_cast<double>(*measured->peakMemoryBytes));
        if (measured->modelBytes)
            set(Metric::ModelSize, static_cast<double>(*measured->modelBytes));
        if (measured->loadMs && measured->firstInferenceMs)
            set(Metric::ColdStart, (*measured->loadMs + *measured->firstInferenceMs) * 1000);
        if (!to)
            return;
        m_inFull.insert(to->id);
        if (to->state == CandidateState::Measured)
            to->state = CandidateState::Finalist;
    }

    void readAccuracy(const session::MeasurementLine& line) {
        const auto it = line.data.find("accuracy");
        if (it == line.data.end())
            return;
        const auto value = intervalOf(line.data, "accuracy");
        CandidateRow* to = row(line.candidate);
        auto& values = to ? to->evaluation.values : m_original.values;
        if (!to && line.candidate != "original")
            return;
        values[Metric::Accuracy] = {*value, NumberSource::Measured};
        CandidateRow& checked = to ? *to : m_originalRow;
        checked.validated = true;
        checked.validationSamples = jsonValue(line.data["accuracy"], "samples", std::size_t{0});
        if (to && !jsonValue(line.data, "passed", true)) {
            to->state = CandidateState::Barred;
            to->reason = text(jsonValue(line.data, "reason", std::string()));
            to->evaluation.invalid = to->reason.toStdString();
        }
    }

    void readSearchAccuracy(const session::MeasurementLine& line) {
        if (line.candidate != "original" || !line.data.contains("value"))
            return;
        m_originalRow.searchAccuracy = jsonValue(line.data, "value", 0.0);
        m_originalRow.searchSamples = jsonValue(line.data, "samples", std::size_t{0});
        if (!m_originalRow.validated)
            m_original.values[Metric::Accuracy] = {Interval::exact(*m_originalRow.searchAccuracy),
                                                   NumberSource::Measured};
    }

    /// Written since the two were told apart; older folders lack the numbers of samples.
    void readSamples(const Json& decision) {
        const auto searched = jsonValue(decision, "search_samples", std::size_t{0});
        const auto validated = jsonValue(decision, "validation_samples", std::size_t{0});
        for (const Json& item : jsonValue(decision, "candidates", Json::array()))
            if (jsonValue(item, "id", std::string()) == "original" && item.contains("fidelity") &&
                item["fidelity"].is_number())
                m_originalRow.searchAccuracy = item["fidelity"].get<double>();
        const auto put = [&](CandidateRow& row) {
            if (searched > 0)
                row.searchSamples = searched;
            if (row.validated && row.validationSamples == 0)
                row.validationSamples = validated;
        };
        put(m_originalRow);
        for (CandidateRow& row : m_table->rows)
            put(row);
    }

    void readDecision() {
        if (!m_content.decision)
            return;
        const Json& decision = *m_content.decision;
        auto& table = *m_table;
        table.reason = text(jsonValue(decision, "reason", std::string()));
        const std::string answer = jsonValue(decision, "answer", std::string());
        for (const auto known :
             {search::Answer::Adapt, search::Answer::KeepOriginal, search::Answer::NoneFeasible})
            if (search::answerName(known) == answer)
                table.answer = known;
        for (const Json& subject : jsonValue(decision, "subjects", Json::array())) {
            const std::string id = jsonValue(subject, "id", std::string());
            const auto values =
                measurement::metricValuesFromJson(jsonValue(subject, "values", Json::object()));
            CandidateRow* to = row(id);
            auto& into = to ? to->evaluation.values : m_original.values;
            if (to || id == "original")
                for (const auto& [metric, value] : values) {
                    into[metric] = value;
                    if (metric == Metric::Accuracy)
                        (to ? *to : m_originalRow).validated = true;
                }
        }
        readSamples(decision);
        for (const Json& verdict :
             jsonValue(jsonValue(decision, "decision", Json::object()), "verdicts", Json::array()))
            if (CandidateRow* to = row(jsonValue(verdict, "id", std::string()));
                to && to->reason.isEmpty())
                to->reason = text(jsonValue(verdict, "reason", std::string()));
        const std::string chosen = jsonValue(decision, "chosen", std::string());
        if (CandidateRow* winner = row(chosen)) {
            winner->state = CandidateState::Chosen;
            winner->reason = table.reason;
            table.chosen = static_cast<std::size_t>(winner - table.rows.data());
        }
    }

    void addOriginal() {
        CandidateRow row = m_originalRow;
        row.id = "original";
        row.precision = "fp32";
        row.state = CandidateState::Original;
        row.evaluation = m_original;
        row.evaluation.id = "original";
        row.ratio = Interval::exact(1);
        m_table->original = m_table->rows.size();
        if (m_table->answer == search::Answer::KeepOriginal) {
            m_table->chosen = m_table->original;
            row.reason = m_table->reason;
        }
        m_table->rows.push_back(std::move(row));
    }

    const session::SessionContent& m_content;
    std::shared_ptr<CandidateTable> m_table;
    search::Evaluation m_original;
    CandidateRow m_originalRow; ///< its accuracies; the rest is put together at the end
    std::unordered_map<std::string, std::size_t> m_byKey;
    std::vector<std::size_t> m_order; ///< rows as measured
    std::set<QString> m_inFull;       ///< measured on their own, not only against the original
    NumberSource m_source = NumberSource::Measured;
};

/// Non-dominated points in two objectives, sorted, with the area below the reference.
class Staircase {
  public:
    void add(double x, double y) {
        auto at = m_steps.lower_bound(x);
        if (at != m_steps.begin() && std::prev(at)->second <= y)
            return;
        if (at != m_steps.end() && at->first == x && at->second <= y)
            return;
        while (at != m_steps.end() && at->second >= y)
            at = m_steps.erase(at);
        m_steps.emplace(x, y);
    }
    std::size_t size() const { return m_steps.size(); }
    double area(double reference) const {
        double sum = 0, last = reference;
        for (const auto& [x, y] : m_steps)
            if (x < reference && y < last) {
                sum += (reference - x) * (last - y);
                last = y;
            }
        return sum;
    }

  private:
    std::map<double, double> m_steps;
};

} // namespace

std::optional<std::size_t> CandidateTable::find(const QString& id) const {
    const auto it = rowById.find(id);
    return it == rowById.end() ? std::nullopt : std::optional(it->second);
}

const search::Evaluation* CandidateTable::originalEvaluation() const {
    return original ? &rows[*original].evaluation : nullptr;
}

CandidateTablePtr makeCandidateTable(const session::SessionContent& content) {
    return TableMaker(content).make();
}

search::Evaluation comparableEvaluation(const CandidateTable& table, const CandidateRow& row) {
    search::Evaluation evaluation = row.evaluation;
    const CandidateRow* original = table.original ? &table.rows[*table.original] : nullptr;
    if (!original || !row.searchAccuracy || !original->searchAccuracy ||
        row.validated == original->validated)
        return evaluation;
    const double mine = *row.searchAccuracy, its = *original->searchAccuracy;
    const auto base = original->evaluation.values.find(Metric::Accuracy);
    if (base == original->evaluation.values.end())
        return evaluation;
    // The drop on the common samples, set against the value that the limits are reckoned from.
    evaluation.values[Metric::Accuracy] = {Interval::exact(base->second.value() + mine - its),
                                           NumberSource::Measured};
    if (its > 0)
        evaluation.ratios[Metric::Accuracy] = Interval::exact(mine / its);
    return evaluation;
}

search::Decision decideAmong(const CandidateTable& table, const search::Objectives& objectives,
                             const search::Constraints& constraints, bool finalistsOnly) {
    std::vector<search::Evaluation> evaluations;
    for (const CandidateRow& row : table.rows) {
        const bool finalist =
            row.state == CandidateState::Finalist || row.state == CandidateState::Chosen;
        const bool takesPart = finalist || (!finalistsOnly && row.measured());
        if (takesPart && row.state != CandidateState::Original)
            evaluations.push_back(comparableEvaluation(table, row));
    }
    search::Evaluation original;
    if (const auto* known = table.originalEvaluation())
        original = *known;
    original.id = "original";
    return search::decide(objectives, constraints, original, evaluations);
}

std::vector<ConvergencePoint> convergenceOf(const CandidateTable& table,
                                            const std::vector<std::size_t>& order) {
    std::vector<ConvergencePoint> points;
    const search::Evaluation* original = table.originalEvaluation();
    if (!original)
        return points;
    const std::size_t objectives = table.objectives.terms.size();
    search::ParetoArchive archive(objectives);
    Staircase stairs;
    double best = 1;
    for (const std::size_t row : order) {
        const search::Evaluation evaluation = comparableEvaluation(table, table.rows[row]);
        const auto at = evaluation.invalid.empty()
                            ? search::coordinatesOf(table.objectives, evaluation, original->values)
                            : std::nullopt;
        if (at) {
            best = std::min(best, at->front());
            if (objectives > 2 && archive.points().size() < kMostForArchive)
                archive.add({evaluation.id, *at});
            else if (objectives == 2)
                stairs.add((*at)[0], (*at)[1]);
        }
        ConvergencePoint point{row, best, std::max(0.0, 2 - best), 1};
        if (objectives == 2) {
            point.hypervolume = stairs.area(2);
            point.front = stairs.size();
        } else if (objectives > 2 && !archive.convergence().empty()) {
            point.hypervolume = archive.convergence().back().hypervolume;
            point.front = archive.convergence().back().frontSize;
        }
        points.push_back(point);
    }
    return points;
}

} // namespace metainfer::widgets
