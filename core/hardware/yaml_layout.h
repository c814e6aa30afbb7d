// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps a person's YAML as it was written where only some values change.
#pragma once

#include <string>

namespace metainfer::hardware {

/// A text with the content of `content` in the layout of `layout`: comments, order, blank lines,
/// flow or block style stay where a value did not change. New keys follow their neighbours, removed
/// ones go with their line; comments above them stay. When `layout` cannot be followed (it does not
/// parse, anchors and aliases, several documents), `content` is returned with the comments that
/// stand at the top of `layout`.
std::string withLayoutOf(const std::string& layout, const std::string& content);

} // namespace metainfer::hardware
