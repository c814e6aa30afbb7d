// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a rewrite did: which items of the adapted model come from which items of the source model.
#pragma once

#include "drawing/diagram.h"

namespace metainfer::drawing {

/// Same: one from one, equal type and attributes. Changed: traced, but other type, attributes,
/// parameters or several from several. Removed (source) and Added (adapted): no counterpart.
enum class Change { Same, Changed, Added, Removed };

struct Difference {
    /// By item of the source and of the adapted diagram.
    std::vector<Change> source, adapted;
    /// Counterparts, many to many, sorted.
    std::vector<std::vector<ItemId>> toAdapted, toSource;
    std::size_t same = 0, changed = 0, added = 0, removed = 0; ///< operators; changed: adapted ones
};

/// Traced through the origins that each node of the adapted model keeps; the source is the model
/// that it was made from (both imported from the same file, or clones). Inputs and outputs are
/// matched by name. Two files with no common origin are matched by name and structure when
/// `byName` is set.
Difference difference(const Diagram& source, const Diagram& adapted, bool byName = false);

} // namespace metainfer::drawing
