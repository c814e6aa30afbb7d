// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Strong index types: ids of different kinds cannot be mixed up.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace metainfer {

/// An index into a table of `Tag`s; default-constructed it names nothing.
template <typename Tag>
struct Id {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    std::uint32_t index = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t value)
        : index(value) {}
    constexpr explicit Id(std::size_t value)
        : index(static_cast<std::uint32_t>(value)) {}
    constexpr explicit Id(int value)
        : index(static_cast<std::uint32_t>(value)) {}
    constexpr bool isValid() const { return index != kNone; }
    constexpr explicit operator bool() const { return isValid(); }
    constexpr auto operator<=>(const Id&) const = default;
};

} // namespace metainfer

template <typename Tag>
struct std::hash<metainfer::Id<Tag>> {
    std::size_t operator()(metainfer::Id<Tag> id) const noexcept { return id.index; }
};
