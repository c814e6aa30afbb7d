// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finished probes, kept to be looked at and compared with.
#pragma once

#include "measurement/probe/probe.h"

namespace metainfer::measurement {

struct KeptProbe {
    std::filesystem::path file;
    std::string device, startedAt, suite;
};

/// Beside the user's profiles.
std::filesystem::path defaultProbeFolder();
/// Where interrupted ones keep their journals.
std::filesystem::path probeJournalFolder();

/// Keeps a result as "local-2026-01-31T12-34-56Z.json"; another one of the same second gets a
/// number, the same one again keeps its file. Of all, the newest 50 stay.
Result<std::filesystem::path> keepProbe(const std::filesystem::path& folder,
                                        const ProbeResult& result);
/// Newest first; files that hold none are left out.
std::vector<KeptProbe> keptProbes(const std::filesystem::path& folder);
Result<ProbeResult> readProbe(const std::filesystem::path& file);
/// The newest one of the device that began before `result` and has rows in common with it, one of
/// the same suite first.
std::optional<ProbeResult> probeBefore(const std::filesystem::path& folder,
                                       const ProbeResult& result);

} // namespace metainfer::measurement
