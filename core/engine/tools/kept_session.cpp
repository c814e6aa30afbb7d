// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Going back to what a session's folder holds.
#include "engine/tools/kept_session.h"

#include "base/suggest.h"
#include "session/deployment.h"

#include <algorithm>

namespace metainfer::engine::tools {

Result<candidates::Candidate> candidateOf(const session::SessionContent& content,
                                          const std::string& id) {
    candidates::Candidate original;
    original.id = "original";
    if (id == original.id)
        return original;
    std::vector<std::string> names{original.id};
    for (const auto& line : content.candidates) {
        if (line.candidate.id == id)
            return line.candidate;
        names.push_back(line.candidate.id);
    }
    return fail(ErrorCode::NotFound, content.folder.string() + ": no candidate \"" + id + "\"",
                didYouMean(id, names));
}

Result<Task> taskOf(const session::SessionContent& content, const ToolContext& context) {
    MI_ASSIGN(auto deployment, session::parseDeployment(content.info.deploymentYaml,
                                                        content.folder / "deployment.yaml"));
    deployment.model = content.info.modelPath;
    const std::string name =
        deployment.device.empty() ? session::resolveHardware(deployment) : deployment.device;
    MI_ASSIGN(Target target, context.target(name));
    return prepareTask(std::move(deployment), std::move(target), context.events, context.cancel);
}

candidates::BuildContext buildContextOf(const Task& task, candidates::CalibrationCache& cache,
                                        const CancellationToken& cancel) {
    candidates::BuildContext context;
    context.executor = &task.target.device->executor();
    context.calibration = &task.calibration;
    context.cache = &cache;
    context.target = &task.target.profile;
    context.calibrate.batch = static_cast<std::size_t>(std::max(1, task.batch));
    context.cancel = cancel;
    return context;
}

} // namespace metainfer::engine::tools
