// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search path and revisions of profiles.
#include "hardware/profile_store.h"

#include "base/file.h"
#include "base/suggest.h"
#include "hardware/yaml_layout.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace fs = std::filesystem;

namespace {

std::string environmentVariable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool looksLikePath(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".yaml") || text.ends_with(".yml");
}

/// bin/metainfer -> share/metainfer/profiles of the same prefix.
fs::path installedFolder() {
    std::error_code code;
    const auto program = fs::read_symlink("/proc/self/exe", code);
    if (code)
        return {};
    return program.parent_path().parent_path() / "share" / "metainfer" / "profiles";
}

fs::path historyFolder(const fs::path& path) {
    return path.parent_path() / (path.stem().string() + ".history");
}

fs::path revisionFile(const fs::path& path, int number) {
    return historyFolder(path) / fmt::format("r{}.yaml", number);
}

std::vector<int> storedRevisions(const fs::path& path) {
    std::vector<int> numbers;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(historyFolder(path), code)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("r") || !name.ends_with(".yaml"))
            continue;
        int number = 0;
        const char* end = name.data() + name.size() - 5;
        const auto parsed = std::from_chars(name.data() + 1, end, number);
        if (parsed.ec == std::errc() && parsed.ptr == end)
            numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

} // namespace

fs::path userProfileFolder() {
    const auto data = environmentVariable("XDG_DATA_HOME");
    if (!data.empty())
        return fs::path(data) / "metainfer" / "profiles";
    const auto home = environmentVariable("HOME");
    return fs::path(home.empty() ? "." : home) / ".local" / "share" / "metainfer" / "profiles";
}

std::vector<fs::path> profileFolders() {
    std::vector<fs::path> candidates{"profiles"};
    const auto named = environmentVariable("METAINFER_PROFILES");
    for (std::size_t begin = 0; begin < named.size();) {
        const auto end = std::min(named.find(':', begin), named.size());
        if (end > begin)
            candidates.emplace_back(named.substr(begin, end - begin));
        begin = end + 1;
    }
    candidates.push_back(userProfileFolder());
    candidates.push_back(installedFolder());
#ifdef METAINFER_PROFILE_DIR
    candidates.emplace_back(METAINFER_PROFILE_DIR);
#endif
    std::vector<fs::path> result;
    std::error_code code;
    for (auto& folder : candidates)
        if (!folder.empty() && fs::is_directory(folder, code))
            result.push_back(std::move(folder));
    return result;
}

ProfileStore::ProfileStore()
    : m_folders(profileFolders()) {}

ProfileStore::ProfileStore(std::vector<fs::path> folders)
    : m_folders(std::move(folders)) {}

Result<fs::path> ProfileStore::find(const std::string& nameOrPath) const {
    std::error_code code;
    if (looksLikePath(nameOrPath)) {
        if (fs::is_regular_file(nameOrPath, code))
            return fs::path(nameOrPath);
        return fail(ErrorCode::NotFound, fmt::format("no hardware profile at '{}'", nameOrPath),
                    "check the path, or give the name of a known profile: " +
                        didYouMean(fs::path(nameOrPath).stem().string(), names()));
    }
    for (const auto& folder : m_folders) {
        const auto path = folder / (nameOrPath + ".yaml");
        if (fs::is_regular_file(path, code))
            return path;
    }
    if (nameOrPath == "local")
        return fail(ErrorCode::NotFound, "this machine has no profile yet: it was not probed",
                    "Run `metainfer probe local` first.");
    const auto known = names();
    return fail(ErrorCode::NotFound, fmt::format("unknown hardware '{}'", nameOrPath),
                known.empty()
                    ? std::string("no profiles were found; set METAINFER_PROFILES to their "
                                  "folder, or give a path to a YAML file")
                    : didYouMean(nameOrPath, known));
}

Result<LoadedProfile> ProfileStore::load(const std::string& nameOrPath) const {
    MI_ASSIGN(const auto path, find(nameOrPath));
    return loadProfile(path);
}

