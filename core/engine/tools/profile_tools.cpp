// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hardware profiles by name or path.
#include "engine/tools/profile_tools.h"

#include "base/file.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

namespace metainfer::engine::tools {

using hardware::ProfileStore;

ProfileCatalogue profileCatalogue() {
    ProfileCatalogue catalogue;
    const ProfileStore store;
    for (const std::string& name : store.names()) {
        auto loaded = openProfileFile(name);
        if (loaded)
            catalogue.profiles.push_back({name, loaded->file, std::move(loaded->profile)});
        else
            catalogue.problems.push_back(loaded.error());
    }
    return catalogue;
}

Result<ProfileFile> openProfileFile(const std::string& nameOrPath) {
    const ProfileStore store;
    ProfileFile opened;
    MI_ASSIGN(opened.file, store.find(nameOrPath));
    MI_ASSIGN(auto loaded, hardware::loadProfile(opened.file));
    opened.profile = std::move(loaded.profile);
    opened.warnings = std::move(loaded.warnings);
    return opened;
}

/// "local@2" is revision 2 of it.
static Result<hardware::Profile> openRevision(const std::string& text) {
    const auto at = text.rfind('@');
    if (at == std::string::npos) {
        MI_ASSIGN(auto opened, openProfileFile(text));
        return std::move(opened.profile);
    }
    int number = 0;
    for (const char c : text.substr(at + 1)) {
        if (c < '0' || c > '9' || number > 100'000)
            return fail(ErrorCode::InvalidArgument, "not a revision: " + text.substr(at + 1),
                        "Write NAME@NUMBER, for example local@2; see `metainfer profile history`.");
        number = number * 10 + (c - '0');
    }
    MI_ASSIGN(const auto file, ProfileStore().find(text.substr(0, at)));
    return ProfileStore::revision(file, number);
}

Result<std::vector<hardware::FieldChange>> diffOfProfiles(const std::string& before,
                                                          const std::string& after) {
    MI_ASSIGN(const auto first, openRevision(before));
    MI_ASSIGN(const auto second, openRevision(after));
    return hardware::diffProfiles(first, second);
}

Result<std::vector<hardware::Similarity>> profilesLike(const std::string& nameOrPath,
                                                       std::size_t most) {
    MI_ASSIGN(const auto subject, openProfileFile(nameOrPath));
    const auto others = ProfileStore().all();
    return hardware::nearest(subject.profile, others, most);
}

Result<std::vector<hardware::Revision>> historyOf(const std::string& nameOrPath) {
    MI_ASSIGN(const auto file, ProfileStore().find(nameOrPath));
    return ProfileStore::history(file);
}

Result<hardware::Profile> rollBack(const std::string& nameOrPath, int revision) {
    MI_ASSIGN(const auto file, ProfileStore().find(nameOrPath));
    return ProfileStore::rollBack(file, revision, measurement::utcNow());
}

Result<std::string> fullForm(const std::string& nameOrPath, const std::filesystem::path& out) {
    MI_ASSIGN(const auto opened, openProfileFile(nameOrPath));
    if (!out.empty())
        MI_CHECK(hardware::writeProfile(out, opened.profile));
    return hardware::profileToYaml(opened.profile);
}

} // namespace metainfer::engine::tools
