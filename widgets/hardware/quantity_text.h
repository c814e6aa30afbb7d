// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of hardware as text in the current language: digits that matter, unit, source.
#pragma once

#include "base/quantity.h"

#include <QString>

namespace metainfer::widgets {

/// Four significant digits, grouped, without a unit: "1,234", "0.0513", "2.46".
QString numberText(double value);
/// In powers of 1024: "512 KiB".
QString bytesText(double bytes);
/// In powers of 1000, for axes whose marks are decades: "10 kB", "1 MB".
QString decadeBytesText(double bytes);
/// "8 µs", "1.24 ms", "3.1 s".
QString microsecondsText(double us);
/// Whole seconds as "45 s" or "2 min 05 s".
QString secondsText(double seconds);
/// "16.2 GB/s"
QString gigabytesText(double gbps);
/// "104 GFLOP/s", "2.46 TFLOP/s"; for integer types "GOP/s".
QString rateText(double gflops, bool integer = false);
/// A share in [0, 1] as "40 %".
QString shareText(double share);

/// "measured", "datasheet", … in the current language.
QString sourceText(NumberSource source);

} // namespace metainfer::widgets
