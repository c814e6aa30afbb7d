// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer draw: the graph as a picture or a standalone page.
#include "arguments.h"

#include "base/file.h"
#include "drawing/search.h"
#include "drawing/writers.h"
#include "execution/agent_executor.h"
#include "features/model_features.h"
#include "ir/onnx_io.h"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace metainfer::cli {
namespace {

const std::vector<std::string> kColors{"bytes",  "flops", "intensity", "precision",
                                       "family", "time",  "support"};

struct Options {
    ModelArguments model;
    std::filesystem::path out;
    std::string color, hardware, mapping, operators, group, theme = "light", title;
    std::optional<std::size_t> depth;
    std::size_t boxes = 240;
    bool all = false, plain = false;
};

struct Drawn {
    std::filesystem::path file;
    std::size_t operators = 0, groups = 0, boxes = 0;
    std::uintmax_t bytes = 0;
    std::string note;
};

/// The model with every dimension fixed, for figures that need sizes; what nobody gave counts 1.
Result<ir::Model> sizedModel(const ir::Model& model, const Options& options, Executor* executor,
                             const CancellationToken& cancel, std::string& note) {
    auto sizes = options.model.input.dimensions;
    std::string assumed;
    for (const ir::ValueId input : model.graph->inputs()) {
        const auto& shape = model.graph->tensorType(input).shape;
        if (shape && !shape->empty() && shape->front().isSymbolic() &&
            sizes.emplace(shape->front().symbol, 1).second)
            assumed += (assumed.empty() ? "" : ", ") + shape->front().symbol + "=1";
    }
    ir::Model sized = model.clone();
    MI_CHECK(ir::inferShapes(sized, executor, cancel, sizes));
    if (!assumed.empty())
        note = "at " + assumed;
    return sized;
}

/// Values by the name of an operator's first result in the main graph.
void setByOutput(drawing::Overlay& overlay, const drawing::Diagram& diagram,
                 const std::unordered_map<std::string, double>& values) {
    for (std::size_t i = 0; i < diagram.items().size(); ++i) {
        const drawing::Item& item = diagram.items()[i];
        if (!item.isOperator() || item.outputs.empty() || item.graph != 0)
            continue;
        const auto it = values.find(diagram.tensor(item.outputs[0]).name);
        if (it != values.end())
            overlay.set(drawing::ItemId(i), it->second);
    }
}

Result<drawing::Overlay> predictedTime(const drawing::Diagram& diagram, const Options& options,
                                       Context& context) {
    engine::PredictRequest request;
    request.input = options.model.input;
    request.hardware = options.hardware;
    MI_ASSIGN(request.session, parseMapping(options.mapping));
    MI_ASSIGN(const auto outcome,
              context.engine().predict(request, context.events(), context.cancel));
    auto overlay = drawing::Overlay::quantitative(diagram, "Time on " + outcome.hardware, "us",
                                                  drawing::OverlayScale::Logarithmic);
    overlay.source = numberSourceName(outcome.prediction.source);
    std::unordered_map<std::string, double> values;
    for (const auto& op : outcome.prediction.operators)
        values[op.operation.key] += op.us.value;
    setByOutput(overlay, diagram, values);
    return overlay;
}

/// From a file that `metainfer measure --profile --json` wrote: the document or its `operators`.
Result<drawing::Overlay> measuredTime(const drawing::Diagram& diagram, const Options& options,
                                      std::string& note) {
    MI_ASSIGN(const Json document, readJsonFile(options.operators));
    const Json& part = document.contains("operators") && document["operators"].is_object()
                           ? document["operators"]
                           : document;
    auto profile = measurement::OperatorProfile::fromJson(part);
    if (!profile)
        return failWith(profile.error(), "while reading " + options.operators);
    auto overlay =
        drawing::Overlay::quantitative(diagram, "Time", "us", drawing::OverlayScale::Logarithmic);
    overlay.source = numberSourceName(profile->source);
    std::unordered_map<std::string_view, drawing::ItemId> byName;
    for (std::size_t i = 0; i < diagram.items().size(); ++i)
        if (diagram.items()[i].isOperator() && !diagram.items()[i].name.empty())
            byName.emplace(diagram.items()[i].name, drawing::ItemId(i));
    std::size_t unknown = 0;
    for (const auto& op : profile->operators) {
        const auto it = byName.find(op.node);
        if (it == byName.end()) {
            ++unknown;
            continue;
        }
        auto& value = overlay.values[it->second.index];
        value = drawing::OverlayValue{(value ? value->number : 0) + op.us, 0};
    }
    if (unknown == profile->operators.size() && unknown > 0)
        return fail(
            ErrorCode::InvalidArgument, "no operator of " + options.operators + " is in the model",
            "Give the profile of the same model: metainfer measure MODEL --profile --json.");
    if (unknown)
        note = fmt::format("{} of the runtime's own are not in the model",
                           counted(unknown, "operator"));
    return overlay;
}

Result<drawing::Overlay> supportOverlay(const drawing::Diagram& diagram, const ir::Model& sized,
                                        const Options& options, Context& context) {
    MI_ASSIGN(const auto target, context.engine().profile(options.hardware));
    auto overlay = drawing::Overlay::categorical(diagram, "Support on " + target.profile.name,
                                                 {"native", "slow", "unsupported", "not said"});
    overlay.source = "profile";
    const auto features = features::modelFeatures(sized, &target.profile);
    std::unordered_map<std::string, std::uint32_t> levels;
    for (const auto& node : features.nodes)
        levels[node.site] = static_cast<std::uint32_t>(node.support);
    for (std::size_t i = 0; i < diagram.items().size(); ++i) {
        const drawing::Item& item = diagram.items()[i];
        if (!item.isOperator() || item.outputs.empty())
            continue;
        const std::string& path = diagram.graphPaths()[item.graph];
        const auto it =
            levels.find((path.empty() ? "" : path + ":") + diagram.tensor(item.outputs[0]).name);
        if (it != levels.end())
            overlay.setCategory(drawing::ItemId(i), it->second);
    }
    return overlay;
}

Result<std::optional<drawing::Overlay>> overlayOf(const drawing::Diagram& diagram,
                                                  const ir::Model& model, const Options& options,
                                                  Executor* executor, Context& context,
                                                  std::string& note) {
    if (options.color.empty())
        return std::nullopt;
    if (options.color == "time" && !options.operators.empty())
        return measuredTime(diagram, options, note);
    if ((options.color == "time" || options.color == "support") && options.hardware.empty())
        return fail(ErrorCode::InvalidArgument, "--color " + options.color + " needs a target",
                    options.color == "time" ? "Give --hardware PROFILE (predicted), or --operators "
                                              "FILE (measured)."
                                            : "Give --hardware PROFILE.");
    if (options.color == "time")
        return predictedTime(diagram, options, context);
    if (options.color == "precision")
        return modelOverlay(diagram, model, drawing::OverlayKind::Precision);
    if (options.color == "family")
        return modelOverlay(diagram, model, drawing::OverlayKind::Family);
    MI_ASSIGN(const auto sized, sizedModel(model, options, executor, context.cancel, note));
    if (options.color == "support")
        return supportOverlay(diagram, sized, options, context);
    auto overlay = modelOverlay(diagram, sized,
                                options.color == "bytes"   ? drawing::OverlayKind::Bytes
                                : options.color == "flops" ? drawing::OverlayKind::Flops
                                                           : drawing::OverlayKind::Intensity);
    if (!note.empty())
        overlay.source += ", " + note;
    return overlay;
}

/// NotFound lists groups with near names.
Result<drawing::GroupId> findGroup(const drawing::Diagram& diagram, const std::string& name) {
    if (name.empty())
        return diagram.root();
    const drawing::GroupId found = diagram.findGroup(name);
    if (found.isValid())
        return found;
    std::string near;
    int shown = 0;
    for (const auto& match :
         drawing::search(diagram, {"group:" + name.substr(name.rfind('/') + 1)}))
        if (shown++ < 5)
            near += (near.empty() ? "" : ", ") + diagram.group(match.group).path;
    if (near.empty())
        for (const auto& child : diagram.group(diagram.root()).children)
            if (child.isGroup() && shown++ < 5)
                near += (near.empty() ? "" : ", ") + diagram.group(child.group).path;
    return fail(ErrorCode::NotFound, fmt::format("there is no group “{}”", shortened(name, 60)),
                near.empty() ? "This model has no groups: leave --group out."
                             : "Groups are, for example: " + near + ".");
}

Result<std::string> document(const std::shared_ptr<const drawing::Diagram>& diagram,
                             drawing::GroupId root, const drawing::Overlay* overlay,
                             const Options& options, Drawn& drawn, Context& context) {
    const std::size_t depth = options.depth.value_or(1000);
    drawing::ContentOptions content;
    if (options.plain)
        content.attributes = content.parameters = false;
    if (options.out.extension() != ".svg") {
        drawing::HtmlOptions html;
        html.overlay = overlay;
        html.content = content;
        html.title = options.title;
        html.maxBoxes = options.boxes;
        html.maxDepth = depth;
        html.group = options.group;
        return drawing::htmlDocument(diagram, html, context.cancel);
    }
    const auto folding = options.all
                             ? drawing::Folding::allOpen(*diagram)
                             : drawing::Folding::automatic(*diagram, options.boxes, depth, root);
    const auto visible = std::make_shared<const drawing::VisibleGraph>(diagram, folding, root);
    drawn.boxes = visible->boxes().size();
    drawing::LayoutOptions layoutOptions;
    layoutOptions.content = content;
    MI_ASSIGN(const auto laid, drawing::layout(visible, drawing::ApproximateMeasure(),
                                               layoutOptions, context.cancel));
    drawing::SvgOptions svg;
    svg.theme = options.theme == "dark" ? drawing::ThemeKind::Dark : drawing::ThemeKind::Light;
    svg.overlay = overlay;
    svg.title = options.title;
    return drawing::svgDocument(*laid, svg);
}

Result<Drawn> draw(Options& options, Context& context) {
    const auto extension = options.out.extension();
    if (extension != ".svg" && extension != ".html" && extension != ".htm")
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("-o {}: the name does not say what to draw", options.out.string()),
                    "End it in .svg for a picture or in .html for a page.");
    MI_CHECK(options.model.resolve());
    Drawn drawn;
    report(context.progress(), 0, "reading the model");
    MI_ASSIGN(const auto path, context.engine().findModel(options.model.input.model));
    MI_ASSIGN(auto model, ir::importOnnx(path));
    auto executor = makeLocalExecutor(); // without a runtime some shapes stay unknown
    Executor* runtime = executor ? executor->get() : nullptr;
    MI_CHECK(ir::inferShapes(model, runtime, context.cancel, options.model.input.dimensions));
    report(context.progress(), 0.3, "finding groups");
    MI_ASSIGN(const auto diagram, drawing::Diagram::build(model, {}, context.cancel));
    MI_ASSIGN(const auto root, findGroup(*diagram, options.group));
    MI_ASSIGN(const auto overlay,
              overlayOf(*diagram, model, options, runtime, context, drawn.note));
    report(context.progress(), 0.6, "drawing");
    MI_ASSIGN(const std::string text,
              document(diagram, root, overlay ? &*overlay : nullptr, options, drawn, context));
    MI_CHECK(writeFileAtomically(options.out, text));
    drawn.file = options.out;
    drawn.operators = diagram->group(root).operatorCount;
    drawn.groups = diagram->groups().size() - 1;
    drawn.bytes = text.size();
    return drawn;
}

