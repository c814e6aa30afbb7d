// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports of sessions that are already there.
#include "engine/tools/report_tools.h"

#include "base/file.h"
#include "base/suggest.h"
#include "report/report.h"

#include <fmt/format.h>

namespace metainfer::engine::tools {

namespace fs = std::filesystem;

Result<ReportOutcome> reportSessions(const ReportRequest& request) {
    const auto format = reporting::formatFromName(request.format);
    if (!format)
        return fail(ErrorCode::InvalidArgument, "unknown format \"" + request.format + "\"",
                    didYouMean(request.format, reporting::formatNames()));
    std::error_code code;
    const bool several = request.sessions.size() > 1;
    if (several && (request.out.empty() || fs::is_regular_file(request.out, code)))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} sessions are {} reports", request.sessions.size(),
                                request.sessions.size()),
                    "Name a folder for them with -o.");
    const bool intoFolder = several || fs::is_directory(request.out, code);
    std::vector<std::pair<fs::path, std::string>> texts;
    for (const fs::path& folder : request.sessions) {
        MI_ASSIGN(const auto content, session::readSession(folder));
        MI_ASSIGN(auto text, reporting::render(content, *format));
        fs::path name = fs::weakly_canonical(folder, code).filename();
        texts.emplace_back(name.string() + "." + request.format, std::move(text));
    }
    ReportOutcome outcome;
    if (request.out.empty()) {
        outcome.text = std::move(texts.front().second);
        return outcome;
    }
    if (several)
        MI_CHECK(createDirectories(request.out));
    for (const auto& [name, text] : texts) {
        const fs::path file = intoFolder ? request.out / name : request.out;
        MI_CHECK(writeFileAtomically(file, text));
        outcome.written.push_back(file);
    }
    return outcome;
}

} // namespace metainfer::engine::tools
