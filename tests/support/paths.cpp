// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Paths that the tests need.
#include "support/paths.h"

#include <cstdlib>

namespace metainfer::test {
namespace fs = std::filesystem;

fs::path sourceDir() {
    return METAINFER_SOURCE_DIR;
}
fs::path binDir() {
    return METAINFER_BIN_DIR;
}

std::optional<fs::path> sharedDir() {
    const char* named = std::getenv("METAINFER_SHARED");
    const fs::path path = named ? fs::path(named) : sourceDir().parent_path() / "shared";
    if (fs::is_directory(path / "models"))
        return path;
    return std::nullopt;
}

std::optional<fs::path> onnxTestData() {
    for (const char* path :
         {"/usr/share/libonnx-testdata/data", "/usr/include/onnx/backend/test/data",
          "/usr/share/onnx/backend/test/data"})
        if (fs::is_directory(path))
            return fs::path(path);
    return std::nullopt;
}

} // namespace metainfer::test
