// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hashes: SHA-256 for identities that are stored or compared between machines, a fast one for
// tables.
#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace metainfer {

/// SHA-256 (FIPS 180-4), incremental. Own code because the agent is linked statically for boards
/// whose architecture has no cryptographic library installed on the build machine.
class Sha256 {
  public:
    Sha256();
    void update(std::span<const std::byte> bytes);
    void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
    /// 64 lower-case hexadecimal digits; the object is spent afterwards.
    std::string hexDigest();

  private:
    void block(const std::uint8_t* data);
    std::array<std::uint32_t, 8> m_state;
    std::array<std::uint8_t, 64> m_buffer{};
    std::uint64_t m_length = 0;
};

std::string sha256Hex(std::string_view text);
std::string sha256Hex(std::span<const std::byte> bytes);
Result<std::string> sha256OfFile(const std::filesystem::path& path);

/// FNV-1a, 64 bits: for seeds and tables, never for identities.
std::uint64_t fastHash(std::string_view text);

} // namespace metainfer
