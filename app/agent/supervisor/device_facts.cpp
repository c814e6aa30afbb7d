// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Readers of /proc and /sys, behind a memory.
#include "device_facts.h"

#include "base/file.h"
#include "execution/device_caches.h"
#include "execution/device_environment.h"
#include "execution/device_telemetry.h"

namespace metainfer::agent {

Json DeviceFacts::telemetry(bool isTimed) {
    if (!isTimed)
        m_lastLook = hardware::readTelemetry().toJson();
    Json look = m_lastLook.value_or(Json::object());
    if (isTimed)
        look["asleep"] = true;
    return look;
}

Json DeviceFacts::environment() {
    if (!m_environment)
        m_environment = hardware::readLocalEnvironment().toJson();
    Json environment = *m_environment;
    if (const auto governor = readTextFile("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
        environment["governor"] = governor->substr(0, governor->find('\n'));
    return environment;
}

Json DeviceFacts::caches() const {
    Json list = Json::array();
    for (const CacheLevel& cache : readDeviceCaches())
        list.push_back(toJson(cache));
    return Json{{"caches", std::move(list)}};
}

} // namespace metainfer::agent
