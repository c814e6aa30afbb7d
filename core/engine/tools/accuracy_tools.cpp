// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Examining a session's accuracy.
#include "engine/tools/accuracy_tools.h"

#include "base/file.h"
#include "engine/tools/kept_session.h"
#include "ir/onnx_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "accuracy.json";

class Examiner {
  public:
    Examiner(const Task& task, const candidates::Candidate& candidate,
             const ExamineRequest& request, const EventSink& events,
             const CancellationToken& cancel)
        : m_task(task)
        , m_candidate(candidate)
        , m_request(request)
        , m_events(events)
        , m_cancel(cancel)
        , m_executor(task.target.device->executor()) {
        m_context = buildContextOf(task, m_cache, cancel);
    }

    Result<validation::Examination> run() {
        m_found.candidate = m_candidate.id;
        m_found.realData = m_task.realValidation;
        if (!m_candidate.variant.isOriginal() || m_candidate.id != "original") {
            say(0.02, "building " + m_candidate.id);
            MI_ASSIGN(const auto built, build(m_candidate.variant));
            MI_CHECK(compareOutputs(built.model));
            MI_CHECK(compareInside(built.model));
        } else {
            m_found.notes.push_back(
                "the original itself was chosen: there is nothing to compare it with");
        }
        MI_CHECK(lowerLayers());
        return std::move(m_found);
    }

  private:
    std::size_t batch() const { return static_cast<std::size_t>(std::max(1, m_task.batch)); }

    void say(double fraction, std::string what) const {
        notify(m_events, WorkDone{fraction, std::nullopt, std::move(what)});
    }

    Result<candidates::BuiltVariant> build(const candidates::Variant& variant) {
        return candidates::buildVariant(m_task.model, variant, m_context);
    }

    Result<candidates::Batches> feeds(std::size_t samples) const {
        const std::size_t count = std::min(samples, m_task.validation.sampleCount());
        return m_task.validation.firstSamples(count).feeds(m_task.inputs, batch());
    }

    /// One sample of a batch, where outputs have the batch on axis 0.
    static std::vector<NamedTensor> sampleOf(const std::vector<NamedTensor>& outputs,
                                             std::size_t batch, std::size_t index) {
        if (batch == 1)
            return outputs;
        std::vector<NamedTensor> one;
        for (const NamedTensor& output : outputs)
            if (!output.tensor.dims.empty() &&
                output.tensor.dims[0] == static_cast<std::int64_t>(batch))
                one.push_back({output.name, candidates::sliceRows(output.tensor, index, 1)});
        return one;
    }

    Status compareOutputs(const ir::Model& adapted) {
        MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-examine"));
        const fs::path file = folder.path() / "model.onnx";
        MI_CHECK(ir::exportOnnx(adapted, file));
        MI_ASSIGN(const auto batches, feeds(m_request.samples));
        m_found.comparedOn = fmt::format("{} {} samples", batches.samples,
                                         m_task.realValidation ? "validation" : "random");
        validation::DetailMeter meter;
        constexpr std::size_t kChunk = 32;
        for (std::size_t first = 0; first < batches.source.count; first += kChunk) {
            say(0.05 +
                    0.25 * static_cast<double>(first) / static_cast<double>(batches.source.count),
                "comparing outputs");
            const FeedSource chunk{std::min(kChunk, batches.source.count - first),
                                   [&](std::size_t i) { return batches.source.feed(first + i); }};
            std::vector<std::vector<NamedTensor>> expected;
            MI_CHECK(m_executor.runAll(
                m_task.modelPath, {}, chunk, {},
                [&](std::size_t, std::vector<NamedTensor> outputs) -> Status {
                    expected.push_back(std::move(outputs));
                    return {};
                },
                m_limits, m_cancel));
            const auto compare = [&](std::size_t i, const std::vector<NamedTensor>& outputs) {
                Status status;
                for (std::size_t k = 0; k < batches.samplesIn(first + i) && status; ++k)
                    status = meter.add((first + i) * batches.batch + k,
                                       sampleOf(expected[i], batches.batch, k),
                                       sampleOf(outputs, batches.batch, k));
                return status;
            };
            MI_CHECK(m_executor.runAll(file, m_candidate.mapping.session, chunk, {}, compare,
                                       m_limits, m_cancel));
        }
        m_found.outputs = meter.outputs();
        m_found.worst = meter.worst();
        m_found.medianError = meter.medianError();
        return {};
    }

    Status compareInside(const ir::Model& adapted) {
        MI_ASSIGN(const auto batches, feeds(m_request.tensorSamples * batch()));
        m_found.tensorSamples = batches.samples;
        auto errors = validation::tensorErrors(
            m_executor, m_task.model, adapted, batches.source, m_limits, m_cancel,
            [this](const Progress& p) { say(0.3 + 0.2 * std::max(0.0, p.fraction), p.what); });
        MI_CHECK(m_cancel.check());
        if (errors)
            m_found.inside = std::move(*errors);
        else
            m_found.notes.push_back("tensors inside were not compared: " + errors.error().text());
        return {};
    }

