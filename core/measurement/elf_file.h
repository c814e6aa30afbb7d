// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a program or library file needs of the system that runs it, read from the file itself.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// A 64-bit little-endian ELF file.
struct ElfFacts {
    std::string architecture; ///< as `uname -m` says: "x86_64", "aarch64"; "machine 243" if unknown
    std::string interpreter;  ///< path of the loader; empty for libraries and static programs
    std::vector<std::string> needed; ///< names of the libraries that it links
    std::string glibcNeeded;         ///< newest version it asks for, "2.34"; empty when none

    bool isStatic() const { return interpreter.empty() && needed.empty(); }
};

/// InvalidArgument for anything else than such a file, also a damaged one; NotFound, Io.
Result<ElfFacts> readElf(const std::filesystem::path& file);

/// Whether version `a` is older than `b`, number by number: "2.9" before "2.34". An empty one is
/// older than any.
bool isOlderVersion(std::string_view a, std::string_view b);

} // namespace metainfer
