// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs of the reference by the hash of what it was fed with.
#include "validation/remembering_executor.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/tensor_file.h"
#include "validation/equivalence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace metainfer::validation {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 256;
constexpr std::uint64_t kBlockBytes = 16u << 20; // of inputs

std::string keyOf(const std::vector<NamedTensor>& feed) {
    Sha256 hash;
    for (const NamedTensor& input : feed) {
        hash.update(fmt::format("{}:{}[{}];", input.name, elementTypeName(input.tensor.type),
                                fmt::join(input.tensor.dims, ",")));
        if (input.tensor.bytes)
            hash.update(std::span<const std::byte>(*input.tensor.bytes));
        for (const std::string& text : input.tensor.strings)
            hash.update(fmt::format("{}:{}", text.size(), text));
    }
    return hash.hexDigest();
}

std::uint64_t bytesOf(const std::vector<NamedTensor>& tensors) {
    std::uint64_t total = 0;
    for (const NamedTensor& named : tensors) {
        total += named.tensor.bytes ? named.tensor.bytes->size() : 0;
        for (const std::string& text : named.tensor.strings)
            total += text.size();
    }
    return total;
}

/// The named outputs in the order asked for; all of them when none is named.
Result<std::vector<NamedTensor>> select(std::vector<NamedTensor> tensors,
                                        const std::vector<std::string>& names) {
    if (names.empty())
        return tensors;
    std::vector<NamedTensor> chosen;
    for (const std::string& name : names) {
        const auto it = std::find_if(tensors.begin(), tensors.end(),
                                     [&](const NamedTensor& t) { return t.name == name; });
        if (it == tensors.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the original model has no output \"{}\"", name));
        chosen.push_back(*it);
    }
    return chosen;
}

bool sameOutputs(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b) {
    DifferenceMeter meter;
    return meter.add(a, b) && meter.report().equivalent;
}

} // namespace

RememberingExecutor::RememberingExecutor(Executor& executor, fs::path model, SessionOptions session,
                                         Options options)
    : m_executor(executor)
    , m_model(std::move(model))
    , m_session(std::move(session))
    , m_options(std::move(options)) {}

bool RememberingExecutor::isReference(const fs::path& model, const SessionOptions& options) const {
    return model == m_model && options == m_session;
}

RememberingExecutor::Counts RememberingExecutor::counts() const {
    const std::lock_guard lock(m_mutex);
    return m_counts;
}

std::optional<bool> RememberingExecutor::deterministic() const {
    const std::lock_guard lock(m_mutex);
    return m_deterministic;
}

std::optional<std::vector<NamedTensor>> RememberingExecutor::find(const std::string& key) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_kept.find(key);
    if (it == m_kept.end())
        return std::nullopt;
    if (it->second.file.empty()) {
        ++m_counts.served;
        return it->second.tensors;
    }
    auto tensors = readTensorFile(it->second.file);
    if (!tensors) { // somebody cleared the folder: run again
        m_kept.erase(it);
        return std::nullopt;
    }
    ++m_counts.served;
    return std::move(*tensors);
}

void RememberingExecutor::keep(const std::string& key, const std::vector<NamedTensor>& outputs) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t bytes = bytesOf(outputs);
    if (m_counts.memoryBytes + bytes <= m_options.memoryBytes) {
        if (m_kept.emplace(key, Kept{outputs, {}}).second)
            m_counts.memoryBytes += bytes;
        return;
    }
    if (m_options.folder.empty() || m_counts.diskBytes + bytes > m_options.diskBytes ||
        m_kept.contains(key) || !createDirectories(m_options.folder))
        return;
    const fs::path file = m_options.folder / fmt::format("reference_{}.tensors", key.substr(0, 32));
    if (!writeTensorFile(file, outputs)) { // keeping is a convenience, never a reason to fail
        std::error_code ignored;
        fs::remove(file, ignored);
        return;
    }
    m_kept.emplace(key, Kept{{}, file});
    m_counts.diskBytes += bytes;
}

Result<std::vector<NamedTensor>>
RememberingExecutor::runReference(const std::vector<NamedTensor>& feed, const RunLimits& limits,
                                  const CancellationToken& cancel) {
    MI_ASSIGN(auto outputs, m_executor.run(m_model, m_session, feed, {}, limits, cancel));
    const std::lock_guard lock(m_mutex);
    ++m_counts.runs;
    return outputs;
}

