// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Our session options as ONNX Runtime's.
#pragma once

#include "ort_session.h"
#include "ort_support.h"

namespace metainfer::runner {

/// Fills `report` with the names in `options` that the library does not know and the providers in
/// use. Unsupported names a provider or runtime that is not there.
Result<OrtOwned<OrtSessionOptions>> makeSessionOptions(const OrtLibrary& library,
                                                       const SessionOptions& options,
                                                       const LoadExtras& extras,
                                                       LoadReport& report);

} // namespace metainfer::runner
