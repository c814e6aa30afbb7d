// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a device name stands for: the device, what is known about it, and the model that predicts
// it.
#pragma once

#include "hardware/profile_store.h"
#include "measurement/device.h"
#include "prediction/predictor.h"

#include <memory>
#include <string>

namespace metainfer::engine {

struct Target {
    std::shared_ptr<measurement::Device> device;
    hardware::Profile profile;
    std::shared_ptr<prediction::Predictor> predictor;
    bool simulated() const { return !device->capabilities().measures; }
};

} // namespace metainfer::engine
