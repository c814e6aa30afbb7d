// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says while it works. Meaning only: front ends choose words, colours and icons.
#pragma once

#include "base/quantity.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace metainfer::engine {

/// The stages of an adaptation, in order.
enum class Stage {
    Loading,
    Analysing,
    Baselines,
    Searching,
    Finalists,
    Validating,
    Reporting,
    Done
};
std::string_view stageName(Stage stage); ///< "loading", "analysing", …

struct StageStarted {
    Stage stage = Stage::Loading;
    double elapsedSeconds = 0;
};

/// How far the whole adaptation is; `remainingSeconds` absent while it cannot be told.
struct WorkDone {
    double fraction = 0;
    std::optional<double> remainingSeconds;
    std::string what;
};

struct CandidateMeasured {
    std::string id;
    std::string key;
    std::optional<Interval> ratio;  ///< time relative to the original; smaller is faster
    std::optional<double> fidelity; ///< against the original, 1 = identical
    std::optional<Error> failure;   ///< why it dropped out
};

struct BestChanged {
    std::string id;
    std::string key;
    double ratio = 1;
};

enum class Severity { Information, Warning };

/// Something that a person should know; `code` is stable ("unknown_key", "simulated",
/// "low_samples").
struct Remark {
    Severity severity = Severity::Information;
    std::string code;
    std::string text;
};

using Event = std::variant<StageStarted, WorkDone, CandidateMeasured, BestChanged, Remark>;
/// Called on the engine's thread; must not block. May be empty.
using EventSink = std::function<void(const Event&)>;

inline void notify(const EventSink& sink, Event event) {
    if (sink)
        sink(event);
}

} // namespace metainfer::engine
