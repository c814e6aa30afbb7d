// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Folders of links.
#include "model_bundles.h"

#include "base/file.h"
#include "base/hash.h"

#include <cerrno>
#include <charconv>
#include <csignal>

#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "bundles-";

/// Runtimes refuse external data that lie elsewhere after following links, so a hard link comes
/// first and a copy last.
Status placeFile(const fs::path& from, const fs::path& to) {
    std::error_code error;
    MI_CHECK(createDirectories(to.parent_path()));
    fs::create_hard_link(from, to, error);
    if (!error || fs::exists(to, error))
        return {};
    fs::copy_file(from, to, error);
    if (error)
        return fail(errnoError(fmt::format("cannot lay out {}", to.string()), error.value()));
    return {};
}

bool staysInside(const fs::path& name) {
    if (name.empty() || name.is_absolute())
        return false;
    for (const fs::path& part : name)
        if (part == "..")
            return false;
    return true;
}

} // namespace

ModelBundles::ModelBundles(fs::path blobs)
    : m_folder(blobs / fmt::format("{}{}", kPrefix, getpid())) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(blobs, error)) {
        const std::string name = entry.path().filename().string();
        int pid = 0;
        std::error_code ignored;
        if (name.starts_with(kPrefix) &&
            std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), pid).ec ==
                std::errc{} &&
            (pid == getpid() || (kill(pid, 0) != 0 && errno == ESRCH)))
            fs::remove_all(entry.path(), ignored);
    }
}

ModelBundles::~ModelBundles() {
    std::error_code error;
    fs::remove_all(m_folder, error);
}

Status ModelBundles::resolve(Json& params) const {
    if (!params.is_object())
        return {};
    MI_CHECK(resolveOne(params));
    if (params.contains("variants") && params["variants"].is_array())
        for (Json& variant : params["variants"])
            MI_CHECK(resolveOne(variant));
    return {};
}

Status ModelBundles::resolveOne(Json& variant) const {
    const Json files = jsonValue(variant, "model_files", Json::object());
    if (!files.is_object() || files.empty())
        return {};
    const std::string model = jsonValue(variant, "model", std::string());
    const fs::path folder = m_folder / sha256Hex(model + dumpJson(files)).substr(0, 32);
    MI_CHECK(placeFile(model, folder / "model.onnx"));
    for (const auto& [name, path] : files.items()) {
        if (!staysInside(name) || !path.is_string())
            return fail(
                ErrorCode::InvalidArgument,
                fmt::format("`model_files` names {}, which lies outside the model's folder", name));
        MI_CHECK(placeFile(path.get<std::string>(), folder / name));
    }
    variant["model"] = (folder / "model.onnx").string();
    return {};
}

} // namespace metainfer::agent
