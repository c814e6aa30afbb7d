// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The journal of a probe: each step's part of the result as soon as it is there, so that an
// interrupted probe goes on where it was.
#pragma once

#include "base/file.h"
#include "measurement/probe/probe.h"

#include <map>
#include <optional>

namespace metainfer::measurement::probe {

/// One file per device and suite; its head names the environment it holds for.
class ProbeJournal {
  public:
    struct Head {
        std::string device, suite, startedAt;
        hardware::Environment environment;
    };
    /// Where a probe of this device and suite keeps its journal.
    static std::filesystem::path fileFor(const std::filesystem::path& folder,
                                         const std::string& device, ProbeSuite suite);
    struct Kept {
        Head head;
        std::map<std::string, ProbeResult> parts; ///< by the step's key
    };
    /// What an interrupted probe left; nullopt without any, or when it cannot be read. A line that
    /// was torn by the interruption is left out.
    static std::optional<Kept> read(const std::filesystem::path& file);

    /// Begins anew, or goes on behind what is there.
    static Result<ProbeJournal> open(const std::filesystem::path& file, const Head& head,
                                     bool goOn);
    Status add(const std::string& key, const ProbeResult& part);
    /// Nothing is left to be gone on with.
    void remove();

  private:
    ProbeJournal(std::filesystem::path file, LineWriter lines)
        : m_file(std::move(file))
        , m_lines(std::move(lines)) {}
    std::filesystem::path m_file;
    LineWriter m_lines;
};

/// Adds what a step measured.
void mergePart(ProbeResult& into, ProbeResult part);

} // namespace metainfer::measurement::probe
