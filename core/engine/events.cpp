// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of the stages.
#include "engine/events.h"

namespace metainfer::engine {

std::string_view stageName(Stage stage) {
    switch (stage) {
    case Stage::Loading:
        return "loading";
    case Stage::Analysing:
        return "analysing";
    case Stage::Baselines:
        return "baselines";
    case Stage::Searching:
        return "searching";
    case Stage::Finalists:
        return "finalists";
    case Stage::Validating:
        return "validating";
    case Stage::Reporting:
        return "reporting";
    case Stage::Done:
        break;
    }
    return "done";
}

} // namespace metainfer::engine
