// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// `--screenshot DIR`: every place as a PNG file, for tests and documentation.
#pragma once

#include <QObject>
#include <QString>

namespace metainfer::workbench {

class MainWindow;

/// Shows each place, waits until it has loaded (at most `seconds`) and writes DIR/<place>.png. Ends
/// the application: 0 when all were written.
void takeScreenshots(MainWindow& window, const QString& folder, int seconds = 60);

} // namespace metainfer::workbench
