// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the inspector says about an operator, a tensor, a group or the model.
#pragma once

#include "graph/loaded_model.h"
#include "graph/property_model.h"

#include "drawing/difference.h"

#include <vector>

namespace metainfer::workbench {

using Sections = std::vector<widgets::PropertySection>;

/// Nothing selected: about the model. Texts are in the current language; names and values of the
/// model as they are.
Sections describeModel(const LoadedModel& model);
Sections describe(const LoadedModel& model, const widgets::GraphElement& element);
/// What differs, with links; their tag is 0 for the source and 1 for the adapted model.
Sections describeDifference(const LoadedModel& source, const LoadedModel& adapted,
                            const drawing::Difference& difference);

/// "[3, 3]", "0.001", "\"SAME_UPPER\"", "float32[3,3]"; long lists are cut at `most` elements.
QString attributeText(const ir::Attribute& attribute, std::size_t most = 64);

} // namespace metainfer::workbench
