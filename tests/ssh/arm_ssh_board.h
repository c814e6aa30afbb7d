// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit Arm board behind a real SSH server: its shell and tools are this machine's, every
// program for its processor is emulated. For what it computes, never for how fast.
#pragma once

#include "ssh/ssh_lab.h"
#include "support/arm_board.h"
#include "support/paths.h"

namespace metainfer::test {

inline std::string whyNoArmSshBoard() {
    const std::string why = SshLab::whyNot();
    return why.empty() ? whyNoArmBoard() : why;
}

/// Adds one to the lab; `settings.environment` gets what the emulation needs.
inline SshLab::Device& addArmBoard(SshLab& lab, SshLab::Settings settings) {
    const fs::path system = lab.folder() / "arm-system";
    const fs::path library = lab.folder() / "arm_programs.so";
    if (!fs::exists(system)) {
        makeArmSystem(system, true);
        // The build tree need not be readable for the board's user.
        fs::copy_file(binDir() / "arm_programs.so", library);
    }
    // Programs that the shell starts go through the library, the agent's own through its wrapper.
    settings.environment += fmt::format(
        "{0}LD_PRELOAD={1} BOARD_EMULATOR={2} METAINFER_RUNNER_WRAPPER={2} QEMU_LD_PREFIX={3}",
        settings.environment.empty() ? "" : " ", library.string(), kArmEmulator, system.string());
    return lab.add(settings);
}

} // namespace metainfer::test
