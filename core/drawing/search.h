// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search in a diagram, also in closed groups.
#pragma once

#include "drawing/folding.h"

namespace metainfer::drawing {

enum class MatchField { Type, Name, Attribute, Parameter, Tensor, Group };

struct Match {
    ItemId item;   ///< for MatchField::Group: the first item in it
    GroupId group; ///< for MatchField::Group only
    MatchField field = MatchField::Name;
    TensorId tensor;           ///< for MatchField::Tensor only
    std::string text;          ///< what matched
    std::vector<GroupId> open; ///< groups that must be opened to see it, outside first
};

struct SearchQuery {
    /// Words separated by spaces must all occur in one item, ignoring case. A word may be limited
    /// to a field: `type:Conv`, `name:layer1`, `attr:stride`, `tensor:logits`. `type:` matches the
    /// whole type, the others a part.
    std::string text;
    std::size_t limit = 10000;
};

/// One match for each item and for each group by its title, in the order of the drawing, from top
/// to bottom. After a cancel what was found so far.
std::vector<Match> search(const Diagram& diagram, const SearchQuery& query,
                          const CancellationToken& cancel = {});

} // namespace metainfer::drawing
