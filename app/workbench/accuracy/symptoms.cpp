// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a session shows to be wrong or worth knowing.
#include "accuracy/symptoms.h"

#include "accuracy/accuracy_words.h"
#include "session/engine_words.h"
#include "session/number_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace metainfer::workbench {
namespace {

constexpr qsizetype kMostNodes = 40;
constexpr double kSensitive = 0.02; ///< relative error of the outputs that one layer may cause
constexpr double kStandsOut = 3;    ///< times the median layer's

QString textOf(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? QString::fromStdString(it->get<std::string>())
                                                 : QString();
}

const Json& listOf(const Json& object, const char* key) {
    static const Json empty = Json::array();
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() && it->is_array() ? *it : empty;
}

double numberOf(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_number() ? it->get<double>() : 0;
}

class Finder {
    Q_DECLARE_TR_FUNCTIONS(Symptoms)

  public:
    Finder(const session::SessionContent& content, const validation::Examination* examination)
        : m_content(content)
        , m_examination(examination) {}

    QList<Symptom> run() {
        if (m_content.info.state == session::State::Failed)
            add({SymptomLevel::Error,
                 tr("The session failed"),
                 EngineWords::text(m_content.info.failure),
                 {},
                 tr("Mend what the message names, then resume the session."),
                 {},
                 "session"});
        if (m_content.diagnosis)
            remarks(*m_content.diagnosis);
        if (m_content.decision) {
            limits(*m_content.decision);
            deviations(*m_content.decision);
            dropouts(*m_content.decision);
            noise(*m_content.decision);
        }
        if (m_content.validation)
            validation(*m_content.validation);
        sensitivity();
        for (const std::string& warning : m_content.warnings)
            add({SymptomLevel::Warning,
                 tr("A file of the session is damaged"),
                 EngineWords::text(warning),
                 {},
                 tr("The rest was read; nothing is to be done."),
                 {}});
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const Symptom& a, const Symptom& b) { return a.level < b.level; });
        return std::move(m_found);
    }

  private:
    void add(Symptom symptom) { m_found.append(std::move(symptom)); }

    /// Nodes of the hot spots of these families.
    QStringList nodesOf(const QString& text) const {
        QStringList nodes;
        if (!m_content.diagnosis)
            return nodes;
        for (const Json& spot : listOf(*m_content.diagnosis, "hot_spots")) {
            const QString family = textOf(spot, "family");
            const QRegularExpression word("\\b" + QRegularExpression::escape(family) + "\\b");
            if (!family.isEmpty() && text.contains(word) && nodes.size() < kMostNodes)
                nodes << textOf(spot, "site");
        }
        return nodes;
    }

    void remarks(const Json& diagnosis) {
        for (const Json& remark : listOf(diagnosis, "remarks")) {
            const QString code = textOf(remark, "code"), severity = textOf(remark, "severity");
            Symptom s;
            s.level = severity == "error"     ? SymptomLevel::Error
                      : severity == "warning" ? SymptomLevel::Warning
                                              : SymptomLevel::Note;
            s.evidence = EngineWords::text(textOf(remark, "text"));
            describe(code, s);
            if (code == "hot_without_rule")
                s.nodes = nodesOf(textOf(remark, "text").section(' ', 0, 0));
            add(std::move(s));
        }
        const auto operators = diagnosis.find("operators");
        if (operators == diagnosis.end())
            return;
        group(listOf(*operators, "unsupported"),
              {SymptomLevel::Error,
               tr("Operators that the target does not support"),
               {},
               tr("The hardware profile lists them as unsupported."),
               tr("Rewrite them, keep them on a host processor, or choose another target."),
               {}});
        group(listOf(*operators, "slow"),
              {SymptomLevel::Warning,
               tr("Operators that are slow on the target"),
               {},
               tr("The hardware profile lists them as slow."),
               tr("Let rewrites replace them, or mark these nodes with other precisions."),
               {}});
    }

    void group(const Json& entries, Symptom s) {
        if (entries.empty())
            return;
        QStringList names;
        for (const Json& entry : entries) {
            const QString site = entry.is_string()
                                     ? QString::fromStdString(entry.get<std::string>())
                                     : textOf(entry, "site");
            const QString op = entry.is_object() ? textOf(entry, "op") : QString();
            if (!op.isEmpty() && !names.contains(op))
                names << op;
            if (!site.isEmpty() && s.nodes.size() < kMostNodes)
                s.nodes << site;
        }
        s.evidence = names.isEmpty() ? tr("Nodes: %1").arg(entries.size())
                                     : tr("Nodes: %1 (%2)", "count, operators")
                                           .arg(entries.size())
                                           .arg(names.join(", "));
        add(std::move(s));
    }

    static void describe(const QString& code, Symptom& s) {
        if (code == "hot_without_rule") {
            s.title = tr("A large part of the time that no rewrite reaches");
            s.cause = tr("No rewrite rule matches these operators here.");
            s.remedy =
                tr("Lower precision or session options may still help; look at these nodes in "
                   "the graph.");
        } else if (code == "unknown_work") {
            s.title = tr("The work of some nodes is not known");
            s.cause = tr("Their shapes are dynamic, or their operators are not known here.");
            s.remedy = tr("Give the free dimensions a size in the new migration.");
        } else if (code == "dynamic_shapes") {
            s.title = tr("The target takes static shapes only");
            s.cause = tr("The model's inputs have dynamic dimensions.");
            s.remedy = tr("Give the free dimensions a size in the new migration.");
        } else if (code == "launch_bound") {
            s.title = tr("Starting operators costs more than their work");
            s.cause = tr("Many small operators: the launch overhead of the target rules.");
            s.remedy = tr("Fusing operators gains more than speeding them up.");
        } else if (code == "memory") {
            s.title = tr("The model does not fit the target's memory");
            s.cause = tr("Weights and activations are larger than the main memory of the profile.");
            s.remedy = tr("Quantize the weights, lower the batch size, or choose another target.");
        } else {
            s.title = code;
        }
    }

    void limits(const Json& decision) {
        const auto inner = decision.find("decision");
        if (inner == decision.end())
            return;
        for (const Json& conflict : listOf(*inner, "conflicts"))
            add({SymptomLevel::Error,
                 tr("Limits contradict each other"),
                 textOf(conflict, "text"),
                 tr("No candidate meets these limits together."),
                 tr("Relax one of them; the nearest misses are under Candidates."),
                 {},
                 "candidates"});
        for (const Json& limit : listOf(*inner, "unverified"))
            add({SymptomLevel::Warning,
                 tr("A limit could not be verified"),
                 limit.is_string() ? QString::fromStdString(limit.get<std::string>())
                                   : textOf(limit, "text"),
                 tr("Nothing on this device gives a value for it."),
                 tr("Measure it outside, or on a device with the sensor."),
                 {},
                 "candidates"});
    }

    static QString deviationTitle(const QString& cause) {
        static const QHash<QString, const char*> kTitles = {
            {"slow_kernel", QT_TR_NOOP("Operators fall on slow kernels")},
            {"layout_conversion", QT_TR_NOOP("Time is lost converting layouts")},
            {"unfused_qdq", QT_TR_NOOP("Quantized operators run in float")},
            {"thread_contention", QT_TR_NOOP("Threads wait for each other or for other programs")},
            {"memory_pressure", QT_TR_NOOP("Memory is the bottleneck")},
            {"launch_overhead", QT_TR_NOOP("Time is lost between the operators")},
            {"unexplained", QT_TR_NOOP("The measured time differs from the prediction")},
        };
        const char* title = kTitles.value(cause);
        return title ? tr(title) : cause;
    }

    void deviations(const Json& decision) {
        for (const Json& row : listOf(decision, "deviations")) {
            Symptom s;
            s.level = SymptomLevel::Warning;
            s.title = deviationTitle(textOf(row, "cause"));
            const double predicted = numberOf(row, "predicted_us"),
                         measured = numberOf(row, "measured_us");
            s.evidence = tr("%1: %2").arg(textOf(row, "candidate"),
                                          EngineWords::text(textOf(row, "evidence")));
            s.cause = predicted > 0 && measured > 0
                          ? tr("%1 were predicted for the whole model, %2 were measured. Profiled "
                               "one by one, "
                               "the operators of this symptom take %3 longer than predicted.")
                                .arg(latency(predicted), latency(measured),
                                     latency(numberOf(row, "lost_us")))
                          : QString();
            s.remedy = EngineWords::text(textOf(row, "remedy"));
            s.nodes = nodesOf(textOf(row, "evidence"));
            s.place = "hardware";
            add(std::move(s));
        }
    }

    static QString latency(double us) {
        return QString::fromStdString(
            measurement::formatMetric(measurement::Metric::P50Latency, us));
    }

    void dropouts(const Json& decision) {
        QStringList failures;
        int lost = 0;
        QString example;
        for (const Json& candidate : listOf(decision, "candidates")) {
            if (const QString failure = textOf(candidate, "failure"); !failure.isEmpty()) {
                if (!failures.contains(failure))
                    failures << failure;
            } else if (textOf(candidate, "reason").contains(" drops by ")) {
                ++lost;
                if (example.isEmpty())
                    example = tr("%1: %2").arg(textOf(candidate, "id"),
                                               EngineWords::text(textOf(candidate, "reason")));
            }
        }
        for (const QString& failure : std::as_const(failures))
            add({SymptomLevel::Note,
                 tr("Candidates could not be built or run"),
                 EngineWords::text(failure),
                 {},
                 tr("They were left out; the others are not touched by it."),
                 {},
                 "candidates"});
        if (lost > 0)
            add({SymptomLevel::Note,
                 tr("Candidates that lost too much accuracy: %1").arg(lost),
                 example,
                 tr("Their precision is too low for some layers of this model."),
                 tr("More calibration data, or keeping the sensitive layers in float, may bring "
                    "them "
                    "back."),
                 {},
                 "candidates"});
    }

    void noise(const Json& decision) {
        for (const Json& subject : listOf(decision, "subjects")) {
            const QString grade = textOf(subject, "grade");
            if (!grade.startsWith("NOISY") || grade.contains("simulated"))
                continue;
            return add({SymptomLevel::Note,
                        tr("The machine was not quiet while measuring"),
                        EngineWords::text(grade),
                        tr("Other programs used the processor."),
                        tr("The comparison holds, for both models took turns. For single numbers, "
                           "repeat on an idle machine."),
                        {},
                        "session"});
        }
    }

    void validation(const Json& validation) {
        for (const Json& item : listOf(validation, "boundary"))
            if (textOf(item, "finding") != "ok")
                add({textOf(item, "finding") == "failure" ? SymptomLevel::Error
                                                          : SymptomLevel::Warning,
                     tr("Unusual input: %1").arg(AccuracyWords::boundary(textOf(item, "name"))),
                     EngineWords::text(textOf(item, "detail")),
                     tr("The adapted model answers otherwise than the original."),
                     tr("Check whether such inputs occur; if so, add them to the calibration "
                        "data."),
                     {},
                     "accuracy"});
        for (const Json& item : listOf(validation, "anomalies")) {
            Symptom s{
                SymptomLevel::Warning,
                AccuracyWords::anomaly(textOf(item, "kind")),
                tr("%1: %2").arg(textOf(item, "where"), EngineWords::text(textOf(item, "detail"))),
                tr("An average over all samples hides it."),
                tr("Look at the samples and channels under Accuracy."),
                {},
                "accuracy"};
            add(std::move(s));
        }
    }

    /// Layers that stand out in the examination, when there is one.
    void sensitivity() {
        if (!m_examination)
            return;
        std::vector<const validation::LayerSensitivity*> layers;
        for (const auto& layer : m_examination->layers)
            if (layer.skipped.empty())
                layers.push_back(&layer);
        std::sort(layers.begin(), layers.end(),
                  [](const auto* a, const auto* b) { return a->relativeL2 > b->relativeL2; });
        if (layers.size() < 3)
            return;
        const double median = layers[layers.size() / 2]->relativeL2;
        Symptom s{SymptomLevel::Note,
                  tr("Few layers cause most of the error"),
                  {},
                  tr("The values of these layers do not fit the lower precision well."),
                  tr("Keep these layers in float, or calibrate them with more data."),
                  {},
                  "accuracy"};
        for (const auto* layer : layers)
            if (layer->relativeL2 > std::max(kSensitive, kStandsOut * median))
                s.nodes << QString::fromStdString(layer->sources.empty() ? layer->layer
                                                                         : layer->sources.front());
        if (s.nodes.isEmpty())
            return;
        s.evidence = tr("%1 of %2 layers, up to %3 of the outputs against %4 of the median layer")
                         .arg(s.nodes.size())
                         .arg(layers.size())
                         .arg(percent(layers.front()->relativeL2), percent(median));
        add(std::move(s));
    }

    static QString percent(double share) {
        return QLocale().toString(100 * share, 'f', 1) + QStringLiteral(" %");
    }

    const session::SessionContent& m_content;
    const validation::Examination* m_examination;
    QList<Symptom> m_found;
};

} // namespace

QList<Symptom> symptomsOf(const session::SessionContent& content,
                          const validation::Examination* examination) {
    return Finder(content, examination).run();
}

} // namespace metainfer::workbench
