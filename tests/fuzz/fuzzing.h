// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What all fuzzers share: the input as text or as a file, and a check that holds for every input.
#pragma once

#include "execution/tensor_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include <fcntl.h>

namespace metainfer::fuzz {

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// The part before the first `mark`, which is taken off `text` with the mark; all without one.
inline std::string_view cutAt(std::string_view& text, std::string_view mark) {
    const std::size_t end = text.find(mark);
    const std::string_view head = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + mark.size());
    return head;
}

/// Ends the fuzzer with a finding.
inline void require(bool holds, std::string_view what) {
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

/// A file in memory with the input as its content.
inline std::filesystem::path fileOf(std::string_view content) {
    static const auto file = MemoryFile::create("fuzz");
    require(file.has_value(), "a file in memory");
    const UniqueFd fd(open(file->path().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    require(writeAll(fd.get(), content).has_value(), "the file holds the input");
    return file->path();
}

} // namespace metainfer::fuzz
