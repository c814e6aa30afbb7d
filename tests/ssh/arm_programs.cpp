// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into what runs on an emulated board (ssh/arm_ssh_board.h): programs for 64-bit Arm are
// started through the emulator, and `uname -m` says aarch64. The kernel could do the first by
// binfmt_misc, which takes root's rights on the whole machine and is not in every kernel.
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <alloca.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace {

bool isArmProgram(const char* path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf64_Ehdr head{};
    const bool isWhole = fd >= 0 && pread(fd, &head, sizeof(head), 0) == sizeof(head);
    if (fd >= 0)
        close(fd);
    return isWhole && std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
           head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_machine == EM_AARCH64;
}

bool startsWith(const char* text, const char* start) {
    return std::strncmp(text, start, std::strlen(start)) == 0;
}

std::size_t countOf(char* const list[]) {
    std::size_t count = 0;
    while (list && list[count])
        ++count;
    return count;
}

} // namespace

/// Between fork and exec nothing may be allocated but on the stack.
extern "C" int execve(const char* path, char* const arguments[], char* const environment[]) {
    constexpr const char* kEmulator = "BOARD_EMULATOR=";
    char* emulator = nullptr;
    for (std::size_t i = 0; i < countOf(environment); ++i)
        if (startsWith(environment[i], kEmulator))
            emulator = environment[i] + std::strlen(kEmulator);
    if (!emulator || access(path, X_OK) != 0 || !isArmProgram(path))
        return static_cast<int>(syscall(SYS_execve, path, arguments, environment));
    const std::size_t count = countOf(arguments);
    char** words = static_cast<char**>(alloca((count + 3) * sizeof(char*)));
    std::size_t at = 0;
    words[at++] = emulator;
    words[at++] = const_cast<char*>(path);
    for (std::size_t i = 1; i < count; ++i)
        words[at++] = arguments[i];
    words[at] = nullptr;
    // This library is none for the emulated program.
    char** kept = static_cast<char**>(alloca((countOf(environment) + 1) * sizeof(char*)));
    at = 0;
    for (std::size_t i = 0; i < countOf(environment); ++i)
        if (!startsWith(environment[i], "LD_PRELOAD="))
            kept[at++] = environment[i];
    kept[at] = nullptr;
    return static_cast<int>(syscall(SYS_execve, emulator, words, kept));
}

extern "C" int uname(utsname* system) {
    const int code = static_cast<int>(syscall(SYS_uname, system));
    if (code == 0)
        std::strcpy(system->machine, "aarch64");
    return code;
}