std::vector<std::string> ProfileStore::names() const {
    std::set<std::string> names;
    std::error_code code;
    for (const auto& folder : m_folders)
        for (const auto& entry : fs::directory_iterator(folder, code))
            if (entry.path().extension() == ".yaml")
                names.insert(entry.path().stem().string());
    return {names.begin(), names.end()};
}

std::vector<Profile> ProfileStore::all(std::vector<Error>* problems) const {
    std::vector<Profile> result;
    for (const auto& name : names()) {
        auto loaded = load(name);
        if (loaded)
            result.push_back(std::move(loaded->profile));
        else if (problems)
            problems->push_back(loaded.error());
    }
    return result;
}

Result<Profile> ProfileStore::save(const fs::path& folder, Profile profile,
                                   const std::string& reason, const std::string& date,
                                   const std::string& layout) {
    if (reason.empty())
        return fail(ErrorCode::InvalidArgument, "a new revision of a profile needs a reason",
                    "say in a few words what changed and why");
    const auto problems = validate(profile);
    if (!problems.empty())
        return fail(problems.front());
    MI_CHECK(createDirectories(folder));
    MI_ASSIGN(const auto lock, FileLock::acquire(folder / ".lock", true));
    const auto path = folder / (profile.name + ".yaml");
    std::error_code code;
    int number = 1;
    std::string parent, written;
    if (fs::exists(path, code)) {
        MI_ASSIGN(const auto stored, loadProfile(path));
        MI_ASSIGN(written, readTextFile(path));
        parent = profileHash(stored.profile);
        if (parent == profileHash(profile))
            return stored.profile;
        int current = std::max(stored.profile.revision.number, 1);
        // A file that somebody put there by hand may carry a number that is taken.
        const auto taken = storedRevisions(path);
        if (!taken.empty())
            current = std::max(current, taken.back() + 1);
        MI_CHECK(createDirectories(historyFolder(path)));
        MI_CHECK(writeFileAtomically(revisionFile(path, current), written));
        number = current + 1;
    }
    const auto kept = storedRevisions(path);
    if (!kept.empty())
        number = std::max(number, kept.back() + 1);
    profile.revision = {number, reason, date, parent};
    MI_CHECK(writeFileAtomically(
        path, withLayoutOf(layout.empty() ? written : layout, profileToYaml(profile))));
    return profile;
}

Result<std::vector<Revision>> ProfileStore::history(const fs::path& path) {
    std::vector<Revision> result;
    for (const int number : storedRevisions(path)) {
        MI_ASSIGN(const auto stored, loadProfile(revisionFile(path, number)));
        result.push_back(stored.profile.revision);
        result.back().number = number;
    }
    MI_ASSIGN(const auto current, loadProfile(path));
    result.push_back(current.profile.revision);
    return result;
}

Result<Profile> ProfileStore::revision(const fs::path& path, int number) {
    MI_ASSIGN(auto current, loadProfile(path));
    if (current.profile.revision.number == number)
        return std::move(current.profile);
    const auto numbers = storedRevisions(path);
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
        return fail(ErrorCode::NotFound,
                    fmt::format("{} has no revision {}", path.string(), number),
                    fmt::format("it has: {}{}{}", fmt::join(numbers, ", "),
                                numbers.empty() ? "" : ", ", current.profile.revision.number));
    MI_ASSIGN(auto stored, loadProfile(revisionFile(path, number)));
    return std::move(stored.profile);
}

Result<Profile> ProfileStore::rollBack(const fs::path& path, int number, const std::string& date) {
    MI_ASSIGN(auto profile, revision(path, number));
    std::error_code code;
    const fs::path old = revisionFile(path, number);
    MI_ASSIGN(const std::string layout, readTextFile(fs::exists(old, code) ? old : path));
    return save(path.parent_path(), std::move(profile),
                fmt::format("rolled back to revision {}", number), date, layout);
}

} // namespace metainfer::hardware
