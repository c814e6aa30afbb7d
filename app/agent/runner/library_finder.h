// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the ONNX Runtime libraries of this machine: named by the user, the system's, downloaded.
#pragma once

#include "base/result.h"
#include "execution/agent_messages.h"

#include <string>
#include <vector>

namespace metainfer::runner {

/// In the order of preference: METAINFER_ONNXRUNTIME (file or folder), the folder `lib` beside this
/// runner, the system's library folders, the download cache with the newest first. Versions come
/// from file names; empty where the name does not tell.
std::vector<RuntimeLibrary> findLibraries();

/// The first library whose version is `version` or starts with it ("1.30" takes 1.30.0); the first
/// of all when `version` is empty. NotFound lists what there is and how to get one.
Result<RuntimeLibrary> chooseLibrary(const std::string& version);

/// Asks the library itself, in another process. Sets `problem` when it cannot be loaded.
void askVersion(RuntimeLibrary& library);

} // namespace metainfer::runner
