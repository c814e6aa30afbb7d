// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the reference model once per input: every further check against it takes the kept outputs.
#pragma once

#include "execution/executor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::validation {

/// An executor that keeps the outputs of one model in one session, by the content of the feed, and
/// passes everything else on. Kept in memory up to a limit, then in files of `folder` up to
/// another; what fits in neither is run again. A model whose first feed gives other outputs on a
/// second run (random operators) is never served from what was kept. Thread-safe.
class RememberingExecutor final : public Executor {
  public:
    struct Options {
        std::uint64_t memoryBytes = 64u << 20;
        std::filesystem::path folder; ///< made when first needed; empty = memory only
        std::uint64_t diskBytes = 1u << 30;
    };
    struct Counts {
        std::size_t runs = 0;   ///< inferences of the reference
        std::size_t served = 0; ///< inferences that were saved
        std::uint64_t memoryBytes = 0, diskBytes = 0;
    };

    /// `executor` must outlive the object.
    RememberingExecutor(Executor& executor, std::filesystem::path model, SessionOptions session,
                        Options options);

    Result<std::vector<NamedTensor>>
    run(const std::filesystem::path& model, const SessionOptions& options,
        const std::vector<NamedTensor>& inputs, const std::vector<std::string>& outputs,
        const RunLimits& limits, const CancellationToken& cancel) override;
    Status runAll(const std::filesystem::path& model, const SessionOptions& options,
                  const FeedSource& feeds, const std::vector<std::string>& outputs,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
                  const RunLimits& limits, const CancellationToken& cancel) override;
    Result<ModelTypes> types(const std::filesystem::path& model, const RunLimits& limits,
                             const CancellationToken& cancel) override;
    Result<std::vector<TensorStatistics>>
    statistics(const std::filesystem::path& model, const SessionOptions& options,
               const FeedSource& feeds, const HistogramRequest& request, const RunLimits& limits,
               const CancellationToken& cancel) override;

    Counts counts() const;
    /// Nothing before the reference ran; false when two runs on one feed gave different outputs.
    std::optional<bool> deterministic() const;

  private:
    struct Kept {
        std::vector<NamedTensor> tensors;
        std::filesystem::path file; ///< holds them when `tensors` is empty
    };
    bool isReference(const std::filesystem::path& model, const SessionOptions& options) const;
    Result<std::vector<NamedTensor>> referenceOutputs(const std::vector<NamedTensor>& feed,
                                                      const RunLimits& limits,
                                                      const CancellationToken& cancel);
    std::optional<std::vector<NamedTensor>> find(const std::string& key);
    void keep(const std::string& key, const std::vector<NamedTensor>& outputs);
    /// Positions of the feeds whose outputs are not kept, equal ones once.
    std::vector<std::size_t> unknownOf(const std::vector<std::vector<NamedTensor>>& block) const;
    Result<std::vector<NamedTensor>> runReference(const std::vector<NamedTensor>& feed,
                                                  const RunLimits& limits,
                                                  const CancellationToken& cancel);

    Executor& m_executor;
    const std::filesystem::path m_model;
    const SessionOptions m_session;
    const Options m_options;
    mutable std::mutex m_mutex; ///< guards all below
    std::map<std::string, Kept> m_kept;
    Counts m_counts;
    std::optional<bool> m_deterministic;
};

} // namespace metainfer::validation
