// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes as text in the agent protocol.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace metainfer {

/// Standard alphabet with padding (RFC 4648).
std::string encodeBase64(std::string_view bytes);
/// InvalidArgument for anything else.
Result<std::string> decodeBase64(std::string_view text);

} // namespace metainfer
