// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// accuracy.json: an examination to and from a file.
#include "validation/examination.h"

#include <algorithm>
#include <cmath>

namespace metainfer::validation {
namespace {

/// JSON has no infinities.
double finite(double value) {
    return std::isfinite(value) ? value : (value > 0 ? 1e300 : -1e300);
}

const Json& listOf(const Json& object, const char* key) {
    static const Json empty = Json::array();
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() && it->is_array() ? *it : empty;
}

Json channelJson(const ChannelError& c) {
    return Json{{"channel", c.channel},
                {"mean", finite(c.mean)},
                {"deviation", finite(c.deviation)},
                {"other_mean", finite(c.otherMean)},
                {"relative_l2", finite(c.relativeL2)},
                {"max_absolute", finite(c.maxAbsolute)}};
}

ChannelError channelFrom(const Json& json) {
    return {jsonValue(json, "channel", std::size_t{0}), jsonValue(json, "mean", 0.0),
            jsonValue(json, "deviation", 0.0),          jsonValue(json, "other_mean", 0.0),
            jsonValue(json, "relative_l2", 0.0),        jsonValue(json, "max_absolute", 0.0)};
}

OutputError errorFrom(const Json& json) {
    OutputError e;
    e.output = jsonValue(json, "output", std::string());
    e.elements = jsonValue(json, "elements", std::uint64_t{0});
    e.maxAbsolute = jsonValue(json, "max_absolute", 0.0);
    e.maxRelative = jsonValue(json, "max_relative", 0.0);
    e.cosine = jsonValue(json, "cosine", 1.0);
    e.snrDb = jsonValue(json, "snr_db", 0.0);
    e.relativeL2 = jsonValue(json, "relative_l2", 0.0);
    e.nanMismatches = jsonValue(json, "nan_mismatches", std::uint64_t{0});
    e.argmaxAgreement = jsonValue(json, "argmax_agreement", 1.0);
    e.withinTolerance = jsonValue(json, "within_tolerance", true);
    e.worstSample = jsonValue(json, "worst_sample", std::size_t{0});
    e.worstRelativeL2 = jsonValue(json, "worst_relative_l2", 0.0);
    return e;
}

Json sampleJson(const SampleDetail& s) {
    Json values = Json::array(), others = Json::array();
    for (const double value : s.reference)
        values.push_back(finite(value));
    for (const double value : s.other)
        others.push_back(finite(value));
    return Json{{"sample", s.sample},
                {"output", s.output},
                {"relative_l2", finite(s.relativeL2)},
                {"winner_changed", s.winnerChanged},
                {"elements", s.elements},
                {"reference", std::move(values)},
                {"other", std::move(others)}};
}

SampleDetail sampleFrom(const Json& json) {
    SampleDetail s;
    s.sample = jsonValue(json, "sample", std::size_t{0});
    s.output = jsonValue(json, "output", std::string());
    s.relativeL2 = jsonValue(json, "relative_l2", 0.0);
    s.winnerChanged = jsonValue(json, "winner_changed", false);
    s.elements = jsonValue(json, "elements", std::vector<std::size_t>());
    s.reference = jsonValue(json, "reference", std::vector<double>());
    s.other = jsonValue(json, "other", std::vector<double>());
    const std::size_t shortest = std::min({s.elements.size(), s.reference.size(), s.other.size()});
    s.elements.resize(shortest);
    s.reference.resize(shortest);
    s.other.resize(shortest);
    return s;
}

Json layerJson(const LayerSensitivity& l) {
    return Json{{"layer", l.layer},
                {"op_type", l.opType},
                {"node", l.node},
                {"sources", l.sources},
                {"relative_l2", finite(l.relativeL2)},
                {"cosine", l.cosine},
                {"snr_db", l.snrDb},
                {"changed_winners", l.changedWinners},
                {"skipped", l.skipped}};
}

LayerSensitivity layerFrom(const Json& json) {
    LayerSensitivity l;
    l.layer = jsonValue(json, "layer", std::string());
    l.opType = jsonValue(json, "op_type", std::string());
    l.node = jsonValue(json, "node", std::string());
    l.sources = jsonValue(json, "sources", std::vector<std::string>());
    l.relativeL2 = jsonValue(json, "relative_l2", 0.0);
    l.cosine = jsonValue(json, "cosine", 1.0);
    l.snrDb = jsonValue(json, "snr_db", 0.0);
    l.changedWinners = jsonValue(json, "changed_winners", 0.0);
    l.skipped = jsonValue(json, "skipped", std::string());
    return l;
}

} // namespace

Json Examination::toJson() const {
    Json outs = Json::array(), samples = Json::array(), tensors = Json::array(),
         sensitive = Json::array();
    for (const OutputDetail& output : outputs) {
        Json one = output.total.toJson();
        Json list = Json::array();
        for (const ChannelError& channel : output.channels)
            list.push_back(channelJson(channel));
        one["channels"] = std::move(list);
        outs.push_back(std::move(one));
    }
    for (const SampleDetail& sample : worst)
        samples.push_back(sampleJson(sample));
    for (const TensorError& t : inside)
        tensors.push_back(Json{{"tensor", t.tensor},
                               {"op_type", t.opType},
                               {"node", t.node},
                               {"relative_l2", finite(t.relativeL2)},
                               {"cosine", t.cosine},
                               {"snr_db", t.snrDb}});
    for (const LayerSensitivity& layer : layers)
        sensitive.push_back(layerJson(layer));
    return Json{{"schema", "accuracy/1"},
                {"candidate", candidate},
                {"compared_on", comparedOn},
                {"real_data", realData},
                {"median_error", finite(medianError)},
                {"outputs", std::move(outs)},
                {"worst_samples", std::move(samples)},
                {"tensor_samples", tensorSamples},
                {"tensors", std::move(tensors)},
                {"plan", plan},
                {"layer_samples", layerSamples},
                {"layers", std::move(sensitive)},
                {"notes", notes}};
}

Result<Examination> Examination::fromJson(const Json& json) {
    if (jsonValue(json, "schema", std::string()).rfind("accuracy/", 0) != 0)
        return fail(ErrorCode::InvalidArgument, "this is no examination of accuracy",
                    "The field \"schema\" must be \"accuracy/1\"; examine the session again.");
    Examination e;
    e.candidate = jsonValue(json, "candidate", std::string());
    e.comparedOn = jsonValue(json, "compared_on", std::string());
    e.realData = jsonValue(json, "real_data", false);
    e.medianError = jsonValue(json, "median_error", 0.0);
    e.tensorSamples = jsonValue(json, "tensor_samples", std::size_t{0});
    e.plan = jsonValue(json, "plan", std::string());
    e.layerSamples = jsonValue(json, "layer_samples", std::size_t{0});
    e.notes = jsonValue(json, "notes", std::vector<std::string>());
    for (const Json& one : listOf(json, "outputs")) {
        OutputDetail output{errorFrom(one), {}};
        for (const Json& channel : listOf(one, "channels"))
            output.channels.push_back(channelFrom(channel));
        e.outputs.push_back(std::move(output));
    }
    for (const Json& one : listOf(json, "worst_samples"))
        e.worst.push_back(sampleFrom(one));
    for (const Json& t : listOf(json, "tensors"))
        e.inside.push_back({jsonValue(t, "tensor", std::string()),
                            jsonValue(t, "op_type", std::string()),
                            jsonValue(t, "node", std::string()), jsonValue(t, "relative_l2", 0.0),
                            jsonValue(t, "cosine", 1.0), jsonValue(t, "snr_db", 0.0)});
    for (const Json& one : listOf(json, "layers"))
        e.layers.push_back(layerFrom(one));
    return e;
}

} // namespace metainfer::validation
