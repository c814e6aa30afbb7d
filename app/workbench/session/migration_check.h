// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From what was typed to what will be run: the judgement on every field, the deployment, its YAML
// and the command.
#pragma once

#include "engine/commands.h"
#include "session/deployment.h"
#include "session/migration_values.h"
#include "session/session_folder.h"

#include <QString>

namespace metainfer::workbench {

struct MigrationAnswer {
    widgets::FieldMessages messages;
    bool ready = false; ///< no field is wrong: it can be started
    session::Deployment deployment;
    QString yaml, command;
    QString suggestedFolder; ///< free name below the root, for this model and target
    engine::AdaptRequest request;
};

/// Reads the disk: not for the GUI thread. `base` is the deployment file that the form was filled
/// from; what the form does not show (inputs, unknown keys) is kept from it as long as the model is
/// the same. `root`: folder of new session folders.
MigrationAnswer checkMigration(const widgets::MigrationValues& values,
                               const session::Deployment& base, const QString& root,
                               engine::Queries& engine);

/// The form's texts for a deployment; the folder stays empty.
widgets::MigrationValues valuesOf(const session::Deployment& deployment);

/// Quoted for a shell where that is needed.
QString shellWord(const QString& word);

/// "metainfer adapt deployment.yaml --out folder", quoted for a shell.
QString adaptCommand(const engine::AdaptRequest& request);

/// Writes the deployment file of the request, so that the shown command works too.
Status writeDeployment(const MigrationAnswer& answer);

} // namespace metainfer::workbench
