// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of checks, anomalies and findings in the current language.
#pragma once

#include "validation/examination.h"

#include <QCoreApplication>
#include <QString>

namespace metainfer::workbench {

class AccuracyWords {
    Q_DECLARE_TR_FUNCTIONS(AccuracyWords)

  public:
    static QString boundary(const QString& name);   ///< "zeros", "smallest batch", …
    static QString anomaly(const QString& kind);    ///< "channel_bias", …
    static QString finding(const QString& finding); ///< "ok", "warning", "failure", with its sign
    static QString summary(const QString& text);    ///< what was compared, on which samples
    /// "200 validation samples, candidate k8"
    static QString comparedOn(const validation::Examination& examination);
    static QString change(const QString& text); ///< "91.20 % top1 (unchanged)"
    static QString gate(const QString& gate);   ///< "met", "not met …", with its sign
};

} // namespace metainfer::workbench
