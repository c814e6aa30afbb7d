// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a deployment wishes for and the device or this version cannot give: refused or said aloud,
// never dropped in silence.
#pragma once

#include "engine/events.h"
#include "engine/target.h"
#include "ir/graph.h"
#include "search/decision.h"
#include "session/deployment.h"

namespace metainfer::engine {

/// InvalidArgument when the primary objective is a metric that nothing measures on this device. A
/// further objective of that kind is a remark: it has no say.
Status checkObjectives(const session::Deployment& deployment, const Target& target,
                       const EventSink& events);

/// Puts the deployment's intents on the model's nodes. InvalidArgument with near names when one
/// names no node.
Status applyIntents(const session::Deployment& deployment, ir::Model& model);

/// Where nodes are memory_constrained and the objectives do not say themselves what memory is
/// worth, peak memory becomes the secondary objective; a remark "intent" says so.
void honourMemoryIntents(session::Deployment& deployment, const EventSink& events);

/// How a deployment's candidates are compared: with memory_constrained nodes a lower peak is worth
/// a little speed.
search::DecisionOptions decisionOptions(const session::Deployment& deployment);

/// One remark "not_honoured" for each entry of the deployment that changes nothing on this device.
void remarkUnhonoured(const session::Deployment& deployment, const Target& target,
                      const EventSink& events);

} // namespace metainfer::engine
