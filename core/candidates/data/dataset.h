// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples for calibration, validation and measuring: named arrays whose first axis counts samples.
#pragma once

#include "base/result.h"
#include "execution/executor.h"
#include "ir/graph.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// What a model wants for one input.
struct InputSpec {
    std::string name;
    ElementType element = ElementType::Undefined;
    ir::Shape shape;
    bool hasDefault = false; ///< may be left out (an initializer of the same name)
};

/// The inputs of a model, with symbolic dimensions bound where `bindings` says so. Unsupported for
/// inputs that are no tensors or whose rank is unknown.
Result<std::vector<InputSpec>> inputSpecs(const ir::Model& model,
                                          const std::map<std::string, std::int64_t>& bindings = {});

/// Feeds of a data set, `batch` samples each. The last feed is filled up with its last sample, so
/// that all feeds have one shape; `samplesIn` says how many count.
struct Batches {
    FeedSource source;
    std::size_t batch = 1;
    std::size_t samples = 0;
    std::size_t samplesIn(std::size_t feed) const {
        const std::size_t first = feed * batch;
        return first >= samples ? 0 : std::min(batch, samples - first);
    }
};

/// Immutable; copies share the arrays.
class Dataset {
  public:
    /// A .npz (axis 0 of every array counts samples), a .npy, or a folder of either: in a folder
    /// several .npz are put one after the other in the order of their names, .npy files are arrays
    /// by name. Folders of pictures are Unsupported for now. An empty folder or archive is
    /// NotFound; arrays of different sample counts are InvalidArgument.
    static Result<Dataset> open(const std::filesystem::path& path);
    static Result<Dataset> fromArrays(std::map<std::string, HostTensor> arrays, std::string name);

    const std::string& name() const { return m_name; } ///< for messages: the path or "random"
    std::size_t sampleCount() const { return m_samples; }
    const std::map<std::string, HostTensor>& arrays() const { return *m_arrays; }
    /// `labels`, `boxes`, …; nullptr when there is none.
    const HostTensor* array(const std::string& arrayName) const;
    /// SHA-256 over names, types, shapes and content: the identity of the data.
    std::string hash() const;

    Dataset firstSamples(std::size_t count) const;
    /// The named samples, in this order.
    Dataset select(const std::vector<std::size_t>& indices) const;

    /// Feeds for a model. Arrays are found by input name; the only input array of a data set fits
    /// the only input of a model whatever its name is. Numbers are converted to the input's type.
    /// An array of the input's rank has its samples along the input's axis 0; one of a rank more
    /// holds whole inputs, and then `batch` must be 1. Errors name the array, what it is and what
    /// is expected.
    Result<Batches> feeds(const std::vector<InputSpec>& inputs, std::size_t batch = 1) const;

  private:
    std::string m_name;
    std::size_t m_samples = 0;
    std::shared_ptr<const std::map<std::string, HostTensor>> m_arrays;
};

/// Rows [first, first + count) of axis 0.
HostTensor sliceRows(const HostTensor& tensor, std::size_t first, std::size_t count);
/// Numeric conversion; floats to integers are rounded to nearest and clamped. Unsupported for
/// strings, complex and 4-bit targets.
Result<HostTensor> convertTo(const HostTensor& tensor, ElementType type);

/// How random values of one input are made.
struct GeneratorSpec {
    std::vector<std::int64_t> shape; ///< of one whole input; empty = the model's own
    std::optional<double> low, high; ///< integers inclusive; floats [low, high)
    bool normal = false;             ///< standard normal, clamped to [low, high] where given
};

/// `samples` random samples. Floats default to uniform [0, 1), integers to [0, 1], bools to both.
/// InvalidArgument names the input whose shape is not known and what to give.
Result<Dataset> generateDataset(const std::vector<InputSpec>& inputs,
                                const std::map<std::string, GeneratorSpec>& generators,
                                std::size_t samples, std::uint64_t seed);

} // namespace metainfer::candidates
