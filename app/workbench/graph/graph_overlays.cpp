// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Making overlays; matching a runtime's operators with those of the model.
#include "graph/graph_overlays.h"

#include "features/model_features.h"
#include "session/number_words.h"
#include "validation/examination.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace metainfer::workbench {

using namespace drawing;

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(GraphOverlays)
};

std::string said(const QString& text) {
    return text.toStdString();
}

constexpr std::array kNames{"none",    "family",     "precision",     "bytes",
                            "flops",   "intensity",  "measured_time", "predicted_time",
                            "support", "sensitivity"};

/// Cuts what the runtime appends to a name when it rewrites a node: "_nchwc", "_token_12".
bool cutSuffix(std::string& name) {
    for (const std::string_view suffix : {"_nchwc", "_nhwc", "_kernel_time", "_quant", "_fused"})
        if (name.size() > suffix.size() && name.ends_with(suffix)) {
            name.resize(name.size() - suffix.size());
            return true;
        }
    const std::size_t digits = name.find_last_not_of("0123456789");
    constexpr std::string_view kToken = "_token_";
    if (digits != std::string::npos && digits + 1 < name.size() && digits + 1 > kToken.size() &&
        std::string_view(name).substr(0, digits + 1).ends_with(kToken)) {
        name.resize(digits + 1 - kToken.size());
        return true;
    }
    return false;
}

/// "QLinearConv" and "FusedConv" do the work of a "Conv".
std::string_view plainType(std::string_view type) {
    for (const std::string_view prefix : {"QLinear", "Fused", "DynamicQuantize", "Q"})
        if (type.size() > prefix.size() && type.starts_with(prefix) &&
            !type.starts_with("Quantize"))
            return type.substr(prefix.size());
    return type;
}

/// Names of operators and of their results.
std::unordered_map<std::string, ItemId> itemsByName(const LoadedModel& model) {
    std::unordered_map<std::string, ItemId> items;
    const Diagram& diagram = *model.diagram;
    for (std::size_t i = 0; i < diagram.items().size(); ++i) {
        const ir::Node* node = diagram.items()[i].isOperator() ? model.node(ItemId(i)) : nullptr;
        if (!node)
            continue;
        for (const ir::ValueId output : node->outputs)
            if (output.isValid())
                items.emplace(model.graphOf(diagram.items()[i]).value(output).name, ItemId(i));
    }
    for (std::size_t i = 0; i < diagram.items().size(); ++i)
        if (diagram.items()[i].isOperator() && !diagram.items()[i].name.empty())
            items.insert_or_assign(diagram.items()[i].name, ItemId(i));
    return items;
}

/// The operator of this type that feeds `end`, at most some steps up the main inputs.
ItemId mainMember(const Diagram& diagram, ItemId end, std::string_view type) {
    ItemId at = end;
    for (int step = 0; step < 6; ++step) {
        const Item& item = diagram.item(at);
        if (plainType(item.type) == type)
            return at;
        if (item.inputs.empty())
            break;
        at = diagram.tensor(item.inputs[0]).producer;
        if (!diagram.item(at).isOperator())
            break;
    }
    return end;
}

Result<Overlay> measured(const LoadedModel& model, const std::filesystem::path& file,
                         const std::string& title, const std::string& source) {
    MI_ASSIGN(const Json profile, readJsonFile(file));
    PlacedTimes times = placeTimes(model, operatorRows(profile));
    Overlay overlay = Overlay::quantitative(*model.diagram, title, "us", OverlayScale::Logarithmic);
    overlay.source = source;
    for (std::size_t i = 0; i < times.us.size(); ++i)
        if (times.us[i])
            overlay.set(ItemId(i), *times.us[i]);
    return overlay;
}

Result<Overlay> predicted(const LoadedModel& model, const OverlaySources& sources,
                          const std::string& title, const CancellationToken& cancel) {
    engine::PredictRequest request;
    request.input.model = model.path.string();
    request.input.dimensions = sources.dimensions;
    request.hardware = sources.hardware;
    MI_ASSIGN(const auto outcome, sources.engine->predict(request, {}, cancel));
    const auto items = itemsByName(model);
    Overlay overlay = Overlay::quantitative(*model.diagram, title, "us", OverlayScale::Logarithmic);
    overlay.source = outcome.hardware;
    for (const auto& row : outcome.prediction.operators) {
        auto it = items.find(row.operation.node);
        if (it == items.end())
            it = items.find(row.operation.key);
        if (it == items.end())
            continue;
        const auto& known = overlay.values[it->second.index];
        overlay.set(it->second, row.us.value + (known ? known->number : 0));
    }
    return overlay;
}