    Status lowerLayers() {
        using candidates::Precision;
        candidates::Variant rewritten = m_candidate.variant;
        validation::SensitivityRequest request;
        request.plan = rewritten.precision;
        if (request.plan.precision == Precision::Float) {
            request.plan = {};
            request.plan.precision = Precision::Int8Static;
        }
        rewritten.precision = {};
        MI_ASSIGN(const auto built, build(rewritten));
        MI_ASSIGN(const auto batches, feeds(m_request.layerSamples * batch()));
        candidates::Variant named;
        named.precision = request.plan;
        named.precision.keepFloat.clear();
        m_found.plan = named.key();
        m_found.layerSamples = batches.samples;
        request.model = &built.model;
        request.calibration = &m_task.calibration;
        request.feeds = batches.source;
        request.session = m_candidate.mapping.session;
        request.batch = batch();
        request.limits = m_limits;
        auto layers =
            validation::layerSensitivity(m_executor, request, m_cancel, [this](const Progress& p) {
                say(0.5 + 0.5 * std::max(0.0, p.fraction), p.what);
            });
        MI_CHECK(m_cancel.check());
        if (layers)
            m_found.layers = std::move(*layers);
        else
            m_found.notes.push_back("layers were not examined: " + layers.error().text());
        return {};
    }

    const Task& m_task;
    const candidates::Candidate& m_candidate;
    const ExamineRequest& m_request;
    const EventSink& m_events;
    CancellationToken m_cancel;
    Executor& m_executor;
    candidates::CalibrationCache m_cache;
    candidates::BuildContext m_context;
    RunLimits m_limits{std::chrono::minutes(10), 0};
    validation::Examination m_found;
};

/// Rank 4 with 1 or 3 channels on axis 1 or 3.
std::optional<SamplePicture> pictureOf(const HostTensor& tensor) {
    if (tensor.dims.size() != 4 || tensor.dims[0] < 1)
        return std::nullopt;
    const auto isColour = [](std::int64_t n) { return n == 1 || n == 3; };
    const bool first = isColour(tensor.dims[1]), last = isColour(tensor.dims[3]);
    if (!first && !last)
        return std::nullopt;
    const auto channels = static_cast<std::size_t>(first ? tensor.dims[1] : tensor.dims[3]);
    const auto height = static_cast<std::size_t>(first ? tensor.dims[2] : tensor.dims[1]);
    const auto width = static_cast<std::size_t>(first ? tensor.dims[3] : tensor.dims[2]);
    const auto values = tensor.toFloats();
    if (!values || values->size() < channels * height * width || height * width == 0)
        return std::nullopt;
    const auto [low, high] = std::minmax_element(
        values->begin(), values->begin() + static_cast<std::ptrdiff_t>(channels * height * width));
    const double span = *high > *low ? *high - *low : 1;
    constexpr std::size_t kLargest = 256; // pixels of a side
    const std::size_t step =
        std::max<std::size_t>(1, (std::max(width, height) + kLargest - 1) / kLargest);
    SamplePicture picture{width / step, height / step, {}};
    for (std::size_t y = 0; y < picture.height; ++y)
        for (std::size_t x = 0; x < picture.width; ++x)
            for (std::size_t c = 0; c < 3; ++c) {
                const std::size_t from = channels == 1 ? 0 : c;
                const std::size_t at = first ? (from * height + y * step) * width + x * step
                                             : (y * step * width + x * step) * channels + from;
                picture.rgb.push_back(
                    static_cast<std::uint8_t>(255 * ((*values)[at] - *low) / span));
            }
    return picture;
}

} // namespace

Result<validation::Examination> examineAccuracy(const ExamineRequest& request,
                                                const ToolContext& context) {
    MI_ASSIGN(const auto content, session::readSession(request.session));
    std::string id = request.candidate;
    if (id.empty() && content.decision)
        id = jsonValue(*content.decision, "chosen", std::string());
    MI_ASSIGN(const auto candidate, candidateOf(content, id.empty() ? "original" : id));
    context.say(0, "reading the model and its data");
    MI_ASSIGN(const Task task, taskOf(content, context));
    MI_ASSIGN(auto found, Examiner(task, candidate, request, context.events, context.cancel).run());
    MI_CHECK(writeJsonFile(request.session / kFile, found.toJson()));
    return found;
}

Result<std::optional<validation::Examination>> readExamination(const fs::path& session) {
    std::error_code ignored;
    if (!fs::exists(session / kFile, ignored))
        return std::optional<validation::Examination>{};
    MI_ASSIGN(const Json json, readJsonFile(session / kFile));
    auto found = validation::Examination::fromJson(json);
    if (!found)
        return failWith(std::move(found).error(), (session / kFile).string());
    return std::optional(std::move(*found));
}

Result<std::vector<SamplePicture>> samplePictures(const fs::path& session,
                                                  const std::vector<std::size_t>& samples,
                                                  const ToolContext& context) {
    std::vector<SamplePicture> pictures(samples.size());
    MI_ASSIGN(const auto content, session::readSession(session));
    MI_ASSIGN(const Task task, taskOf(content, context));
    if (!task.realValidation || task.inputs.empty())
        return pictures;
    std::vector<std::size_t> known;
    for (const std::size_t sample : samples)
        known.push_back(std::min(sample, task.validation.sampleCount() - 1));
    MI_ASSIGN(const auto batches, task.validation.select(known).feeds(task.inputs, 1));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        MI_CHECK(context.cancel.check());
        if (samples[i] >= task.validation.sampleCount())
            continue;
        MI_ASSIGN(const auto feed, batches.source.feed(i));
        for (const NamedTensor& input : feed)
            if (auto picture = pictureOf(input.tensor)) {
                pictures[i] = std::move(*picture);
                break;
            }
    }
    return pictures;
}

} // namespace metainfer::engine::tools
