// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of number sources.
#include "base/quantity.h"

#include <array>
#include <utility>

namespace metainfer {
namespace {
constexpr std::array<std::pair<NumberSource, std::string_view>, 7> kNames{{
    {NumberSource::Measured, "measured"},
    {NumberSource::Predicted, "predicted"},
    {NumberSource::Simulated, "simulated"},
    {NumberSource::Datasheet, "datasheet"},
    {NumberSource::User, "user"},
    {NumberSource::Learned, "learned"},
    {NumberSource::Default, "default"},
}};
} // namespace

std::string_view numberSourceName(NumberSource source) {
    for (const auto& [value, name] : kNames)
        if (value == source)
            return name;
    return "default";
}

std::optional<NumberSource> numberSourceFromName(std::string_view name) {
    for (const auto& [value, text] : kNames)
        if (text == name)
            return value;
    return std::nullopt;
}

} // namespace metainfer
