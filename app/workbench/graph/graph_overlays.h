// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that colour a graph: from the model, a session's profile, a prediction, a target.
#pragma once

#include "graph/loaded_model.h"

#include "drawing/overlay.h"
#include "engine/commands.h"

#include <functional>

namespace metainfer::workbench {

enum class GraphOverlay {
    None,
    Family,
    Precision,
    Bytes,
    Flops,
    Intensity,
    MeasuredTime,  ///< needs a session's profile
    PredictedTime, ///< needs a hardware profile
    Support,       ///< needs a hardware profile
    Sensitivity    ///< needs a session's accuracy.json
};

/// "family", "bytes", …: for the settings.
QString overlayName(GraphOverlay kind);
GraphOverlay overlayFromName(const QString& name);

/// The categories of all overlays, those first that most of their operators have.
std::vector<std::string> categoriesByShare(const std::vector<const drawing::Overlay*>& overlays);
/// The same values with the categories numbered as in `order`, which must have them all.
drawing::Overlay withCategories(const drawing::Overlay& overlay,
                                const std::vector<std::string>& order);

/// What the overlays that need more than the model take it from.
struct OverlaySources {
    engine::Commands* engine = nullptr; ///< must outlive the work
    std::filesystem::path profile;      ///< of operators; a session's profile/original.json
    std::filesystem::path accuracy;     ///< a session's accuracy.json
    std::string hardware;               ///< name or path of a profile
    std::map<std::string, std::int64_t> dimensions;
};

using OverlayMaker = std::function<Result<drawing::Overlay>(const LoadedModel& model,
                                                            const CancellationToken& cancel)>;
/// Empty for None. Runs on any thread. Titles are in the language of the moment of this call.
OverlayMaker overlayMaker(GraphOverlay kind, const OverlaySources& sources);

/// One row of a runtime's profile of operators.
struct OperatorRow {
    std::string node; ///< in the optimized graph, often with a suffix of the runtime's
    std::string opType;
    double us = 0;
};
/// Rows as the session folder holds them; rows without name or time are left out.
std::vector<OperatorRow> operatorRows(const Json& profile);

/// Which operators of the model the rows belong to. A fused operator is named after its last
/// member: its time goes to the operator of its type that feeds it.
struct PlacedTimes {
    std::vector<std::optional<double>> us; ///< by item
    double placed = 0, unplaced = 0;       ///< us; unplaced: what the runtime added
};
PlacedTimes placeTimes(const LoadedModel& model, const std::vector<OperatorRow>& rows);

} // namespace metainfer::workbench
