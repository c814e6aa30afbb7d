// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hardware profiles by name or path.
#pragma once

#include "engine/queries.h"

namespace metainfer::engine::tools {

ProfileCatalogue profileCatalogue();
Result<ProfileFile> openProfileFile(const std::string& nameOrPath);
Result<std::vector<hardware::FieldChange>> diffOfProfiles(const std::string& before,
                                                          const std::string& after);
Result<std::vector<hardware::Similarity>> profilesLike(const std::string& nameOrPath,
                                                       std::size_t most);
Result<std::vector<hardware::Revision>> historyOf(const std::string& nameOrPath);
Result<hardware::Profile> rollBack(const std::string& nameOrPath, int revision);
Result<std::string> fullForm(const std::string& nameOrPath, const std::filesystem::path& out);

} // namespace metainfer::engine::tools
