// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is filled in and not started yet, as text: kept while one types, so that a crash or the end
// of the program loses nothing.
#pragma once

#include "session/migration_values.h"

#include <QByteArray>

#include <optional>
#include <string>

namespace metainfer::workbench {

struct FormDraft {
    widgets::MigrationValues values;
    std::string baseYaml; ///< deployment that the form was filled from; empty = none

    QByteArray toText() const;
    /// nullopt for what is no draft; fields that are not there have their defaults.
    static std::optional<FormDraft> fromText(const QByteArray& text);
};

} // namespace metainfer::workbench
