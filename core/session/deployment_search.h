// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of reading a deployment that stand apart: the `search:` settings, lists of legal values.
#pragma once

#include "hardware/yaml_reader.h"
#include "search/budget.h"
#include "session/deployment_lists.h"

namespace metainfer::session {

/// One value or a list of them, each of `legal`; mistakes go into `problems`.
Names readChoices(hardware::YamlMap& map, hardware::YamlProblems& problems, const char* key,
                  const Names& legal);

/// Everything of `search:` but the batch size, which the deployment compares with its own.
void readSearchSettings(hardware::YamlMap& map, hardware::YamlProblems& problems,
                        search::SearchSettings& settings);

} // namespace metainfer::session
