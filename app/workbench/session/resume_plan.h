// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How a session that was begun before goes on.
#pragma once

#include "engine/commands.h"
#include "session/session_folder.h"

namespace metainfer::workbench {

/// What resumes this session, as it was asked last: `asked` with its deployment file as long as
/// that is the one the session was begun with, otherwise with the one that the session keeps, as a
/// file beside its folder. Reads the disk, writes nothing.
engine::AdaptRequest resumePlan(const session::SessionContent& content,
                                const engine::AdaptRequest& asked);

/// Writes the deployment file that the plan names where the session keeps it.
Status writeForResume(const session::SessionContent& content, const engine::AdaptRequest& plan);

/// True while any process, this one included, writes the session.
bool isBeingWritten(const std::filesystem::path& folder);

} // namespace metainfer::workbench
