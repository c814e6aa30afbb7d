// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// This machine as a device: the agent as a child process, under the machine-wide lock.
#pragma once

#include "measurement/agent_device.h"

#include <memory>

namespace metainfer::measurement {

class LocalDevice final : public AgentDevice {
  public:
    using Options = AgentDevice::Options;
    /// Over an agent that is started here; NotFound says where it was looked for.
    static Result<std::unique_ptr<LocalDevice>> create(Options options);
    static Result<std::unique_ptr<LocalDevice>> create() { return create(Options{}); }
    static Result<std::unique_ptr<LocalDevice>> create(std::shared_ptr<AgentClient> client,
                                                       Options options);

    using AgentDevice::client;
    /// Takes the machine for something of one's own, such as a probe.
    Result<MachineLock> lock(std::string what, const CancellationToken& cancel) const;

  private:
    using AgentDevice::AgentDevice;
};

} // namespace metainfer::measurement
