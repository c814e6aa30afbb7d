// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile among those that plots and tables compare.
#pragma once

#include "hardware/profile.h"

#include <QString>

#include <memory>
#include <vector>

namespace metainfer::widgets {

struct ComparedProfile {
    QString name;
    int color = 0; ///< index into Colors::series
    std::shared_ptr<const hardware::Profile> profile;
};
using ComparedProfiles = std::vector<ComparedProfile>;

} // namespace metainfer::widgets
