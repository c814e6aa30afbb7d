// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The advanced fields of a new migration.
#include "session/advanced_check.h"

#include "candidates/rewrite/registry.h"
#include "session/deployment_lists.h"
#include "session/engine_words.h"
#include "session/field_reading.h"

#include <QRegularExpression>

namespace metainfer::workbench {

using widgets::MigrationValues;
using F = widgets::MigrationField;

namespace {

std::optional<bool> flag(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(text == "true");
}

} // namespace

void AdvancedCheck::fill(const MigrationValues& values, session::Deployment& d, const Say& say) {
    const auto text = [&](F field) { return values.more.value(field); };
    const auto at = [&](F field) {
        return [&say, field](const QString& mistake) { say(field, mistake, true); };
    };
    const auto number = [&](F field, double low, double high) {
        return FieldReading::number(text(field), low, high, at(field));
    };
    const auto integer = [&](F field, int low, int high) {
        return FieldReading::integer(text(field), low, high, at(field));
    };
    search::Constraints& c = d.constraints;
    c.maxPowerW = number(F::MaxPower, 1e-6, 1e6);
    c.maxBatchSize = integer(F::MaxBatchSize, 1, 1 << 20);
    c.instances = integer(F::Instances, 1, 1024).value_or(1);
    c.maxOccupancy = number(F::MaxOccupancy, 1e-6, 1);
    c.powerMode = text(F::PowerMode).toStdString();
    c.backgroundLoad = text(F::BackgroundLoad).toStdString();
    c.supportDynamicBatch = flag(text(F::DynamicBatch));
    c.allowRecompile = flag(text(F::Recompile));
    const QString format = text(F::OutputFormat);
    d.output.format = format.isEmpty() ? "onnx" : format.toStdString();

    const search::SearchSettings defaults;
    search::SearchSettings& s = d.search;
    s.graph.rounds = integer(F::Rounds, 1, 10000);
    s.graph.candidatesPerRound = integer(F::CandidatesPerRound, 1, 10000);
    if (s.graph.rounds && s.graph.candidatesPerRound)
        say(F::Rounds,
            tr("With both set, the search over the graph measures %1 candidates, whatever the "
               "budget says")
                .arg(*s.graph.rounds * *s.graph.candidatesPerRound),
            false);
    s.graph.exploreRatio = number(F::ExploreRatio, 0, 1).value_or(defaults.graph.exploreRatio);
    s.graph.transforms = FieldReading::list(text(F::Transforms));
    for (const std::string& one : s.graph.transforms)
        if (const auto known = candidates::resolveTransforms(std::vector{one}); !known)
            say(F::Transforms,
                tr("“%1” is neither a rewrite rule nor a group of them. %2")
                    .arg(QString::fromStdString(one), EngineWords::text(known.error().hint)),
                true);
    s.kernel.targetOps = FieldReading::list(text(F::TargetOps));
    s.kernel.layouts = FieldReading::list(text(F::Layouts), session::kLayouts, at(F::Layouts));
    s.kernel.fusion = FieldReading::list(text(F::Fusion), session::kFusions, at(F::Fusion));
    s.kernel.tileGrid = FieldReading::list(text(F::TileGrid));
    static const QRegularExpression tile("^[1-9]\\d*x[1-9]\\d*$");
    for (const std::string& one : s.kernel.tileGrid)
        if (!tile.match(QString::fromStdString(one)).hasMatch())
            say(F::TileGrid,
                tr("“%1” is not rows x columns, for example 2x1").arg(QString::fromStdString(one)),
                true);
    s.kernel.trialsPerOp = integer(F::TrialsPerOp, 0, 1'000'000);
    s.kernel.measureRepeats = integer(F::MeasureRepeats, 3, 10000);
    s.deviationThreshold = number(F::Deviation, 1e-6, 1e6).value_or(defaults.deviationThreshold);
    const QString streams = text(F::Concurrency);
    s.concurrency = streams == "single"    ? search::Concurrency::Single
                    : streams == "maximum" ? search::Concurrency::Maximum
                                           : search::Concurrency::Degrade;
    fillIntents(values, d, say);
}

void AdvancedCheck::fillIntents(const MigrationValues& values, session::Deployment& d,
                                const Say& say) {
    d.intents.clear();
    for (const widgets::IntentRow& row : values.intents) {
        session::IntentEntry entry{
            row.nodes.toStdString(), row.intent.toStdString(), row.layout.toStdString(), {}};
        const auto wrong = [&](const QString& mistake) {
            say(F::Intents, tr("%1: %2", "nodes, what is wrong").arg(row.nodes, mistake), true);
        };
        if (!row.layout.isEmpty())
            FieldReading::list(row.layout, session::kLayouts, wrong);
        entry.precisions = FieldReading::list(row.precisions, session::kPrecisions, wrong);
        if (row.nodes.isEmpty())
            say(F::Intents, tr("Name the nodes: a name, a scope, or a pattern with *"), true);
        else if (row.intent.isEmpty() && row.layout.isEmpty() && entry.precisions.empty())
            say(F::Intents,
                tr("“%1”: say what they are for, a layout, or precisions").arg(row.nodes), true);
        d.intents.push_back(std::move(entry));
    }
}

void AdvancedCheck::show(const session::Deployment& d, MigrationValues& v) {
    v.more.clear();
    const auto put = [&v](F field, const QString& text) {
        if (!text.isEmpty())
            v.more.insert(field, text);
    };
    const auto putNumber = [&](F field, const auto& value) {
        if (value)
            put(field, FieldReading::text(static_cast<double>(*value)));
    };
    const auto putFlag = [&](F field, const std::optional<bool>& value) {
        if (value)
            put(field, *value ? "true" : "false");
    };
    const search::Constraints& c = d.constraints;
    putNumber(F::MaxPower, c.maxPowerW);
    putNumber(F::MaxBatchSize, c.maxBatchSize);
    if (c.instances != 1)
        put(F::Instances, QString::number(c.instances));
    putNumber(F::MaxOccupancy, c.maxOccupancy);
    put(F::PowerMode, QString::fromStdString(c.powerMode));
    put(F::BackgroundLoad, QString::fromStdString(c.backgroundLoad));
    putFlag(F::DynamicBatch, c.supportDynamicBatch);
    putFlag(F::Recompile, c.allowRecompile);
    if (d.output.format != "onnx")
        put(F::OutputFormat, QString::fromStdString(d.output.format));
    const search::SearchSettings defaults;
    const search::SearchSettings& s = d.search;
    // A file that says how many candidates in all has said it with the budget.
    if (!s.graph.budget && !s.graph.candidatesPerRound)
        putNumber(F::Rounds, s.graph.rounds);
    putNumber(F::CandidatesPerRound, s.graph.candidatesPerRound);
    if (s.graph.exploreRatio != defaults.graph.exploreRatio)
        put(F::ExploreRatio, FieldReading::text(s.graph.exploreRatio));
    put(F::Transforms, FieldReading::joined(s.graph.transforms));
    put(F::TargetOps, FieldReading::joined(s.kernel.targetOps));
    put(F::Layouts, FieldReading::joined(s.kernel.layouts));
    put(F::Fusion, FieldReading::joined(s.kernel.fusion));
    put(F::TileGrid, FieldReading::joined(s.kernel.tileGrid));
    putNumber(F::TrialsPerOp, s.kernel.trialsPerOp);
    putNumber(F::MeasureRepeats, s.kernel.measureRepeats);
    if (s.deviationThreshold != defaults.deviationThreshold)
        put(F::Deviation, FieldReading::text(s.deviationThreshold));
    if (s.concurrency != defaults.concurrency)
        put(F::Concurrency,
            QString::fromStdString(std::string(search::concurrencyName(s.concurrency))));
    v.intents.clear();
    for (const session::IntentEntry& entry : d.intents)
        v.intents.append({QString::fromStdString(entry.nodes), QString::fromStdString(entry.intent),
                          QString::fromStdString(entry.layout),
                          FieldReading::joined(entry.precisions)});
}

} // namespace metainfer::workbench
