// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where an agent may write on a device that it knows nothing about.
#pragma once

#include <filesystem>

namespace metainfer::agent {

/// Sets TMPDIR and METAINFER_CACHE for this process and its children where the system offers
/// nothing: without a home the cache is the folder `cache` beside the agent; where neither $TMPDIR
/// nor /tmp can be written, temporary files go to `tmp` in the cache, then `tmp` beside the agent,
/// then /var/tmp and /dev/shm. What can be used stays as it is. Same system, same answer: a later
/// agent finds what an earlier one left.
void settleFolders();

/// The folder of this program's own file.
std::filesystem::path ownFolder();

} // namespace metainfer::agent