Result<Overlay> support(const LoadedModel& model, const OverlaySources& sources,
                        const std::string& title, std::vector<std::string> words) {
    MI_ASSIGN(const auto profile, sources.engine->profile(sources.hardware));
    const auto features =
        features::modelFeatures(model.sized ? *model.sized : *model.model, &profile.profile);
    std::unordered_map<std::string, features::Support> bySite;
    for (const auto& row : features.nodes)
        bySite.emplace(row.site, row.support);
    Overlay overlay = Overlay::categorical(*model.diagram, title, std::move(words));
    overlay.source = profile.profile.name;
    for (std::size_t i = 0; i < model.diagram->items().size(); ++i) {
        const Item& item = model.diagram->items()[i];
        const ir::Node* node = item.isOperator() ? model.node(ItemId(i)) : nullptr;
        if (!node || node->outputs.empty() || !node->outputs[0].isValid())
            continue;
        const std::string& graph = model.diagram->graphPaths()[item.graph];
        const std::string output = model.graphOf(item).value(node->outputs[0]).name;
        if (const auto it = bySite.find(graph.empty() ? output : graph + ":" + output);
            it != bySite.end())
            overlay.setCategory(ItemId(i), static_cast<std::uint32_t>(it->second));
    }
    return overlay;
}

/// What lowering a layer alone does to the outputs, at the operators that stand for the layer.
Result<Overlay> sensitivity(const LoadedModel& model, const std::filesystem::path& file,
                            const std::string& title) {
    MI_ASSIGN(const Json json, readJsonFile(file));
    MI_ASSIGN(const auto found, validation::Examination::fromJson(json));
    Overlay overlay = Overlay::quantitative(*model.diagram, title, "", OverlayScale::Logarithmic);
    overlay.source = found.plan;
    overlay.merge = OverlayMerge::Max;
    struct Layer {
        std::string_view type;
        double error = 0;
    };
    std::unordered_map<std::string, Layer> bySource; // and by the layer's own names
    for (const auto& layer : found.layers) {
        if (!layer.skipped.empty())
            continue;
        const Layer entry{layer.opType, layer.relativeL2};
        bySource.emplace(layer.layer, entry);
        if (!layer.node.empty())
            bySource.emplace(layer.node, entry);
        for (const std::string& source : layer.sources)
            bySource.emplace(source, entry);
    }
    const auto& sources = model.model->sources;
    for (std::size_t i = 0; i < model.diagram->items().size(); ++i) {
        const Item& item = model.diagram->items()[i];
        const ir::Node* node = item.isOperator() ? model.node(ItemId(i)) : nullptr;
        if (!node || item.graph != 0)
            continue;
        std::vector<std::string> names;
        for (const ir::SourceId id : node->origins)
            if (id.index < sources.size())
                names.push_back(sources[id.index].name.empty() ? sources[id.index].output
                                                               : sources[id.index].name);
        if (names.empty())
            names.push_back(node->name);
        if (!node->outputs.empty() && node->outputs[0].isValid())
            names.push_back(model.graph().value(node->outputs[0]).name);
        for (const std::string& name : names)
            if (const auto it = bySource.find(name);
                it != bySource.end() && plainType(item.type) == it->second.type) {
                overlay.set(ItemId(i), it->second.error);
                break;
            }
    }
    return overlay;
}

} // namespace

QString overlayName(GraphOverlay kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

GraphOverlay overlayFromName(const QString& name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i])
            return static_cast<GraphOverlay>(i);
    return GraphOverlay::None;
}

std::vector<std::string> categoriesByShare(const std::vector<const Overlay*>& overlays) {
    std::map<std::string, std::size_t> counts;
    for (const Overlay* overlay : overlays) {
        for (const std::string& name : overlay->categories)
            counts.try_emplace(name, 0);
        for (const auto& value : overlay->values)
            if (value && value->category < overlay->categories.size())
                ++counts[overlay->categories[value->category]];
    }
    std::vector<std::string> order;
    for (const auto& [name, count] : counts)
        order.push_back(name);
    std::stable_sort(order.begin(), order.end(), [&](const std::string& a, const std::string& b) {
        return counts[a] > counts[b];
    });
    return order;
}

