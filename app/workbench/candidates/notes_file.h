// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Pins and notes on candidates: a file of its own in the session folder, replaced as a whole.
#pragma once

#include "base/result.h"
#include "candidates/candidate_model.h"

#include <filesystem>

namespace metainfer::workbench {

/// notes.json in a session folder.
std::filesystem::path notesFile(const std::filesystem::path& session);
/// An absent file holds no marks.
Result<widgets::CandidateMarks> readNotes(const std::filesystem::path& session);
/// Keeps what a newer program wrote beside. A crash leaves the old file or the new one.
Status writeNotes(const std::filesystem::path& session, const widgets::CandidateMarks& marks);

} // namespace metainfer::workbench
