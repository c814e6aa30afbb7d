// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// NumPy's array files: one array (.npy) or a ZIP archive of them (.npz).
#pragma once

#include "base/result.h"
#include "execution/tensor.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace metainfer::candidates {

/// Parses the content of a .npy file (format versions 1 to 3). Little- and big-endian numbers,
/// bool, fixed-width strings ('S', 'U'); C and Fortran order. `what` names the source in errors.
Result<HostTensor> parseNpy(std::span<const std::byte> content, const std::string& what);
Result<HostTensor> readNpy(const std::filesystem::path& path);
/// Every array of a .npz by its name without ".npy"; members may be stored or deflated.
Result<std::map<std::string, HostTensor>> readNpz(const std::filesystem::path& path);
/// Writes a version 1 .npy; Unsupported for types that NumPy does not have.
Status writeNpy(const std::filesystem::path& path, const HostTensor& tensor);

} // namespace metainfer::candidates
