// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Adding, testing, listing and removing devices.
#pragma once

#include "engine/devices/device_hub.h"
#include "engine/queries.h"
#include "engine/tools/tool_context.h"

namespace metainfer::engine::tools {

/// What fails on the way is in the answer; InvalidArgument and Conflict are the request's own.
Result<DeviceCheck> addDevice(const AddDeviceRequest& request, DeviceHub& hub,
                              const ToolContext& context);
Result<DeviceCheck> testDevice(const std::string& name, DeviceHub& hub, const ToolContext& context);
Result<RemovedDevice> removeDevice(const std::string& name, DeviceHub& hub,
                                   const ToolContext& context);
DeviceCatalogue listDevices(DeviceHub& hub, const ProfileCatalogue& profiles);

} // namespace metainfer::engine::tools
