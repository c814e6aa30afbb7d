// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model loaded into ONNX Runtime, and runs of it on prepared inputs.
#pragma once

#include "ort_support.h"

#include "execution/agent_messages.h"
#include "execution/tensor.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace metainfer::runner {

/// What a special run needs beside the options that a mapping has.
struct LoadExtras {
    std::filesystem::path profilePrefix;  ///< empty = no profiling
    std::filesystem::path optimizedModel; ///< empty = not saved
};

class ModelSession {
  public:
    /// Every input and output value must be a tensor to be run; `types` reports the others too.
    static Result<std::unique_ptr<ModelSession>> load(const ModelVariant& variant,
                                                      const LoadExtras& extras = {});

    const ModelTypes& types() const { return m_types; }
    const LoadReport& report() const { return m_report; }
    OrtSession* handle() const { return m_session.get(); }
    /// Ends profiling and returns the file it was written to.
    Result<std::filesystem::path> endProfiling();

  private:
    ModelSession() = default;
    OrtOwned<OrtSession> m_session;
    ModelTypes m_types;
    LoadReport m_report;
};

/// One set of inputs, wrapped once, that is run many times. The session must outlive it.
class PreparedRun {
  public:
    /// `outputs` empty = all. InvalidArgument for unknown or missing names.
    static Result<PreparedRun> create(const ModelSession& session, std::vector<NamedTensor> inputs,
                                      const std::vector<std::string>& outputs = {});
    /// Runs once; the outputs replace the previous ones.
    Status run();
    /// Frees the outputs, so that a timed run does not pay for freeing those of the one before.
    void clear() { m_outputs.clear(); }
    /// Copies the outputs of the last run; Unsupported for values that are not tensors.
    Result<std::vector<NamedTensor>> fetch() const;
    /// The raw bytes of a dense output of the last run, without a copy.
    Result<HostTensor> describe(std::size_t index, const void*& data) const;
    const std::vector<std::string>& outputNames() const { return m_outputNames; }

  private:
    const ModelSession* m_session = nullptr;
    std::vector<NamedTensor> m_tensors; ///< owns the bytes that the values refer to
    std::vector<OrtOwned<OrtValue>> m_inputs;
    std::vector<std::string> m_outputNames;
    std::vector<const char*> m_inputPointers;
    std::vector<OrtOwned<OrtValue>> m_outputs;
};

} // namespace metainfer::runner
