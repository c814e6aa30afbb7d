// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measuring a model's task accuracy on validation data.
#include "validation/accuracy.h"

#include "base/subprocess.h"
#include "validation/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <unistd.h>

namespace metainfer::validation {
namespace {

using candidates::Batches;
using candidates::Dataset;

constexpr std::array<std::pair<AccuracyMetric, std::string_view>, 4> kMetrics{{
    {AccuracyMetric::Top1, "top1"},
    {AccuracyMetric::Map50, "map50"},
    {AccuracyMetric::Fidelity, "fidelity"},
    {AccuracyMetric::Command, "command"},
}};

tl::unexpected<Error> missing(const Dataset& data, std::string_view array, std::string_view metric,
                              std::string_view layout) {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{}: metric {} needs an array \"{}\"", data.name(), metric, array),
                fmt::format("Add it: {}. Or use the metric `fidelity`.", layout));
}

const HostTensor* outputNamed(const std::vector<NamedTensor>& outputs, std::string_view name) {
    for (const auto& output : outputs)
        if (output.name == name)
            return &output.tensor;
    return nullptr;
}

Interval meanInterval(const std::vector<float>& values) {
    double sum = 0, squares = 0;
    for (const double v : values)
        sum += v;
    const auto n = static_cast<double>(values.size());
    const double mean = sum / n;
    for (const double v : values)
        squares += (v - mean) * (v - mean);
    const double half = n > 1 ? 1.96 * std::sqrt(squares / (n - 1) / n) : 0;
    return {mean, mean - half, std::min(1.0, mean + half)};
}

// ---- top1 ----

/// Class per sample of one batch: the largest score along the last axis.
Result<std::vector<std::int64_t>> classesOf(const HostTensor& scores, std::size_t samples,
                                            std::size_t batch) {
    MI_ASSIGN(const auto values, scores.toFloats());
    if (values.empty() || values.size() % batch != 0)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("output [{}] does not hold one row of scores per sample",
                                fmt::join(scores.dims, ",")),
                    "Name the output that holds the class scores.");
    const std::size_t row = values.size() / batch;
    std::vector<std::int64_t> classes(samples);
    for (std::size_t i = 0; i < samples; ++i) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * row);
        classes[i] = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(row)) - begin;
    }
    return classes;
}

Result<Accuracy> measureTop1(Executor& executor, const std::filesystem::path& model,
                             const AccuracyRequest& request, const Batches& batches,
                             const CancellationToken& cancel) {
    const HostTensor* labels = request.data->array("labels");
    if (!labels)
        return missing(*request.data, "labels", "top1", "one class number per sample");
    MI_ASSIGN(const auto truth, labels->toInt64s());
    if (truth.size() != request.data->sampleCount())
        return missing(*request.data, "labels", "top1", "one class number per sample");
    Accuracy accuracy;
    accuracy.metric = AccuracyMetric::Top1;
    std::vector<std::string> wanted;
    if (!request.output.empty())
        wanted.push_back(request.output);
    MI_CHECK(executor.runAll(
        model, request.session, batches.source, wanted,
        [&](std::size_t feed, std::vector<NamedTensor> outputs) -> Status {
            if (outputs.empty())
                return fail(ErrorCode::InvalidModel, "the model has no outputs");
            MI_ASSIGN(const auto classes,
                      classesOf(outputs.front().tensor, batches.samplesIn(feed), batches.batch));
            accuracy.predictions.insert(accuracy.predictions.end(), classes.begin(), classes.end());
            return {};
        },
        request.limits, cancel));
    std::size_t hits = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const bool hit = accuracy.predictions[i] == truth[i];
        hits += hit;
        accuracy.perSample.push_back(hit ? 1.0f : 0.0f);
    }
    accuracy.samples = truth.size();
    accuracy.value = wilson(hits, truth.size());
    return accuracy;
}

// ---- map50 ----

constexpr float kScoreFloor = 0.01f; ///< weaker detections change the area by less than its noise

Result<std::vector<TrueBox>> trueBoxes(const Dataset& data) {
    const HostTensor* boxes = data.array("boxes");
    const HostTensor* labels = data.array("box_labels");
    if (!boxes || boxes->dims.size() != 3 || boxes->dims[2] != 4)
        return missing(data, "boxes", "map50", "[samples, k, 4] as x1, y1, x2, y2");
    if (!labels || labels->dims.size() != 2 || labels->dims[1] != boxes->dims[1])
        return missing(data, "box_labels", "map50", "[samples, k], -1 where there is no box");
    MI_ASSIGN(const auto corners, boxes->toFloats());
    MI_ASSIGN(const auto classes, labels->toInt64s());
    std::vector<TrueBox> truth;
    const auto per = static_cast<std::size_t>(labels->dims[1]);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (classes[i] < 0)
            continue;
        TrueBox box{i / per, static_cast<int>(classes[i]), {}};
        std::copy_n(corners.begin() + static_cast<std::ptrdiff_t>(i * 4), 4, box.box);
        truth.push_back(box);
    }
    return truth;
}

