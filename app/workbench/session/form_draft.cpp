// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form as text.
#include "session/form_draft.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace metainfer::workbench {

using widgets::MigrationValues;

namespace {

constexpr const char* kSchema = "form/1";

/// The plain texts by name. Names, not places: a newer program may have more.
std::vector<std::pair<const char*, QString MigrationValues::*>> texts() {
    using V = MigrationValues;
    return {{"model", &V::model},
            {"target", &V::target},
            {"max_latency", &V::maxLatencyMs},
            {"max_memory", &V::maxMemoryMb},
            {"max_accuracy_drop", &V::maxAccuracyDrop},
            {"max_threads", &V::maxThreads},
            {"dimensions", &V::dimensions},
            {"calibration", &V::calibration},
            {"validation", &V::validation},
            {"metric", &V::metric},
            {"metric_command", &V::metricCommand},
            {"gate", &V::gate},
            {"budget", &V::budget},
            {"time_limit", &V::timeLimit},
            {"seed", &V::seed},
            {"folder", &V::folder}};
}

} // namespace

QByteArray FormDraft::toText() const {
    QJsonObject json{{"schema", kSchema},
                     {"weighted", values.weighted},
                     {"use_experience", values.useExperience},
                     {"base", QString::fromStdString(baseYaml)}};
    for (const auto& [name, member] : texts())
        json[name] = values.*member;
    QJsonArray objectives, intents;
    for (const auto& row : values.objectives)
        objectives << QJsonObject{{"metric", row.metric}, {"weight", row.weight}};
    for (const auto& row : values.intents)
        intents << QJsonObject{{"nodes", row.nodes},
                               {"intent", row.intent},
                               {"layout", row.layout},
                               {"precisions", row.precisions}};
    QJsonObject more;
    for (auto it = values.more.begin(); it != values.more.end(); ++it)
        more[QString::number(static_cast<int>(it.key()))] = it.value();
    json["objectives"] = objectives;
    json["intents"] = intents;
    json["more"] = more;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

std::optional<FormDraft> FormDraft::fromText(const QByteArray& text) {
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    if (json["schema"].toString() != kSchema)
        return std::nullopt;
    FormDraft draft;
    MigrationValues& values = draft.values;
    for (const auto& [name, member] : texts())
        values.*member = json[name].toString(values.*member);
    values.weighted = json["weighted"].toBool(values.weighted);
    values.useExperience = json["use_experience"].toBool(values.useExperience);
    draft.baseYaml = json["base"].toString().toStdString();
    if (json["objectives"].isArray()) {
        values.objectives.clear();
        for (const QJsonValue& row : json["objectives"].toArray())
            values.objectives.append({row["metric"].toString(), row["weight"].toString()});
    }
    for (const QJsonValue& row : json["intents"].toArray())
        values.intents.append({row["nodes"].toString(), row["intent"].toString(),
                               row["layout"].toString(), row["precisions"].toString()});
    const QJsonObject more = json["more"].toObject();
    for (auto it = more.begin(); it != more.end(); ++it)
        values.more.insert(static_cast<widgets::MigrationField>(it.key().toInt()),
                           it.value().toString());
    return draft;
}

} // namespace metainfer::workbench
