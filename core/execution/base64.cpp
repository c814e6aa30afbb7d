// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Base64 after RFC 4648.
#include "execution/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace metainfer {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> makeValues() {
    std::array<std::int8_t, 256> values{};
    for (auto& value : values)
        value = -1;
    for (std::size_t i = 0; i < kDigits.size(); ++i)
        values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
    return values;
}
constexpr auto kValues = makeValues();

} // namespace

std::string encodeBase64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

Result<std::string> decodeBase64(std::string_view text) {
    std::string bytes;
    unsigned buffer = 0;
    int bits = 0;
    const std::size_t end = std::min(text.find('='), text.size());
    const auto invalid = [] { return fail(ErrorCode::InvalidArgument, "`data` is not base64"); };
    if (text.size() % 4 != 0 || text.size() - end > 2)
        return invalid();
    bytes.reserve(text.size() / 4 * 3);
    for (const char c : text.substr(0, end)) {
        const int value = kValues[static_cast<unsigned char>(c)];
        if (value < 0)
            return invalid();
        buffer = (buffer << 6) | static_cast<unsigned>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xff);
        }
    }
    // One text for each content: nothing but padding at the end, and no bits that are lost.
    if (text.find_first_not_of('=', end) != text.npos || (buffer & ((1u << bits) - 1)) != 0)
        return invalid();
    return bytes;
}

} // namespace metainfer
