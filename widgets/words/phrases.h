// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The phrase books of the engine: what it writes in English, with %1, %2, … where something varies.
// A text that core newly writes gets its line here and its translation in words_zh_CN.ts.
#pragma once

#include <vector>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfRuns();
const std::vector<const char*>& phrasesOfRuntimes();
const std::vector<const char*>& phrasesOfBase();
const std::vector<const char*>& phrasesOfAgent();
const std::vector<const char*>& phrasesOfEngine();
const std::vector<const char*>& phrasesOfSession();
const std::vector<const char*>& phrasesOfSsh();
const std::vector<const char*>& phrasesOfHardware();
const std::vector<const char*>& phrasesOfExecution();
const std::vector<const char*>& phrasesOfValidation();
const std::vector<const char*>& phrasesOfPrediction();
const std::vector<const char*>& phrasesOfExperience();
const std::vector<const char*>& phrasesOfCandidates();
const std::vector<const char*>& phrasesOfIr();
const std::vector<const char*>& phrasesOfProfiles();
const std::vector<const char*>& phrasesOfToolchains();
const std::vector<const char*>& phrasesOfProbe();
const std::vector<const char*>& phrasesOfLinks();
const std::vector<const char*>& phrasesOfDevices();
const std::vector<const char*>& phrasesOfBundles();

} // namespace metainfer::widgets
