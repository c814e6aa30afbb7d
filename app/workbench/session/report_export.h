// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a session's report as PDF, HTML, JSON or CSV.
#pragma once

#include "engine/commands.h"

#include <QString>
#include <QStringList>

namespace metainfer::workbench {

/// "pdf", "html", "json", "csv"
QStringList reportFormats();

/// Not for the GUI thread. The PDF is the HTML report on A4 paper. What is written is
/// complete or not there.
Status exportReport(engine::Commands& engine, const std::filesystem::path& session,
                    const QString& format, const QString& file);

} // namespace metainfer::workbench
