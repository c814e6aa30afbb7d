// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The sections of the migration report, each a function from decision.json to HTML.
#pragma once

#include "base/json.h"
#include "measurement/metric.h"
#include "session/session_folder.h"

#include <optional>
#include <string>
#include <string_view>

namespace metainfer::reporting {

/// Reading helpers shared by the writers.
double numberAt(const Json& object, const char* key, double fallback = 0);
std::string textAt(const Json& object, const char* key, std::string fallback = {});
/// The entry of `subjects` with this role ("original", "hand-tuned", "adapted"), or null.
const Json* subjectOf(const Json& decision, std::string_view role);
std::optional<Interval> metricOf(const Json& subject, measurement::Metric metric);
/// No device was measured: words like "measured" would be wrong.
bool isSimulated(const Json& decision);
/// "1.23 [1.20, 1.26]"; empty for null.
std::string intervalText(const Json& interval);

std::string headline(const Json& decision);
/// The answer in plain sentences, for readers who stop after them.
std::string summary(const Json& decision);
std::string cards(const Json& decision);
std::string comparisonSection(const Json& decision);
std::string paretoSection(const Json& decision);
std::string operatorSection(const Json& decision);
std::string changesSection(const Json& decision);
std::string accuracySection(const Json& decision, const Json& validation);
std::string deviationSection(const Json& decision);
std::string triedSection(const Json& decision, const Json& validation);
/// What the search's quality figures were computed on: "the search's 512 samples". The final
/// figures are of all validation samples, so the two are different numbers.
std::string searchBasis(const Json& decision);
std::string failedSection(const Json& decision);
std::string provenanceSection(const session::SessionContent& session, const Json& decision);

/// The page around the sections: head, style for both themes and for print.
std::string page(const std::string& title, const std::string& body);

} // namespace metainfer::reporting
