// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports of sessions that are already there.
#include "engine/tools/report_tools.h"

#include "base/file.h"
#include "base/suggest.h"
#include "report/comparison_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace metainfer::engine::tools {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kKinds{"migration", "comparison"};

Result<ReportOutcome> compareSessions(const ReportRequest& request, reporting::Format format) {
    std::vector<session::SessionContent> sessions;
    for (const fs::path& folder : request.sessions) {
        MI_ASSIGN(auto content, session::readSession(folder));
        sessions.push_back(std::move(content));
    }
    ReportOutcome outcome;
    MI_ASSIGN(outcome.text, reporting::renderComparison(sessions, format));
    if (request.out.empty())
        return outcome;
    std::error_code code;
    const fs::path file = fs::is_directory(request.out, code)
                              ? request.out / ("comparison." + request.format)
                              : request.out;
    MI_CHECK(writeFileAtomically(file, std::exchange(outcome.text, {})));
    outcome.written.push_back(file);
    return outcome;
}

} // namespace

Result<ReportOutcome> reportSessions(const ReportRequest& request) {
    if (std::find(kKinds.begin(), kKinds.end(), request.kind) == kKinds.end())
        return fail(ErrorCode::InvalidArgument, "unknown kind of report \"" + request.kind + "\"",
                    didYouMean(request.kind, kKinds));
    const auto format = reporting::formatFromName(request.format);
    if (!format)
        return fail(ErrorCode::InvalidArgument, "unknown format \"" + request.format + "\"",
                    didYouMean(request.format, reporting::formatNames()));
    if (request.kind == "comparison")
        return compareSessions(request, *format);
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
