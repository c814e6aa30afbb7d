// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether everything that the program needs is here.
#include "devices/system_checks.h"

#include "session/engine_words.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace metainfer::workbench {
namespace {

/// A file or version stays, what it is for stands in brackets behind it.
QString detailText(const std::string& detail) {
    static const QRegularExpression purpose(R"(^(.+) \(([^()]+)\)$)");
    const auto parts = purpose.match(QString::fromStdString(detail));
    if (const auto what =
            parts.hasMatch() ? widgets::EngineWords::phrase(parts.captured(2)) : std::nullopt)
        return SystemChecks::tr("%1 (%2)", "file or version, what it is for")
            .arg(widgets::EngineWords::text(parts.captured(1)), *what);
    return widgets::EngineWords::text(detail);
}

} // namespace

void SystemChecks::setReport(engine::SystemReport report) {
    m_report = std::move(report);
    fill();
}

void SystemChecks::fill() {
    if (!m_report)
        return;
    using widgets::TableCell;
    QList<QList<TableCell>> rows;
    for (const engine::SystemCheck& check : m_report->checks) {
        const bool gone = check.level == engine::CheckLevel::Missing;
        const bool warned = check.level == engine::CheckLevel::Warning;
        rows.append({{gone     ? tr("✕ missing")
                      : warned ? tr("! warning")
                               : tr("✓ here"),
                      {},
                      {}},
                     {widgets::EngineWords::text(check.area), {}, {}},
                     {widgets::EngineWords::text(check.name), {}, {}},
                     {detailText(check.detail), {}, {}},
                     {widgets::EngineWords::text(check.remedy), {}, {}}});
    }
    this->rows().setRows(std::move(rows));
    setColumnWidth(0, 92);
    setColumnWidth(1, 88);
    setColumnWidth(2, 150);
    setColumnWidth(3, 420);
    stretch(4);
}

QString SystemChecks::summary() const {
    if (!m_report)
        return {};
    if (!m_report->usable())
        return tr("✕ Something that the program needs is missing; see the checks for what to do.");
    const auto remarks =
        std::count_if(m_report->checks.begin(), m_report->checks.end(),
                      [](const auto& check) { return check.level != engine::CheckLevel::Ok; });
    return remarks > 0
               ? tr("✓ Everything needed is here. Remarks on what lowers the worth of numbers: %1")
                     .arg(remarks)
               : tr("✓ Everything is here.");
}

void SystemChecks::retranslate() {
    rows().setHeaders({tr("State"), tr("Area"), tr("What"), tr("Found"), tr("What to do")});
    setAccessibleName(tr("Checks of this installation"));
    fill();
}

} // namespace metainfer::workbench
