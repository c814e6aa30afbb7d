// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where tests find the repository, the built programs and optional outside material.
#pragma once

#include <filesystem>
#include <optional>

namespace metainfer::test {

std::filesystem::path sourceDir();
/// Where the built executables lie.
std::filesystem::path binDir();
/// The folder of shared test models (METAINFER_SHARED, else ../shared beside the source tree), if
/// present.
std::optional<std::filesystem::path> sharedDir();
/// The ONNX backend test data of the package libonnx-testdata, if installed.
std::optional<std::filesystem::path> onnxTestData();

} // namespace metainfer::test
