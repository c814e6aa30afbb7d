// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers for people: unit, interval and source in the current language. The one place that builds
// such texts for the session's views.
#pragma once

#include "measurement/metric.h"

#include <QCoreApplication>
#include <QString>

namespace metainfer::widgets {

class NumberWords {
    Q_DECLARE_TR_FUNCTIONS(NumberWords)

  public:
    /// "Latency, p95", "Peak memory", …
    static QString metric(measurement::Metric metric);
    static QString metric(const std::string& name); ///< unknown names as they are
    static QString source(NumberSource source);     ///< "measured", "simulated", …
    /// "4.03 ms"; "4.03 ms [3.90, 4.20 ms]" when an interval is known.
    static QString value(measurement::Metric metric, const Interval& interval);
    /// "0.447 [0.417, 0.478]"
    static QString ratio(const Interval& interval);
    static QString seconds(double seconds); ///< "0.4 s", "2 min 05 s", "1 h 02 min"
    /// The engine's verdict on a comparison, "faster by 1.62 [1.55, 1.70]", in words of the
    /// language; what it does not know stays as it is.
    static QString verdict(const QString& text);
    /// "VALID", "NOISY: …", "INVALID: …" of absolute numbers.
    static QString grade(const QString& text);
};

} // namespace metainfer::widgets
