// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The advanced fields of a new migration: judged, put into the deployment, and taken from one.
#pragma once

#include "session/deployment.h"
#include "session/migration_values.h"

#include <QCoreApplication>

#include <functional>

namespace metainfer::workbench {

class AdvancedCheck {
    Q_DECLARE_TR_FUNCTIONS(AdvancedCheck)

  public:
    using Say = std::function<void(widgets::MigrationField, const QString& text, bool isError)>;

    /// Sets what the advanced fields stand for, all of it: an empty field is the default.
    static void fill(const widgets::MigrationValues& values, session::Deployment& deployment,
                     const Say& say);
    /// The texts of the advanced fields for a deployment.
    static void show(const session::Deployment& deployment, widgets::MigrationValues& values);

  private:
    static void fillIntents(const widgets::MigrationValues& values, session::Deployment& deployment,
                            const Say& say);
};

} // namespace metainfer::workbench