Status addDetections(const std::vector<NamedTensor>& outputs, std::size_t firstImage,
                     std::size_t images, std::vector<Detection>& into) {
    const HostTensor* boxes = outputNamed(outputs, "boxes");
    const HostTensor* scores = outputNamed(outputs, "scores");
    const bool fits = boxes && scores && boxes->dims.size() == 3 && scores->dims.size() == 3 &&
                      boxes->dims[2] == 4 && boxes->dims[1] == scores->dims[1];
    if (!fits)
        return fail(ErrorCode::InvalidModel,
                    "metric map50 needs the outputs \"boxes\" [N,M,4] and \"scores\" [N,M,C]",
                    "Export the detector with decoded boxes, or use `command:` with a program of "
                    "your own.");
    MI_ASSIGN(const auto corners, boxes->toFloats());
    MI_ASSIGN(const auto values, scores->toFloats());
    const auto anchors = static_cast<std::size_t>(boxes->dims[1]);
    const auto classes = static_cast<std::size_t>(scores->dims[2]);
    for (std::size_t image = 0; image < images; ++image)
        for (std::size_t a = 0; a < anchors; ++a)
            for (std::size_t c = 0; c < classes; ++c) {
                const std::size_t anchor = image * anchors + a;
                Detection d{
                    firstImage + image, static_cast<int>(c), values[anchor * classes + c], {}};
                if (!(d.score >= kScoreFloor))
                    continue;
                std::copy_n(corners.begin() + static_cast<std::ptrdiff_t>(anchor * 4), 4, d.box);
                into.push_back(d);
            }
    return {};
}

Result<Accuracy> measureMap50(Executor& executor, const std::filesystem::path& model,
                              const AccuracyRequest& request, const Batches& batches,
                              const CancellationToken& cancel) {
    MI_ASSIGN(const auto truth, trueBoxes(*request.data));
    std::vector<Detection> detections;
    MI_CHECK(executor.runAll(
        model, request.session, batches.source, {"boxes", "scores"},
        [&](std::size_t feed, std::vector<NamedTensor> outputs) {
            return addDetections(outputs, feed * batches.batch, batches.samplesIn(feed),
                                 detections);
        },
        request.limits, cancel));
    detections = suppressOverlaps(std::move(detections));
    Accuracy accuracy;
    accuracy.metric = AccuracyMetric::Map50;
    accuracy.samples = request.data->sampleCount();
    const double value = meanAveragePrecision(detections, truth);
    // Jackknife over tenths of the images: the precision of a whole set has no per-sample form.
    constexpr std::size_t kParts = 10;
    std::vector<double> parts;
    for (std::size_t part = 0; part < kParts && accuracy.samples >= 2 * kParts; ++part) {
        std::vector<Detection> some;
        std::vector<TrueBox> someTruth;
        std::copy_if(detections.begin(), detections.end(), std::back_inserter(some),
                     [&](const Detection& d) { return d.image % kParts != part; });
        std::copy_if(truth.begin(), truth.end(), std::back_inserter(someTruth),
                     [&](const TrueBox& b) { return b.image % kParts != part; });
        parts.push_back(meanAveragePrecision(std::move(some), someTruth));
    }
    double mean = 0, squares = 0;
    for (const double p : parts)
        mean += p / static_cast<double>(parts.size());
    for (const double p : parts)
        squares += (p - mean) * (p - mean);
    const double half = 1.96 * std::sqrt(squares * (kParts - 1) / kParts);
    accuracy.value = {value, std::max(0.0, value - half), std::min(1.0, value + half)};
    return accuracy;
}

// ---- fidelity ----

/// Cosine of one sample's part of an output; NaN on one side counts as 0.
double sampleCosine(const std::vector<float>& a, const std::vector<float>& b, std::size_t from,
                    std::size_t to) {
    double aa = 0, bb = 0, ab = 0;
    for (std::size_t i = from; i < to; ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i])) {
            if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))
                continue;
            return 0;
        }
        aa += static_cast<double>(a[i]) * a[i];
        bb += static_cast<double>(b[i]) * b[i];
        ab += static_cast<double>(a[i]) * b[i];
    }
    if (aa == 0 && bb == 0)
        return 1;
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa) / std::sqrt(bb) : 0;
}

