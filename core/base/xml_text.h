// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Foreign text in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace metainfer {

/// `text` with the special characters of XML replaced, forbidden characters left out and malformed
/// bytes of UTF-8 replaced by U+FFFD.
std::string xmlEscaped(std::string_view text);

} // namespace metainfer
