// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's meaning in words.
#include "session/session_words.h"

#include "session/session_presenter.h"

#include "session/engine_words.h"
#include "session/number_words.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

namespace metainfer::workbench {

using engine::Stage;
using widgets::NumberWords;

QString SessionWords::stage(Stage stage) {
    switch (stage) {
    case Stage::Loading:
        return tr("Loading");
    case Stage::Analysing:
        return tr("Analysing the model");
    case Stage::Baselines:
        return tr("Measuring baselines");
    case Stage::Searching:
        return tr("Searching");
    case Stage::Finalists:
        return tr("Measuring the finalists");
    case Stage::Validating:
        return tr("Validating");
    case Stage::Reporting:
        return tr("Writing the report");
    case Stage::Done:
        return tr("Done");
    }
    return {};
}

QString SessionWords::stage(const std::string& name) {
    for (const Stage known : {Stage::Loading, Stage::Analysing, Stage::Baselines, Stage::Searching,
                              Stage::Finalists, Stage::Validating, Stage::Reporting, Stage::Done})
        if (engine::stageName(known) == name)
            return stage(known);
    return QString::fromStdString(name);
}

QString SessionWords::state(session::State state) {
    switch (state) {
    case session::State::Created:
    case session::State::Analysed:
    case session::State::Searching:
    case session::State::Finalists:
    case session::State::Validated:
        return tr("Interrupted");
    case session::State::Done:
        return tr("Done");
    case session::State::Failed:
        return tr("Failed");
    case session::State::Cancelled:
        return tr("Paused");
    }
    return {};
}

QString SessionWords::work(const std::string& what) {
    const QString text = QString::fromStdString(what);
    if (text == "analysing the model")
        return tr("analysing the model");
    if (text == "measuring the original")
        return tr("measuring the original");
    if (text == "measuring the options that an engineer would set by hand")
        return tr("measuring the options that an engineer would set by hand");
    if (text == "checking the finalists on all validation data")
        return tr("checking the finalists on all validation data");
    if (text == "measuring the finalists in turn with the original")
        return tr("measuring the finalists in turn with the original");
    if (text == "cold starts and per-operator profiles of what is reported")
        return tr("measuring cold starts and operators");
    if (text == "confirming the best in a fresh run")
        return tr("confirming the best in a fresh run");
    if (text == "taking the winner's changes out one at a time")
        return tr("taking the winner's changes out one at a time");
    if (text == "boundary cases and anomalies")
        return tr("trying boundary cases, looking for anomalies");
    if (text == "writing the results")
        return tr("writing the results");
    if (text == "done")
        return tr("done");
    static const QRegularExpression graph(
        R"(^searching the graph, (\d+) of (\d+) measured, best ([0-9.]+) of the time$)");
    if (const auto match = graph.match(text); match.hasMatch())
        return tr("searching graph variants: %1 of %2 measured, best takes %3 of the time")
            .arg(match.captured(1), match.captured(2), match.captured(3));
    static const QRegularExpression mapping(
        R"(^searching the mapping, best ([0-9.]+) of the time$)");
    if (const auto match = mapping.match(text); match.hasMatch())
        return tr("searching mappings, best takes %1 of the time").arg(match.captured(1));
    static const QRegularExpression full(R"(^measuring (.+) in full$)");
    if (const auto match = full.match(text); match.hasMatch())
        return tr("measuring %1 in full").arg(match.captured(1));
    return EngineWords::text(text);
}

QString SessionWords::remark(const std::string& code, const std::string& text) {
    const QString detail = EngineWords::text(QString::fromStdString(text));
    static const QHash<QString, const char*> kNames = {
        {"profile", QT_TR_NOOP("Hardware profile")},
        {"simulated", QT_TR_NOOP("Times are simulated")},
        {"no_calibration_data", QT_TR_NOOP("No calibration data")},
        {"nan_data", QT_TR_NOOP("The data holds NaN")},
        {"not_in_catalogue", QT_TR_NOOP("Unknown transforms are left out")},
        {"precision_excluded", QT_TR_NOOP("A precision is left out")},
        {"operator_model", QT_TR_NOOP("Operator model")},
        {"experience", QT_TR_NOOP("Experience found")},
        {"experience_saves", QT_TR_NOOP("Experience shortens the search")},
        {"experience_not_written", QT_TR_NOOP("Experience could not be written")},
        {"not_deterministic", QT_TR_NOOP("The original's outputs vary")},
        {"agent_lost", QT_TR_NOOP("The agent was lost and started anew")},
        {"nan_outputs", QT_TR_NOOP("The original's outputs hold NaN")},
        {"fusion_unknown", QT_TR_NOOP("Fusion could not be checked")},
        {"sample_data", QT_TR_NOOP("The sample model's own data are used")},
        {"no_experience", QT_TR_NOOP("The experience store cannot be used")},
        {"environment_changed", QT_TR_NOOP("The environment changed since this session was begun")},
        {"deployment", QT_TR_NOOP("Deployment file")},
        {"device_link", QT_TR_NOOP("Connection lost, trying again")},
        {"no_baseline", QT_TR_NOOP("No manual baseline yet")},
    };
    const char* name = kNames.value(QString::fromStdString(code));
    return name ? tr("%1: %2", "remark, detail").arg(tr(name), detail) : detail;
}

QString SessionWords::headline(const SessionPresenter& session) {
    if (session.isRunning())
        return tr("▶ Adapting");
    if (session.isRunningElsewhere())
        return tr("▶ Adapting in another process");
    if (!session.content())
        return session.failure() ? tr("✕ %1", "state").arg(state(session::State::Failed))
                                 : QString();
    const session::State now = session.content()->info.state;
    if (now == session::State::Done && !session.content()->decision)
        return tr("■ Without its decision");
    return (now == session::State::Done     ? tr("✓ %1", "state")
            : now == session::State::Failed ? tr("✕ %1", "state")
                                            : tr("■ %1", "state"))
        .arg(state(now));
}

QString SessionWords::failure(const SessionPresenter& session) {
    if (session.isRunning())
        return {};
    if (const auto& failure = session.failure())
        return failure->code == ErrorCode::Cancelled ? QString() : EngineWords::error(*failure);
    const auto content = session.content();
    if (!content || session.isRunningElsewhere())
        return {};
    if (content->info.state == session::State::Failed)
        return EngineWords::text(content->info.failure);
    if (content->info.state == session::State::Done && !content->decision)
        return tr("The decision of this session cannot be read. Resume decides again from what was "
                  "measured. What is wrong stands under Diagnosis.");
    return content->warnings.empty()
               ? QString()
               : tr("Files of this session are damaged: %1. The rest is shown; all of it stands "
                    "under Diagnosis.")
                     .arg(EngineWords::text(content->warnings.front()));
}

QString SessionWords::event(const engine::Event& event) {
    if (const auto* started = std::get_if<engine::StageStarted>(&event))
        return stage(started->stage);
    if (const auto* best = std::get_if<engine::BestChanged>(&event))
        return tr("New best: %1, its score is %2 of the original's")
            .arg(QString::fromStdString(best->id))
            .arg(best->ratio, 0, 'f', 3);
    if (const auto* remarked = std::get_if<engine::Remark>(&event))
        return remark(remarked->code, remarked->text);
    if (const auto* done = std::get_if<engine::WorkDone>(&event))
        return work(done->what);
    const auto& measured = std::get<engine::CandidateMeasured>(event);
    const QString id = QString::fromStdString(measured.id);
    if (measured.failure)
        return tr("%1 dropped out: %2")
            .arg(id, EngineWords::text(QString::fromStdString(measured.failure->message)));
    if (measured.ratio && measured.fidelity)
        return tr("%1 takes %2 of the original's time; quality on the search's samples %3")
            .arg(id, NumberWords::ratio(*measured.ratio))
            .arg(*measured.fidelity, 0, 'f', 4);
    if (measured.ratio)
        return tr("%1 takes %2 of the original's time")
            .arg(id, NumberWords::ratio(*measured.ratio));
    return tr("%1 was checked").arg(id);
}

QString SessionWords::event(const EventLine& line) {
    if (line.began.empty())
        return event(line.event);
    const auto at = QDateTime::fromString(QString::fromStdString(line.began), Qt::ISODate);
    const QString when = QLocale().toString(at.toLocalTime(), QLocale::ShortFormat);
    return line.run == 0 ? tr("Begun %1: %2", "time, event").arg(when, event(line.event))
                         : tr("Resumed %1: %2", "time, event").arg(when, event(line.event));
}

QString SessionWords::sign(const engine::Event& event) {
    if (std::holds_alternative<engine::StageStarted>(event))
        return "▶";
    if (std::holds_alternative<engine::BestChanged>(event))
        return "★";
    if (const auto* remarked = std::get_if<engine::Remark>(&event))
        return remarked->severity == engine::Severity::Warning ? "!" : "ⓘ";
    if (const auto* measured = std::get_if<engine::CandidateMeasured>(&event))
        return measured->failure ? "✕" : "✓";
    return {};
}

QString SessionWords::answer(const Json& decision) {
    const auto text = [](const Json& object, const char* key) {
        const auto it = object.find(key);
        return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    if (!decision.is_object())
        return {};
    const std::string answer = text(decision, "answer");
    if (answer == "none_feasible")
        return tr("No candidate meets the limits");
    if (answer == "adapt" && decision.contains("subjects"))
        for (const Json& subject : decision["subjects"])
            if (text(subject, "role") == "adapted" && subject.contains("ratio") &&
                subject["ratio"].is_object()) {
                const double ratio = subject["ratio"].value("value", 1.0);
                return ratio < 0.995
                           ? tr("%1 times as fast as the original").arg(1 / ratio, 0, 'f', 2)
                           : tr("Adapted to meet the limits");
            }
    return tr("Keep the original: adapting is not worth it here");
}

} // namespace metainfer::workbench
