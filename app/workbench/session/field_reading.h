// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From the text of a field to its value, or to what is wrong with it.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::workbench {

class FieldReading {
    Q_DECLARE_TR_FUNCTIONS(FieldReading)

  public:
    using Say = std::function<void(const QString& mistake)>;

    /// In [low, high]; an empty text is no number and no mistake.
    static std::optional<double> number(const QString& text, double low, double high,
                                        const Say& say);
    static std::optional<int> integer(const QString& text, int low, int high, const Say& say);
    /// Parts between commas, without spaces around them.
    static std::vector<std::string> list(const QString& text);
    /// The same, each one of `legal`.
    static std::vector<std::string> list(const QString& text, const std::vector<std::string>& legal,
                                         const Say& say);
    static QString joined(const std::vector<std::string>& parts); ///< "a, b"
    static QString text(double value);                            ///< as it is read again
};

} // namespace metainfer::workbench
