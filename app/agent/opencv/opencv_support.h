// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The OpenCV library of this process: what it is, its threads, its errors as ours.
#pragma once

#include "onnx_glance.h"

#include "base/result.h"

#include <filesystem>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace metainfer::runner {

/// "4.6.0", of the library that was really loaded.
std::string opencvVersion();
/// Its files in this process, the one with the networks first.
std::vector<std::filesystem::path> opencvLibraries();
/// What it was built for: "CPU baseline SSE SSE2, dispatch … AVX2; threads TBB".
std::string opencvBuild();

/// Sets the number of threads for the whole process, 0 = the library's own choice; nothing to do
/// when it is set already.
void useThreads(int threads);

/// An exception while the network `glance` was loaded or run. A node that the library refuses is
/// Unsupported with the context entries "operator: TYPE", "node: NAME", "dtype: int8" where the
/// operator is one of integers, and "form: REASON" when it takes the operator but not in this form.
Error opencvError(const cv::Exception& exception, const OnnxGlance& glance);

} // namespace metainfer::runner
