// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a person typed into the form of a new migration, as typed, and what is wrong with it.
#pragma once

#include <QHash>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

namespace metainfer::widgets {

enum class MigrationField {
    Model,
    Target,
    Objectives,
    MaxLatency,
    MaxMemory,
    MaxAccuracyDrop,
    MaxThreads,
    Dimensions,
    Calibration,
    Validation,
    Metric,
    MetricCommand,
    Gate,
    Budget,
    TimeLimit,
    Seed,
    Folder,
    // Advanced: texts in MigrationValues::more.
    MaxPower,
    MaxBatchSize,
    DynamicBatch,
    Recompile,
    Instances,
    MaxOccupancy,
    PowerMode,
    BackgroundLoad,
    OutputFormat,
    Deviation,
    Concurrency,
    Rounds,
    CandidatesPerRound,
    ExploreRatio,
    Transforms,
    TargetOps,
    TileGrid,
    Layouts,
    Fusion,
    TrialsPerOp,
    MeasureRepeats,
    Intents
};

struct ObjectiveRow {
    QString metric; ///< name of a metric, empty = unused
    QString weight; ///< used when the objectives are weighted
    bool operator==(const ObjectiveRow&) const = default;
};

/// A wish for a part of the model.
struct IntentRow {
    QString nodes;      ///< name pattern or scope
    QString intent;     ///< "latency_critical", …; empty = none
    QString layout;     ///< empty = any
    QString precisions; ///< "fp32, fp16"; empty = any
    bool operator==(const IntentRow&) const = default;
};

/// Percentage points that accuracy may fall by when neither a fall nor a least accuracy is given.
inline constexpr double kUsualAccuracyDrop = 1;

/// Texts as typed; empty = not set.
struct MigrationValues {
    QString model;            ///< path, or the name of a sample model
    QString target = "local"; ///< a device, or name or path of a profile
    bool weighted = false;
    QList<ObjectiveRow> objectives = {{"p95_latency", "1"}, {"memory_usage", "1"}, {"", "1"}};
    QString maxLatencyMs, maxMemoryMb;
    QString maxAccuracyDrop; ///< percentage points
    QString maxThreads;
    QString dimensions; ///< "batch=1, sequence=128"
    QString calibration, validation;
    QString metric = "fidelity";
    QString metricCommand;
    QString gate; ///< fraction
    QString budget = "16", timeLimit = "10m", seed = "7";
    bool useExperience = true;
    QString folder;                     ///< session folder
    QMap<MigrationField, QString> more; ///< advanced fields; absent = not set
    QList<IntentRow> intents;
    bool operator==(const MigrationValues&) const = default;
};

struct FieldMessage {
    bool isError = true; ///< otherwise a hint that does not stop the migration
    QString text;
    bool operator==(const FieldMessage&) const = default;
};
using FieldMessages = QHash<MigrationField, FieldMessage>;

/// One device or profile that can be chosen, beside this machine.
struct TargetChoice {
    enum class Group { Board, Toolchain, Simulated };
    QString name; ///< as written into the deployment: "kitchen", "accelerator-x-edge"
    QString kind; ///< of a profile: "cpu", "npu", …; of a device: its address or tool
    Group group = Group::Simulated;
    bool operator==(const TargetChoice&) const = default;
};

} // namespace metainfer::widgets
