// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Text of models is foreign: it may hold anything. XML 1.0 holds less.
#include "base/xml_text.h"

#include <cstdint>

namespace metainfer {
namespace {

struct Decoded {
    std::uint32_t point = 0;
    std::size_t length = 0; ///< 0: malformed
};

Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80)
        return {first, 1};
    const std::size_t length = first >= 0xf0 && first < 0xf5   ? 4
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xc2 && first < 0xe0 ? 2
                                                               : 0;
    if (length == 0 || text.size() < length)
        return {};
    std::uint32_t point = first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        point = point << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::uint32_t kLeast[]{0, 0, 0x80, 0x800, 0x10000};
    if (point < kLeast[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        return {};
    return {point, length};
}

bool isAllowed(std::uint32_t point) {
    if (point < 0x20)
        return point == '\t' || point == '\n' || point == '\r';
    return point != 0x7f && point != 0xfffe && point != 0xffff;
}

} // namespace

std::string xmlEscaped(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 16);
    while (!text.empty()) {
        const Decoded decoded = decode(text);
        if (decoded.length == 0) {
            out += "\xef\xbf\xbd"; // U+FFFD
            text.remove_prefix(1);
            continue;
        }
        switch (decoded.point) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            if (isAllowed(decoded.point))
                out += text.substr(0, decoded.length);
        }
        text.remove_prefix(decoded.length);
    }
    return out;
}

} // namespace metainfer
