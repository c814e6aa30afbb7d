// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports of a session, made from its folder alone, so that any session can be reported again.
#pragma once

#include "base/result.h"
#include "session/session_folder.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::reporting {

enum class Format { Html, Json, Csv };
std::optional<Format> formatFromName(std::string_view name); ///< "html", "json", "csv"
std::vector<std::string> formatNames();

/// The migration report of a decided session. NotFound when it holds no decision yet.
/// Html is self-contained (inline SVG, no script, no outside reference); Json holds the same facts;
/// Csv has a row per candidate.
Result<std::string> render(const session::SessionContent& session, Format format);

/// Writes report.html, report.json and report.csv into the session folder; the path of the first.
Result<std::filesystem::path> writeAll(const session::SessionContent& session);

} // namespace metainfer::reporting
