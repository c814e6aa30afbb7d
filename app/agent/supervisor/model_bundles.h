// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Models with external data: folders in which the blobs have the names that the model uses.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <filesystem>

namespace metainfer::agent {

class ModelBundles {
  public:
    /// Beside the blobs, so that a bundle is made of links and not of copies.
    explicit ModelBundles(std::filesystem::path blobs);
    ~ModelBundles(); ///< removes those of this process
    ModelBundles(const ModelBundles&) = delete;
    ModelBundles& operator=(const ModelBundles&) = delete;

    /// Where `params`, or one of its `variants`, has `model_files` {name: path}, lays the folder
    /// out and lets `model` name the file in it. InvalidArgument for a name outside the folder.
    Status resolve(Json& params) const;

  private:
    Status resolveOne(Json& variant) const;
    std::filesystem::path m_folder;
};

} // namespace metainfer::agent
