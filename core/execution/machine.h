// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What this machine is and how busy it is, from /proc and /sys. What cannot be read stays unknown.
#pragma once

#include "execution/agent_messages.h"

#include <cstdint>

namespace metainfer {

/// Everything except `runtimes`.
AgentInventory describeMachine();
MachineState readMachineState();

/// Busy and stolen time of all cpus since boot in microseconds; false when /proc/stat is missing.
bool readCpuTimes(double& busyUs, double& stealUs);

/// Physical memory, or the control group's limit when that is lower.
std::uint64_t usableMemoryBytes();

/// Resident now, and the highest since start (or since resetPeakResident); 0 when unknown.
std::uint64_t residentBytes(int pid);
std::uint64_t peakResidentBytes(int pid);
/// Starts a new peak for this process; false when the kernel does not offer it.
bool resetPeakResident();

} // namespace metainfer
