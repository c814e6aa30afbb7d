// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model loaded into ONNX Runtime, and runs of it on prepared inputs.
#pragma once

#include "ort_support.h"
#include "runnable.h"

namespace metainfer::runner {

/// What a special run needs beside the options that a mapping has.
struct LoadExtras {
    std::filesystem::path profilePrefix;  ///< empty = no profiling
    std::filesystem::path optimizedModel; ///< empty = not saved
};

class ModelSession final : public RunnableSession {
  public:
    /// Every input and output value must be a tensor to be run; `types` reports the others too.
    static Result<std::unique_ptr<ModelSession>> load(const ModelVariant& variant,
                                                      const LoadExtras& extras = {});

    const ModelTypes& types() const override { return m_types; }
    const LoadReport& report() const override { return m_report; }
    Result<std::unique_ptr<RunnableInputs>>
    prepare(std::vector<NamedTensor> inputs, const std::vector<std::string>& outputs) override;
    OrtSession* handle() const { return m_session.get(); }
    /// Ends profiling and returns the file it was written to.
    Result<std::filesystem::path> endProfiling();

  private:
    ModelSession() = default;
    OrtOwned<OrtSession> m_session;
    ModelTypes m_types;
    LoadReport m_report;
};

/// Inputs as values of the runtime, and what it computed from them.
class PreparedRun final : public RunnableInputs {
  public:
    static Result<PreparedRun> create(const ModelSession& session, std::vector<NamedTensor> inputs,
                                      const std::vector<std::string>& outputs = {});
    Status run() override;
    void clear() override { m_outputs.clear(); }
    Result<std::vector<NamedTensor>> fetch() const override;
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