void run(Options& options, Context& context) {
    const Result<Drawn> drawn = draw(options, context);
    context.finish(drawn, [&](const Drawn& value) {
        if (context.console.json) {
            Json document{{"schema", "drawing/1"},
                          {"file", value.file.string()},
                          {"operators", value.operators},
                          {"groups", value.groups},
                          {"bytes", value.bytes}};
            if (value.boxes)
                document["boxes"] = value.boxes;
            if (!value.note.empty())
                document["note"] = value.note;
            context.console.document(document);
            return;
        }
        std::string line =
            fmt::format("{}: {}, {}", value.file.string(), counted(value.operators, "operator"),
                        formatBytes(static_cast<double>(value.bytes)));
        if (value.boxes)
            line += fmt::format(", {}", counted(value.boxes, "box", "boxes"));
        context.console.print(line);
        if (!value.note.empty())
            context.console.print("note: " + value.note);
    });
}

} // namespace

void addDraw(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("draw", "Draw the graph as an SVG picture or a standalone page");
    options->model.addModel(*command);
    command->add_option("-o,--out", options->out, "FILE.svg or FILE.html")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--color,--overlay", options->color,
                     "Colour operators by bytes, flops, intensity, precision, family, time or "
                     "support")
        ->check(CLI::IsMember(kColors))
        ->type_name("WHAT");
    command->add_option("--hardware", options->hardware,
                        "Profile for --color time (predicted) and support");
    command
        ->add_option("--operators", options->operators,
                     "Measured operator times for --color time: output of measure --profile "
                     "--json")
        ->type_name("FILE");
    command->add_option("--mapping", options->mapping, "Session signature of the prediction");
    command->add_option("--group", options->group, "Draw this group alone: its title or path")
        ->type_name("NAME");
    command->add_option("--depth", options->depth, "Open groups at most so deep; 0: none")
        ->type_name("N");
    command
        ->add_option("--boxes", options->boxes,
                     "Open everything up to so many boxes, else half as many")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command->add_flag("--all", options->all, "Open every group (svg)");
    command->add_flag("--plain", options->plain, "Without attributes and parameters");
    command->add_option("--theme", options->theme, "light or dark (svg; a page follows the system)")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    command->add_option("--title", options->title, "Title; the graph's name without it");
    options->model.addDimensions(*command);
    command->footer(
        "Examples:\n"
        "  metainfer draw mobilenet-v2-style -o graph.svg --color bytes\n"
        "  metainfer draw model.onnx -o graph.html --color time --hardware accelerator-x");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