Overlay withCategories(const Overlay& overlay, const std::vector<std::string>& order) {
    Overlay renumbered = overlay;
    renumbered.categories = order;
    for (auto& value : renumbered.values)
        if (value && value->category < overlay.categories.size())
            value->category = static_cast<std::uint32_t>(
                std::find(order.begin(), order.end(), overlay.categories[value->category]) -
                order.begin());
    return renumbered;
}

std::vector<OperatorRow> operatorRows(const Json& profile) {
    std::vector<OperatorRow> rows;
    if (!profile.is_array())
        return rows;
    for (const Json& row : profile)
        if (row.is_object() && row.contains("node") && row["node"].is_string() &&
            row.contains("us") && row["us"].is_number())
            rows.push_back({row["node"].get<std::string>(), row.value("op_type", std::string()),
                            row["us"].get<double>()});
    return rows;
}

PlacedTimes placeTimes(const LoadedModel& model, const std::vector<OperatorRow>& rows) {
    const auto items = itemsByName(model);
    PlacedTimes times;
    times.us.resize(model.diagram->items().size());
    for (const OperatorRow& row : rows) {
        std::string name = row.node;
        auto it = items.find(name);
        while (it == items.end() && cutSuffix(name))
            it = items.find(name);
        if (it == items.end()) {
            times.unplaced += row.us;
            continue;
        }
        const ItemId item = mainMember(*model.diagram, it->second, plainType(row.opType));
        times.us[item.index] = times.us[item.index].value_or(0) + row.us;
        times.placed += row.us;
    }
    return times;
}

OverlayMaker overlayMaker(GraphOverlay kind, const OverlaySources& sources) {
    const auto fromModel = [](OverlayKind which, const QString& title) -> OverlayMaker {
        return [which, title = said(title),
                others = said(Words::tr("other", "kinds that share a colour")),
                source = said(which == OverlayKind::Family || which == OverlayKind::Precision
                                  ? Words::tr("from the model")
                                  : Words::tr("from shapes"))](
                   const LoadedModel& model, const CancellationToken&) -> Result<Overlay> {
            Overlay overlay =
                modelOverlay(*model.diagram, model.sized ? *model.sized : *model.model, which);
            overlay.title = title;
            overlay.others = others;
            overlay.source = source;
            if (!model.sizedWith.empty() && overlay.scale != OverlayScale::Categorical)
                overlay.source = model.sizedWith;
            return overlay;
        };
    };
    switch (kind) {
    case GraphOverlay::None:
        return {};
    case GraphOverlay::Family:
        return fromModel(OverlayKind::Family, Words::tr("Operator family"));
    case GraphOverlay::Precision:
        return fromModel(OverlayKind::Precision, Words::tr("Precision"));
    case GraphOverlay::Bytes:
        return fromModel(OverlayKind::Bytes, Words::tr("Bytes moved"));
    case GraphOverlay::Flops:
        return fromModel(OverlayKind::Flops, Words::tr("Computation"));
    case GraphOverlay::Intensity:
        return fromModel(OverlayKind::Intensity, Words::tr("Arithmetic intensity"));
    case GraphOverlay::MeasuredTime:
        return [sources, title = said(Words::tr("Measured time")),
                source = said(widgets::NumberWords::source(NumberSource::Measured))](
                   const LoadedModel& model, const CancellationToken&) {
            return measured(model, sources.profile, title, source);
        };
    case GraphOverlay::PredictedTime:
        return [sources, title = said(Words::tr("Predicted time"))](
                   const LoadedModel& model, const CancellationToken& cancel) {
            return predicted(model, sources, title, cancel);
        };
    case GraphOverlay::Support:
        return
            [sources, title = said(Words::tr("Support on the target")),
             words = std::vector<std::string>{
                 said(Words::tr("native")), said(Words::tr("slow")), said(Words::tr("unsupported")),
                 said(Words::tr("not said"))}](const LoadedModel& model, const CancellationToken&) {
                return support(model, sources, title, words);
            };
    case GraphOverlay::Sensitivity:
        return [sources, title = said(Words::tr("Sensitivity"))](const LoadedModel& model,
                                                                 const CancellationToken&) {
            return sensitivity(model, sources.accuracy, title);
        };
    }
    return {};
}

} // namespace metainfer::workbench
