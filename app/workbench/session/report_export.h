// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a report as PDF, HTML, JSON or CSV.
#pragma once

#include "engine/commands.h"

#include <QString>
#include <QStringList>

namespace metainfer::workbench {

/// "pdf", "html", "json", "csv"
QStringList reportFormats();

/// Not for the GUI thread. `what` names sessions and kind; HTML and PDF (the
/// same on A4 paper) are in the current language, JSON and CSV as the engine writes them.
/// What is written is complete or not there.
Status exportReport(engine::Commands& engine, engine::ReportRequest what, const QString& format,
                    const QString& file);

/// "metainfer report s1 --format html -o file"; a PDF has no command and gets the HTML's.
QString reportCommand(const engine::ReportRequest& what, const QString& format,
                      const QString& file);

} // namespace metainfer::workbench
