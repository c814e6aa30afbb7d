// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The sections of the migration report, each a function from decision.json to HTML.
#pragma once

#include "base/json.h"
#include "session/session_folder.h"

#include <string>

namespace metainfer::reporting {

/// Reading helpers shared by the writers.
double numberAt(const Json& object, const char* key, double fallback = 0);
std::string textAt(const Json& object, const char* key, std::string fallback = {});
/// "1.23 [1.20, 1.26]"; empty for null.
std::string intervalText(const Json& interval);

std::string headline(const Json& decision);
std::string cards(const Json& decision);
std::string comparisonSection(const Json& decision);
std::string paretoSection(const Json& decision);
std::string operatorSection(const Json& decision);
std::string changesSection(const Json& decision);
std::string accuracySection(const Json& decision, const Json& validation);
std::string deviationSection(const Json& decision);
std::string triedSection(const Json& decision);
std::string failedSection(const Json& decision);
std::string provenanceSection(const session::SessionContent& session, const Json& decision);

/// The page around the sections: head, style for both themes and for print.
std::string page(const std::string& title, const std::string& body);

} // namespace metainfer::reporting
