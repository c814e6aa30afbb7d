// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Calibration: distributions of activations over real samples, and value ranges derived from them.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "candidates/candidate.h"
#include "candidates/data/dataset.h"
#include "execution/executor.h"
#include "ir/graph.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// The values that a quantized tensor represents; always holds 0.
struct ValueRange {
    double low = 0, high = 0;
    bool operator==(const ValueRange&) const = default;
};

/// Statistics of tensors by name, gathered once and good for every method.
struct Calibration {
    std::map<std::string, TensorStatistics> tensors;
    std::size_t samples = 0;
    std::string dataset;
    /// Mapping.json's form: per tensor range, moments, and the histogram (trimmed of empty ends).
    Json toJson() const;
};

/// The range that `method` draws from the statistics of one tensor. NumericMismatch when the tensor
/// held no finite value. `levels` of the quantized type (entropy): 256 for 8 bits, half of it
/// per side when symmetric.
Result<ValueRange> calibratedRange(const TensorStatistics& statistics, CalibrationMethod method,
                                   double percentile);

struct CalibrateOptions {
    std::size_t batch = 1;
    std::size_t maxSamples = 128; ///< 0 = all
    int bins = 2048;
    SessionOptions session;
    RunLimits limits{std::chrono::minutes(10), 0};
    std::filesystem::path workFolder; ///< empty = the system's temporary folder
};

/// Runs `model` on the samples and gathers the named float tensors (values of the main graph).
/// Names that are no float tensors are InvalidArgument. The model itself is not changed.
Result<Calibration> calibrate(const ir::Model& model, const std::vector<std::string>& tensors,
                              const Dataset& dataset, Executor& executor,
                              const CalibrateOptions& options, const CancellationToken& cancel);

/// Keeps calibrations, so that many quantized variants of one graph run the data once. Thread-safe.
class CalibrationCache {
  public:
    /// The stored calibration when it covers `tensors`, else nullptr.
    std::shared_ptr<const Calibration> find(const std::string& key,
                                            const std::vector<std::string>& tensors) const;
    /// Adds to what is stored under the key.
    std::shared_ptr<const Calibration> add(const std::string& key, Calibration calibration);
    std::size_t runs() const; ///< how often `add` was called

  private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const Calibration>> m_entries;
    std::size_t m_runs = 0;
};

} // namespace metainfer::candidates
