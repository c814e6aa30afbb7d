// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a runner's timing, memory and output code needs of a runtime: load a model, run it. One
// runner holds one runtime, which defines the free functions.
#pragma once

#include "base/result.h"
#include "execution/agent_messages.h"
#include "execution/executor.h"
#include "execution/tensor.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace metainfer::runner {

/// One set of inputs, wrapped once, that is run many times. The session must outlive it.
class RunnableInputs {
  public:
    virtual ~RunnableInputs() = default;
    /// Runs once; the outputs replace the previous ones. From handing over the input tensors to all
    /// outputs in host memory: this call is what is timed.
    virtual Status run() = 0;
    /// Frees the outputs, so that a timed run does not pay for freeing those of the one before.
    virtual void clear() = 0;
    /// Copies the outputs of the last run; Unsupported for values that are not tensors.
    virtual Result<std::vector<NamedTensor>> fetch() const = 0;
};

/// A model loaded into the runtime.
class RunnableSession {
  public:
    virtual ~RunnableSession() = default;
    virtual const ModelTypes& types() const = 0;
    virtual const LoadReport& report() const = 0;
    /// `outputs` empty = all. InvalidArgument for unknown or missing names.
    virtual Result<std::unique_ptr<RunnableInputs>>
    prepare(std::vector<NamedTensor> inputs, const std::vector<std::string>& outputs = {}) = 0;
};

Result<std::unique_ptr<RunnableSession>> loadSession(const ModelVariant& variant);

/// Loads the library of the runtime and all that it reads for such options, and names its files:
/// what is resident before a model is.
Result<std::vector<std::filesystem::path>> readyRuntime(const SessionOptions& options);

} // namespace metainfer::runner
