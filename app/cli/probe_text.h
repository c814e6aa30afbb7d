// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sentences about what a probe found.
#pragma once

#include "measurement/probe/probe_changes.h"

#include <string>

namespace metainfer::cli {

/// "int8 of conv2d:depthwise runs as float: 1.02 [0.98, 1.06] times the time of fp32 (…)".
std::string findingText(const measurement::ProbeFinding& finding);
/// "matmul fp32: 12 % slower [8, 16] than on 2026-11-30".
std::string changeText(const measurement::ProbeChange& change, const std::string& earlier);
/// "2026-11-30" of "2026-11-30T12:34:56Z".
std::string dateOf(const std::string& time);
/// Asks on the terminal; no without one.
bool askToGoOn(const measurement::UnfinishedProbe& found);

} // namespace metainfer::cli