Status addFidelity(const std::vector<NamedTensor>& reference, const std::vector<NamedTensor>& other,
                   std::size_t samples, std::size_t batch, std::vector<float>& perSample) {
    std::vector<double> worst(samples, 1);
    for (const auto& output : reference) {
        const HostTensor* twin = outputNamed(other, output.name);
        if (!twin)
            return fail(ErrorCode::NumericMismatch,
                        fmt::format("the adapted model has no output \"{}\"", output.name));
        if (output.tensor.type == ElementType::String)
            continue;
        if (twin->dims != output.tensor.dims) {
            // A data-dependent size differs (number of detections): nothing fits any more.
            std::fill(worst.begin(), worst.end(), 0);
            continue;
        }
        MI_ASSIGN(const auto a, output.tensor.toFloats());
        MI_ASSIGN(const auto b, twin->toFloats());
        const bool split = batch > 1 && !output.tensor.dims.empty() &&
                           output.tensor.dims[0] == static_cast<std::int64_t>(batch);
        const std::size_t row = split ? a.size() / batch : a.size();
        for (std::size_t i = 0; i < samples; ++i) {
            const std::size_t from = split ? i * row : 0;
            worst[i] = std::min(worst[i], sampleCosine(a, b, from, from + row));
        }
    }
    for (const double value : worst)
        perSample.push_back(static_cast<float>(value));
    return {};
}

Result<Accuracy> measureFidelity(Executor& executor, const std::filesystem::path& model,
                                 const AccuracyRequest& request, const Batches& batches,
                                 const CancellationToken& cancel) {
    if (request.reference.empty())
        return fail(ErrorCode::InvalidArgument, "fidelity needs the original model");
    Accuracy accuracy;
    accuracy.metric = AccuracyMetric::Fidelity;
    constexpr std::size_t kChunk = 16;
    for (std::size_t first = 0; first < batches.source.count; first += kChunk) {
        const FeedSource chunk{std::min(kChunk, batches.source.count - first),
                               [&](std::size_t i) { return batches.source.feed(first + i); }};
        std::vector<std::vector<NamedTensor>> expected;
        MI_CHECK(executor.runAll(
            request.reference, request.referenceSession, chunk, {},
            [&](std::size_t, std::vector<NamedTensor> outputs) -> Status {
                expected.push_back(std::move(outputs));
                return {};
            },
            request.limits, cancel));
        MI_CHECK(executor.runAll(
            model, request.session, chunk, {},
            [&](std::size_t i, std::vector<NamedTensor> outputs) {
                return addFidelity(expected[i], outputs, batches.samplesIn(first + i),
                                   batches.batch, accuracy.perSample);
            },
            request.limits, cancel));
    }
    accuracy.samples = accuracy.perSample.size();
    accuracy.value = meanInterval(accuracy.perSample);
    return accuracy;
}

// ---- command ----

/// In single quotes for the shell.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// What the command prints; `{model}` stands for the model's path, which else comes last.
Result<std::string> runMetricCommand(std::string command, const std::filesystem::path& model,
                                     std::chrono::milliseconds timeout,
                                     const CancellationToken& cancel) {
    if (command.empty())
        return fail(ErrorCode::InvalidArgument, "metric `command` without a command",
                    "Give accuracy.command in the deployment file.");
    constexpr std::string_view kPlace = "{model}";
    const std::string path = quoted(model.string());
    if (const auto at = command.find(kPlace); at != std::string::npos)
        command.replace(at, kPlace.size(), path);
    else
        command += " " + path;
    SpawnOptions options;
    options.arguments = {"/bin/sh", "-c", command};
    MI_ASSIGN(const CommandOutput output, runCommand(options, {}, timeout, cancel));
    if (!output.exit.succeeded())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the metric command ended with {}{}{}", output.exit.text(),
                                output.err.empty() ? "" : ": ", output.err.substr(0, 400)),
                    "Run it by hand: " + command);
    return output.out;
}

