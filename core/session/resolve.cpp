// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the model and the hardware of a deployment are.
#include "session/deployment.h"

#include "base/suggest.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

namespace metainfer::session {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSamples = "sample_models";

bool isFile(const fs::path& path) {
    std::error_code code;
    return fs::is_regular_file(path, code);
}

bool isFolder(const fs::path& path) {
    std::error_code code;
    return fs::is_directory(path, code);
}

fs::path folderOf(const fs::path& file) {
    std::error_code code;
    return fs::absolute(file, code).parent_path();
}

/// Ends in .onnx or names a folder: a path rather than a sample's name.
bool looksLikePath(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".onnx") || text.ends_with(".ort");
}

/// The model in a sample's folder: model.onnx, or the only .onnx file.
std::optional<fs::path> modelIn(const fs::path& folder) {
    if (isFile(folder / "model.onnx"))
        return folder / "model.onnx";
    std::optional<fs::path> only;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        if (entry.path().extension() != ".onnx")
            continue;
        if (only)
            return std::nullopt;
        only = entry.path();
    }
    return only;
}

std::vector<std::string> sampleNames(const std::vector<fs::path>& folders) {
    std::set<std::string> names;
    std::error_code code;
    for (const fs::path& folder : folders)
        for (const auto& entry : fs::directory_iterator(folder, code))
            if (entry.is_directory(code) && modelIn(entry.path()))
                names.insert(entry.path().filename().string());
    return {names.begin(), names.end()};
}

} // namespace

std::vector<fs::path> sampleFolders(const fs::path& deploymentFile) {
    std::vector<fs::path> candidates;
    if (!deploymentFile.empty()) {
        const fs::path beside = folderOf(deploymentFile);
        candidates.push_back(beside / kSamples);
        if (beside.parent_path().filename() == kSamples)
            candidates.push_back(beside.parent_path());
    }
    candidates.emplace_back(kSamples);
    if (const char* given = std::getenv("METAINFER_SAMPLES"); given && *given)
        candidates.emplace_back(given);
    std::error_code code;
    const fs::path program = fs::read_symlink("/proc/self/exe", code);
    if (!code) {
        const fs::path prefix = program.parent_path().parent_path();
        candidates.push_back(prefix / "share" / "metainfer" / kSamples);
        // A build tree lies two or three levels inside the source tree.
        for (fs::path up = prefix; up.has_relative_path(); up = up.parent_path())
            if (isFolder(up / kSamples) && isFile(up / "CMakeLists.txt"))
                candidates.push_back(up / kSamples);
    }
    std::vector<fs::path> folders;
    for (fs::path& folder : candidates)
        if (isFolder(folder))
            folders.push_back(std::move(folder));
    return folders;
}

Result<fs::path> resolveModel(const Deployment& deployment) {
    const std::string& name = deployment.model;
    std::vector<fs::path> places;
    if (!deployment.file.empty())
        places.push_back(folderOf(deployment.file) / name);
    places.emplace_back(name);
    for (const fs::path& place : places) {
        if (isFile(place))
            return place.lexically_normal();
        if (isFolder(place))
            if (const auto model = modelIn(place))
                return model->lexically_normal();
    }
    const std::string file =
        deployment.file.empty() ? std::string("the deployment") : deployment.file.string();
    if (looksLikePath(name))
        return fail(ErrorCode::NotFound, fmt::format("{}: there is no model {}", file, name),
                    "Give a path relative to the deployment file, or the name of a sample model.");
    const std::vector<fs::path> folders = sampleFolders(deployment.file);
    for (const fs::path& folder : folders)
        if (const auto model = modelIn(folder / name))
            return model->lexically_normal();
    return fail(ErrorCode::NotFound, fmt::format("{}: there is no model \"{}\"", file, name),
                didYouMean(name, sampleNames(folders)));
}

std::string resolveHardware(const Deployment& deployment) {
    const std::string& name = deployment.hardware;
    if (deployment.file.empty() || name.empty())
        return name;
    const fs::path beside = folderOf(deployment.file) / name;
    return isFile(beside) ? beside.lexically_normal().string() : name;
}

} // namespace metainfer::session