Result<std::vector<NamedTensor>>
RememberingExecutor::referenceOutputs(const std::vector<NamedTensor>& feed, const RunLimits& limits,
                                      const CancellationToken& cancel) {
    const std::string key = keyOf(feed);
    if (auto kept = find(key))
        return std::move(*kept);
    MI_ASSIGN(auto outputs, runReference(feed, limits, cancel));
    if (!deterministic().has_value()) {
        MI_ASSIGN(const auto again, runReference(feed, limits, cancel));
        const std::lock_guard lock(m_mutex);
        m_deterministic = sameOutputs(outputs, again);
    }
    if (deterministic() == true)
        keep(key, outputs);
    return outputs;
}

Result<std::vector<NamedTensor>> RememberingExecutor::run(const fs::path& model,
                                                          const SessionOptions& options,
                                                          const std::vector<NamedTensor>& inputs,
                                                          const std::vector<std::string>& outputs,
                                                          const RunLimits& limits,
                                                          const CancellationToken& cancel) {
    if (!isReference(model, options))
        return m_executor.run(model, options, inputs, outputs, limits, cancel);
    MI_ASSIGN(auto tensors, referenceOutputs(inputs, limits, cancel));
    return select(std::move(tensors), outputs);
}

Status RememberingExecutor::runAll(
    const fs::path& model, const SessionOptions& options, const FeedSource& feeds,
    const std::vector<std::string>& outputs,
    const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
    const RunLimits& limits, const CancellationToken& cancel) {
    if (!isReference(model, options))
        return m_executor.runAll(model, options, feeds, outputs, consume, limits, cancel);
    // In blocks, since a device may run many inputs at once far faster than one after the other.
    for (std::size_t begin = 0; begin < feeds.count;) {
        std::vector<std::vector<NamedTensor>> block;
        std::uint64_t bytes = 0;
        while (begin + block.size() < feeds.count && block.size() < kBlock && bytes < kBlockBytes) {
            MI_CHECK(cancel.check());
            auto feed = feeds.feed(begin + block.size());
            if (!feed)
                return failWith(feed.error(), fmt::format("in sample {}", begin + block.size()));
            bytes += bytesOf(*feed);
            block.push_back(std::move(*feed));
        }
        std::vector<std::vector<NamedTensor>> ran(block.size());
        std::vector<std::size_t> missing = unknownOf(block);
        if (!deterministic().has_value() && !missing.empty()) {
            MI_ASSIGN(ran[missing.front()],
                      referenceOutputs(block[missing.front()], limits, cancel));
            missing.erase(missing.begin());
        }
        if (missing.size() > 1) {
            const FeedSource rest{missing.size(),
                                  [&](std::size_t i) -> Result<std::vector<NamedTensor>> {
                                      return block[missing[i]];
                                  }};
            MI_CHECK(m_executor.runAll(
                m_model, m_session, rest, {},
                [&](std::size_t i, std::vector<NamedTensor> tensors) -> Status {
                    if (deterministic() == true)
                        keep(keyOf(block[missing[i]]), tensors);
                    ran[missing[i]] = std::move(tensors);
                    const std::lock_guard lock(m_mutex);
                    ++m_counts.runs;
                    return {};
                },
                limits, cancel));
        }
        for (std::size_t i = 0; i < block.size(); ++i) {
            MI_CHECK(cancel.check());
            if (ran[i].empty()) {
                MI_ASSIGN(ran[i], referenceOutputs(block[i], limits, cancel));
            }
            MI_ASSIGN(auto tensors, select(std::move(ran[i]), outputs));
            MI_CHECK(consume(begin + i, std::move(tensors)));
        }
        begin += block.size();
    }
    return {};
}

std::vector<std::size_t>
RememberingExecutor::unknownOf(const std::vector<std::vector<NamedTensor>>& block) const {
    std::vector<std::size_t> unknown;
    std::set<std::string> seen;
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < block.size(); ++i) {
        const std::string key = keyOf(block[i]);
        if (!m_kept.contains(key) && seen.insert(key).second)
            unknown.push_back(i);
    }
    return unknown;
}

Result<ModelTypes> RememberingExecutor::types(const fs::path& model, const RunLimits& limits,
                                              const CancellationToken& cancel) {
    return m_executor.types(model, limits, cancel);
}

Result<std::vector<TensorStatistics>>
RememberingExecutor::statistics(const fs::path& model, const SessionOptions& options,
                                const FeedSource& feeds, const HistogramRequest& request,
                                const RunLimits& limits, const CancellationToken& cancel) {
    return m_executor.statistics(model, options, feeds, request, limits, cancel);
}

} // namespace metainfer::validation
