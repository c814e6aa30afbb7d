// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The local agent under the machine's lock.
#include "measurement/local_device.h"

namespace metainfer::measurement {

Result<std::unique_ptr<LocalDevice>> LocalDevice::create(Options options) {
    MI_ASSIGN(auto client, AgentClient::startLocal());
    return create(std::move(client), std::move(options));
}

Result<std::unique_ptr<LocalDevice>> LocalDevice::create(std::shared_ptr<AgentClient> client,
                                                         Options options) {
    MI_ASSIGN(AgentInventory inventory, client->inventory());
    return std::unique_ptr<LocalDevice>(
        new LocalDevice(std::move(client), std::move(options), std::move(inventory)));
}

Result<MachineLock> LocalDevice::lock(std::string what, const CancellationToken& cancel) const {
    return MachineLock::acquire(options().lockFile, std::move(what), cancel, options().lockTimeout,
                                options().onWait);
}

} // namespace metainfer::measurement
