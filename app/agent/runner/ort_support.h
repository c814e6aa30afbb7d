// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The loaded ONNX Runtime: its C API, owners of its objects, its errors as ours.
#pragma once

#include "base/result.h"
#include "execution/agent_messages.h"

#include <memory>
#include <string>

#include <onnxruntime_c_api.h>

namespace metainfer::runner {

/// The library that this process has loaded; one per process, for its whole life.
struct OrtLibrary {
    const OrtApi* api = nullptr;
    OrtEnv* environment = nullptr;
    RuntimeLibrary description;
    const OrtMemoryInfo* cpuMemory = nullptr;
    OrtAllocator* allocator = nullptr; ///< the runtime's default one, not owned
};

/// Loads the library that chooseLibrary gives, at the first call; later calls return the same and
/// fail with Conflict when another version is asked for.
Result<const OrtLibrary*> openLibrary(const std::string& version);

/// The library that openLibrary loaded. Only after it succeeded.
const OrtLibrary& currentLibrary();
/// The API of the loaded library. Only after openLibrary.
const OrtApi& ort();

/// Version text of a library file, loaded into this process.
Result<std::string> versionOfLibrary(const std::string& file);

/// An error of the runtime as one of ours, by its code and text.
Error ortError(OrtErrorCode code, const std::string& message);
/// Takes ownership of `status`; success when it is null.
Status check(OrtStatus* status);

/// Whether the library's file contains `text`: option names that it does not contain cannot have
/// any effect.
bool libraryContains(const OrtLibrary& library, const std::string& text);

struct OrtDeleter {
    void operator()(OrtSession* object) const { ort().ReleaseSession(object); }
    void operator()(OrtSessionOptions* object) const { ort().ReleaseSessionOptions(object); }
    void operator()(OrtValue* object) const { ort().ReleaseValue(object); }
    void operator()(OrtTypeInfo* object) const { ort().ReleaseTypeInfo(object); }
    void operator()(OrtTensorTypeAndShapeInfo* object) const {
        ort().ReleaseTensorTypeAndShapeInfo(object);
    }
    void operator()(OrtRunOptions* object) const { ort().ReleaseRunOptions(object); }
};
template <typename T>
using OrtOwned = std::unique_ptr<T, OrtDeleter>;

} // namespace metainfer::runner
