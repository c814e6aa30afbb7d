// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Boundary cases: unusual inputs on the original and the adapted model side by side.
#include "validation/checks.h"

#include "base/share.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace metainfer::validation {
namespace {

using Feed = std::vector<NamedTensor>;

/// Every float element replaced by what `value` gives for it.
HostTensor mapped(const HostTensor& tensor, const std::function<float(float)>& value) {
    if (tensor.type != ElementType::Float || !tensor.bytes)
        return tensor;
    const auto values = tensor.as<float>();
    std::vector<float> changed(values.begin(), values.end());
    for (auto& v : changed)
        v = value(v);
    return HostTensor::fromFloats(tensor.dims, changed);
}

Feed mappedFeed(const Feed& feed, const std::function<float(float)>& value) {
    Feed out;
    for (const auto& input : feed)
        out.push_back({input.name, mapped(input.tensor, value)});
    return out;
}

/// The first float element of every input replaced.
Feed poisoned(const Feed& feed, float value) {
    Feed out;
    for (const auto& input : feed) {
        bool first = true;
        out.push_back({input.name, mapped(input.tensor, [&](float v) {
                           return std::exchange(first, false) ? value : v;
                       })});
    }
    return out;
}

HostTensor repeated(const HostTensor& tensor, std::size_t times) {
    if (tensor.dims.empty() || !tensor.bytes)
        return tensor;
    HostTensor out = tensor;
    out.dims[0] *= static_cast<std::int64_t>(times);
    std::vector<std::byte> bytes(tensor.bytes->size() * times);
    for (std::size_t i = 0; i < times; ++i)
        std::memcpy(bytes.data() + i * tensor.bytes->size(), tensor.bytes->data(),
                    tensor.bytes->size());
    out.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return out;
}

bool hasNonFinite(const Feed& outputs) {
    for (const auto& output : outputs) {
        if (!isFloatingPoint(output.tensor.type))
            continue;
        const auto values = output.tensor.toFloats();
        if (values &&
            std::any_of(values->begin(), values->end(), [](float v) { return !std::isfinite(v); }))
            return true;
    }
    return false;
}

class BoundaryRunner {
  public:
    BoundaryRunner(Executor& executor, const BoundaryRequest& request,
                   const CancellationToken& cancel)
        : m_executor(executor)
        , m_request(request)
        , m_cancel(cancel) {}

    Result<std::vector<BoundaryCase>> run() {
        const Feed& sample = m_request.sample;
        MI_CHECK(compare("smallest batch", sample));
        MI_CHECK(compare("zeros", mappedFeed(sample, [](float) { return 0.0f; })));
        const auto [low, high] = range();
        MI_CHECK(compare("lowest value", mappedFeed(sample, [low](float) { return low; })));
        MI_CHECK(compare("highest value", mappedFeed(sample, [high](float) { return high; })));
        MI_CHECK(
            compare("ten times the range", mappedFeed(sample, [](float v) { return 10 * v; })));
        MI_CHECK(compare("NaN in", poisoned(sample, std::numeric_limits<float>::quiet_NaN())));
        MI_CHECK(compare("infinity in", poisoned(sample, std::numeric_limits<float>::infinity())));
        MI_CHECK(largestBatch());
        MI_CHECK(malformed());
        return std::move(m_cases);
    }

  private:
    std::pair<float, float> range() const {
        float low = 0, high = 0;
        for (const auto& input : m_request.sample)
            if (input.tensor.type == ElementType::Float)
                for (const float v : input.tensor.as<float>())
                    if (std::isfinite(v)) {
                        low = std::min(low, v);
                        high = std::max(high, v);
                    }
        return {low, high};
    }

    Result<Feed> execute(const std::filesystem::path& model, const Feed& feed) const {
        return m_executor.run(model, m_request.session, feed, {}, m_request.limits, m_cancel);
    }

    Status compare(const std::string& name, const Feed& feed) {
        MI_CHECK(m_cancel.check());
        const auto reference = execute(m_request.reference, feed);
        const auto other = execute(m_request.other, feed);
        m_cases.push_back(judge(name, reference, other));
        return {};
    }

    static BoundaryCase judge(const std::string& name, const Result<Feed>& reference,
                              const Result<Feed>& other) {
        if (!reference && !other)
            return {name, Finding::Ok, "both refuse: " + reference.error().message};
        if (!reference)
            return {name, Finding::Ok,
                    "only the original refuses it: " + reference.error().message};
        if (!other)
            return {name, Finding::Failure,
                    "the adapted model fails where the original runs: " + other.error().message};
        const bool was = hasNonFinite(*reference), is = hasNonFinite(*other);
        if (is && !was)
            return {name, Finding::Failure, "NaN or infinity comes out, not from the original"};
        DifferenceMeter meter;
        if (auto status = meter.add(*reference, *other); !status)
            return {name, Finding::Failure, status.error().message};
        const auto report = meter.report();
        if (was && !is)
            return {name, Finding::Warning,
                    "the original lets NaN or infinity through, the adapted model hides it"};
        // Against an all-zero output no angle exists; small values there are no finding.
        const double cosine = report.worstCosine();
        if (cosine < 0.9 && !was)
            return {name, Finding::Warning,
                    fmt::format("the outputs point apart: cosine {:.3f}", cosine)};
        return {name, Finding::Ok, was ? "both let it through" : "cosine " + shareText(cosine, 4)};
    }

    Status largestBatch() {
        const bool dynamic =
            !m_request.inputs.empty() &&
            std::all_of(m_request.inputs.begin(), m_request.inputs.end(), [](const auto& input) {
                return !input.shape.empty() && !input.shape[0].isKnown();
            });
        const int batch = m_request.maxBatch.value_or(1);
        if (!dynamic || batch < 2) {
            m_cases.push_back({"largest batch", Finding::Ok, "the batch size is fixed"});
            return {};
        }
        Feed feed;
        for (const auto& input : m_request.sample)
            feed.push_back({input.name, repeated(input.tensor, static_cast<std::size_t>(batch))});
        return compare(fmt::format("largest batch ({})", batch), feed);
    }

    /// A wrong rank must be refused, not crash.
    Status malformed() {
        MI_CHECK(m_cancel.check());
        Feed feed = m_request.sample;
        if (feed.empty())
            return {};
        feed[0].tensor.dims.insert(feed[0].tensor.dims.begin(), 1);
        const auto other = execute(m_request.other, feed);
        const bool crashed = !other && (other.error().code == ErrorCode::Crash ||
                                        other.error().code == ErrorCode::Timeout);
        m_cases.push_back({"wrong rank", crashed ? Finding::Failure : Finding::Ok,
                           other ? "accepted" : "refused: " + other.error().message});
        return {};
    }

    Executor& m_executor;
    const BoundaryRequest& m_request;
    const CancellationToken& m_cancel;
    std::vector<BoundaryCase> m_cases;
};

} // namespace

Result<std::vector<BoundaryCase>> boundaryCases(Executor& executor, const BoundaryRequest& request,
                                                const CancellationToken& cancel) {
    return BoundaryRunner(executor, request, cancel).run();
}

Json toJson(const std::vector<BoundaryCase>& cases) {
    Json list = Json::array();
    for (const auto& c : cases)
        list.push_back(
            Json{{"name", c.name}, {"finding", findingName(c.finding)}, {"detail", c.detail}});
    return list;
}

} // namespace metainfer::validation
