// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a runtime will make of a graph: which nodes it fuses, where it converts layouts, which QDQ
// groups become 8-bit operators.
#pragma once

#include "execution/session_options.h"
#include "hardware/profile.h"
#include "prediction/operator_case.h"

#include <string>
#include <vector>

namespace metainfer::prediction {

struct LoweringOptions {
    bool foldConstants = true;     ///< nodes with constant inputs only cost nothing
    bool fuse = true;              ///< convolution and matmul with what follows
    bool fuseQdq = true;           ///< DQ -> operator -> Q becomes one 8-bit operator
    bool blockedLayout = false;    ///< convolutions run channel-blocked, with reorders between
    bool fuseElementwise = false;  ///< chains of elementwise operators become one
    double maxFusionWorkRatio = 2; ///< a fused block's work over its main operator's
    /// From the session on this device: what ONNX Runtime does on CPUs, what compilers do
    /// elsewhere.
    static LoweringOptions from(const SessionOptions& session, const hardware::Profile& profile);
};

struct Lowered {
    std::vector<OperatorCase> cases;  ///< in order of execution
    std::vector<std::string> remarks; ///< "the trip count of Loop 'x' is unknown: counted once"
    std::size_t unknownShapes = 0;
};

Lowered lower(const ir::Graph& graph, const LoweringOptions& options);

/// True when the runtime may run `node` of a DQ -> node -> Q group on 8-bit integers; `why` says
/// what stops it otherwise.
bool qdqGroupIsLegal(const ir::Graph& graph, const ir::Node& node, std::string* why = nullptr);

} // namespace metainfer::prediction
