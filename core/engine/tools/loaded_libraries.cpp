// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Versions come from the loaded files themselves, not from the headers of the build machine.
#include "engine/tools/loaded_libraries.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

struct Wanted {
    const char* name;
    const char* stem;
    const char* purpose;
};
constexpr Wanted kWanted[] = {
    {"onnx", "libonnx.so", "model format, checker, shape inference"},
    {"protobuf", "libprotobuf.so", "model files"},
    {"yaml-cpp", "libyaml-cpp.so", "profiles and deployments"},
    {"SOCI", "libsoci_core.so", "experience store"},
    {"SQLite", "libsqlite3.so", "experience store"},
    {"XGBoost", "libxgboost.so", "learned operator model"},
    {"pagmo", "libpagmo.so", "evolutionary search"},
    {"hwloc", "libhwloc.so", "processor topology"},
};

std::vector<fs::path> loadedFiles() {
    std::vector<fs::path> files;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
            if (info->dlpi_name && *info->dlpi_name)
                static_cast<std::vector<fs::path>*>(out)->emplace_back(info->dlpi_name);
            return 0;
        },
        &files);
    return files;
}

/// "4.0.3" of libsoci_core.so.4.0.3; empty when the name has none.
std::string versionOf(const fs::path& file, const std::string& stem) {
    const std::string name = file.filename().string();
    const auto at = name.find(stem);
    if (at == std::string::npos || name.size() <= at + stem.size() + 1)
        return {};
    std::string version = name.substr(at + stem.size() + 1);
    // Fewer numbers are an interface version, not the library's.
    return std::count(version.begin(), version.end(), '.') >= 2 ? version : std::string();
}

/// What the library itself says, where its interface has a call for it.
std::string askVersion(const std::string& name) {
    if (name == "XGBoost") {
        if (auto* ask = reinterpret_cast<void (*)(int*, int*, int*)>(
                dlsym(RTLD_DEFAULT, "XGBoostVersion"))) {
            int major = 0, minor = 0, patch = 0;
            ask(&major, &minor, &patch);
            return fmt::format("{}.{}.{}", major, minor, patch);
        }
    }
    if (name == "SQLite") {
        if (auto* ask =
                reinterpret_cast<const char* (*)()>(dlsym(RTLD_DEFAULT, "sqlite3_libversion")))
            return ask();
    }
    return {};
}

} // namespace

void addLibraries(SystemReport& report) {
    report.checks.push_back(
        {"libraries", "metainfer", CheckLevel::Ok, "version " METAINFER_VERSION, "", false});
    const auto files = loadedFiles();
    for (const Wanted& wanted : kWanted) {
        SystemCheck check{"libraries", wanted.name, CheckLevel::Ok, "", "", false};
        for (const fs::path& file : files) {
            if (file.filename().string().find(wanted.stem) != 0)
                continue;
            std::error_code code;
            const fs::path real = fs::canonical(file, code);
            std::string version = askVersion(wanted.name);
            if (version.empty())
                version = versionOf(code ? file : real, wanted.stem);
            check.detail = fmt::format("{}{} ({})", version.empty() ? "" : version + ", ",
                                       (code ? file : real).string(), wanted.purpose);
        }
        if (check.detail.empty())
            check.detail = fmt::format("linked in ({})", wanted.purpose);
        report.checks.push_back(std::move(check));
    }
}

} // namespace metainfer::engine::tools
