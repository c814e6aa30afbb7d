// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session of one candidate, c1, for tools that go back to what a folder holds.
#pragma once

#include "engine/devices/device_hub.h"
#include "engine/tools/tool_context.h"
#include "session/session_folder.h"
#include "support/onnx_writer.h"

#include <filesystem>

namespace metainfer::test {

/// x times w, twice, with an operator between that does nothing.
inline GraphWriter twoProductsAndAnIdentity() {
    const std::vector<float> weights(16, 0.25f);
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 4}})
        .output({"y", ElementType::Float, {1, 4}})
        .initializer("w1", floats({4, 4}, weights))
        .initializer("w2", floats({4, 4}, weights))
        .node("MatMul", {"x", "w1"}, {"h"})
        .node("Identity", {"h"}, {"i"})
        .node("MatMul", {"i", "w2"}, {"y"});
}

/// A candidate of that model which drops the identity.
inline candidates::Candidate withoutTheIdentity() {
    candidates::Candidate candidate;
    candidate.id = "c1";
    candidate.variant.rewrites.push_back({"eliminate_identity", {"*"}});
    candidate.mapping.session.threads = 1;
    return candidate;
}

/// On a simulated device, without data and decision; the model lies beside the folder as m.onnx.
inline Result<session::SessionWriter> writeKeptSession(const std::filesystem::path& folder,
                                                       const GraphWriter& model,
                                                       const candidates::Candidate& candidate) {
    const auto file = folder.parent_path() / "m.onnx";
    model.save(file);
    session::SessionInfo info;
    info.id = "kept";
    info.modelPath = file.string();
    info.deploymentYaml = "deployment:\n  model: m.onnx\n  hardware: accelerator-x-edge\n"
                          "  optimization_objective: {primary: p50_latency}\n";
    MI_ASSIGN(auto writer, session::SessionWriter::create(folder, info));
    session::CandidateLine line;
    line.candidate = candidate;
    line.extra = Json::object();
    MI_CHECK(writer.addCandidate(line));
    return writer;
}

/// What tools on such a session are given.
inline engine::tools::ToolContext keptContext(const CancellationToken& cancel = {},
                                              engine::EventSink events = {}) {
    return {std::move(events), cancel,
            [](const std::string& name) { return engine::openSimulated(name, {}); }};
}

} // namespace metainfer::test