/// The command's first word as the shell reads it, after assignments; empty = only it can tell.
std::string programOf(std::string_view command) {
    std::string word;
    for (std::size_t i = 0; i <= command.size(); ++i) {
        const char c = i < command.size() ? command[i] : ' ';
        if (c == '$' || c == '`' || c == '{' || c == '\\')
            return {};
        if (c == '\'' || c == '"') {
            const std::size_t end = command.find(c, i + 1);
            if (end == std::string_view::npos)
                return {};
            const std::string_view inside = command.substr(i + 1, end - i - 1);
            if (c == '"' && inside.find_first_of("$`\\") != std::string_view::npos)
                return {};
            word += inside;
            i = end;
        } else if (std::string_view(" \t\n;|&<>()").find(c) == std::string_view::npos) {
            word += c;
        } else if (!word.empty()) {
            if (word.find('=') == std::string::npos)
                return word;
            word.clear();
        } else if (c != ' ' && c != '\t' && c != '\n') {
            return {};
        }
    }
    return {};
}

Result<Accuracy> measureByCommand(const std::filesystem::path& model,
                                  const AccuracyRequest& request, const CancellationToken& cancel) {
    MI_ASSIGN(const std::string output,
              runMetricCommand(request.command, model, request.limits.timeout, cancel));
    const Json json = parseJson(output, "output of the metric command").value_or(Json());
    const auto value = json.is_object() ? json.find("value") : json.end();
    if (!json.is_object() || value == json.end() || !value->is_number())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the metric command printed no number \"value\": {}",
                                output.substr(0, 200)),
                    "Print one JSON object such as {\"value\": 0.884, \"samples\": 1000}.");
    Accuracy accuracy;
    accuracy.metric = AccuracyMetric::Command;
    const double number = value->get<double>();
    accuracy.value = {number, jsonValue(json, "low", number), jsonValue(json, "high", number)};
    accuracy.samples = jsonValue(json, "samples", std::size_t{0});
    return accuracy;
}

} // namespace

Status checkMetricCommand(const std::string& command) {
    if (command.empty())
        return fail(ErrorCode::InvalidArgument, "metric `command` without a command",
                    "Give accuracy.command in the deployment file.");
    const std::string program = programOf(command);
    if (program.empty())
        return {};
    if (program.find('/') != std::string::npos) {
        // Not left to the shell: some call a path found that nobody may execute.
        std::error_code ignored;
        if (access(program.c_str(), X_OK) == 0 && !std::filesystem::is_directory(program, ignored))
            return {};
    } else {
        SpawnOptions options;
        options.arguments = {"/bin/sh", "-c", "command -v -- \"$1\"", "sh", program};
        MI_ASSIGN(const CommandOutput found, runCommand(options, {}, std::chrono::seconds(30)));
        if (found.exit.succeeded())
            return {};
    }
    std::error_code code;
    const bool exists = std::filesystem::exists(program, code);
    return fail(ErrorCode::InvalidArgument,
                exists ? fmt::format("the metric command's program {} is not executable", program)
                       : fmt::format("the metric command's program {} is not there", program),
                exists ? fmt::format("Make it executable (chmod +x {}), or name its interpreter "
                                     "before it. The command is: {}",
                                     program, command)
                       : fmt::format("Give a path from the current folder or a program on PATH. "
                                     "The command is: {}",
                                     command));
}

std::string_view accuracyMetricName(AccuracyMetric metric) {
    for (const auto& [value, name] : kMetrics)
        if (value == metric)
            return name;
    return "unknown";
}

std::optional<AccuracyMetric> accuracyMetricFromName(std::string_view name) {
    for (const auto& [value, known] : kMetrics)
        if (known == name)
            return value;
    return std::nullopt;
}

Json Accuracy::toJson() const {
    return Json{{"metric", accuracyMetricName(metric)},
                {"value", value.value},
                {"low", value.low},
                {"high", value.high},
                {"samples", samples}};
}

Result<Accuracy> measureAccuracy(Executor& executor, const std::filesystem::path& model,
                                 const AccuracyRequest& request, const CancellationToken& cancel) {
    if (request.metric == AccuracyMetric::Command)
        return measureByCommand(model, request, cancel);
    if (!request.data)
        return fail(ErrorCode::NotFound, "there is no validation data to measure accuracy on",
                    "Name some under accuracy.validation.");
    MI_ASSIGN(const Batches batches, request.data->feeds(request.inputs, request.batch));
    switch (request.metric) {
    case AccuracyMetric::Top1:
        return measureTop1(executor, model, request, batches, cancel);
    case AccuracyMetric::Map50:
        return measureMap50(executor, model, request, batches, cancel);
    default:
        return measureFidelity(executor, model, request, batches, cancel);
    }
}

} // namespace metainfer::validation
