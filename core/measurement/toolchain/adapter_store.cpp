// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where adapters are found by name.
#include "measurement/toolchain/adapter.h"

#include "base/suggest.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

fs::path userFolder() {
    const std::string config = variable("XDG_CONFIG_HOME");
    if (!config.empty())
        return fs::path(config) / "metainfer" / "toolchains";
    const std::string home = variable("HOME");
    return fs::path(home.empty() ? "." : home) / ".config" / "metainfer" / "toolchains";
}

/// bin/metainfer -> share/metainfer/toolchains of the same prefix.
fs::path installedFolder() {
    std::error_code code;
    const auto program = fs::read_symlink("/proc/self/exe", code);
    return code ? fs::path() : program.parent_path().parent_path() / "share/metainfer/toolchains";
}

bool looksLikePath(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".yaml") || text.ends_with(".yml");
}

} // namespace

std::vector<fs::path> toolchainFolders() {
    std::vector<fs::path> candidates{"toolchains"};
    const std::string named = variable("METAINFER_TOOLCHAINS");
    for (std::size_t begin = 0; begin < named.size();) {
        const auto end = std::min(named.find(':', begin), named.size());
        if (end > begin)
            candidates.emplace_back(named.substr(begin, end - begin));
        begin = end + 1;
    }
    candidates.push_back(userFolder());
    candidates.push_back(installedFolder());
#ifdef METAINFER_TOOLCHAIN_DIR
    candidates.emplace_back(METAINFER_TOOLCHAIN_DIR);
#endif
    std::vector<fs::path> result;
    std::error_code code;
    for (fs::path& folder : candidates)
        if (!folder.empty() && fs::is_directory(folder, code))
            result.push_back(std::move(folder));
    return result;
}

AdapterStore::AdapterStore()
    : m_folders(toolchainFolders()) {}

AdapterStore::AdapterStore(std::vector<fs::path> folders)
    : m_folders(std::move(folders)) {}

Result<Adapter> AdapterStore::load(const std::string& nameOrPath) const {
    std::error_code code;
    if (looksLikePath(nameOrPath))
        return loadAdapter(nameOrPath);
    for (const fs::path& folder : m_folders) {
        const fs::path file = folder / (nameOrPath + ".yaml");
        if (fs::is_regular_file(file, code))
            return loadAdapter(file);
    }
    const auto known = names();
    return fail(ErrorCode::NotFound, fmt::format("unknown toolchain '{}'", nameOrPath),
                known.empty() ? std::string("no adapters were found; set METAINFER_TOOLCHAINS to "
                                            "their folder, or give a path to a YAML file")
                              : didYouMean(nameOrPath, known));
}

std::vector<std::string> AdapterStore::names() const {
    std::set<std::string> names;
    std::error_code code;
    for (const fs::path& folder : m_folders)
        for (const auto& entry : fs::directory_iterator(folder, code))
            if (entry.path().extension() == ".yaml")
                names.insert(entry.path().stem().string());
    return {names.begin(), names.end()};
}

std::vector<Adapter> AdapterStore::all(std::vector<Error>* problems) const {
    std::vector<Adapter> result;
    for (const std::string& name : names()) {
        auto adapter = load(name);
        if (adapter)
            result.push_back(std::move(*adapter));
        else if (problems)
            problems->push_back(adapter.error());
    }
    return result;
}

} // namespace metainfer::measurement
