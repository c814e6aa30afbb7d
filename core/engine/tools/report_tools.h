// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports of sessions that are already there.
#pragma once

#include "engine/requests.h"

namespace metainfer::engine::tools {

/// One session may go to a file or come back as text; several need a folder, which may exist.
Result<ReportOutcome> reportSessions(const ReportRequest& request);

} // namespace metainfer::engine::tools
