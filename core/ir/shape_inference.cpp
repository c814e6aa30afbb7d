// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Types of all values, from the ONNX library and from the runtime.
#include "ir/onnx_io.h"

#include "ir/export_compose.h"
#include "ir/import_context.h"
#include "ir/isolated.h"
#include "ir/onnx_versions.h"

#include <google/protobuf/io/coded_stream.h>
#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

namespace metainfer::ir {
namespace {

/// Constants above this many bytes never steer a shape.
constexpr std::uint64_t kShapeFeedingBytes = 4096;
constexpr std::chrono::minutes kLibraryLimit{2};

std::int64_t libraryOpset(const std::string& domain) {
    const auto& ranges = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    const auto range = ranges.find(domain);
    return range == ranges.end() ? 0 : range->second.second;
}

bool libraryKnows(const Model& model, const Node& node) {
    const auto opset = model.opset(node.domain);
    return onnx::OpSchemaRegistry::Schema(node.opType, static_cast<int>(opset), node.domain) !=
           nullptr;
}

bool isMissing(const Value& value) {
    if (value.type.kind == ValueKind::Unknown)
        return true;
    return value.type.isTensor() &&
           (!value.type.tensor.shape || value.type.tensor.element == ElementType::Undefined);
}

/// What was found now wins where it is definite; what was known before fills the gaps.
void refine(ValueType& known, const ValueType& found) {
    if (found.kind == ValueKind::Unknown)
        return;
    if (known.kind != found.kind || !known.isTensor()) {
        known = found;
        return;
    }
    TensorType& type = known.tensor;
    if (found.tensor.element != ElementType::Undefined)
        type.element = found.tensor.element;
    if (!found.tensor.shape)
        return;
    if (!type.shape || type.shape->size() != found.tensor.shape->size()) {
        type.shape = found.tensor.shape;
        return;
    }
    for (std::size_t i = 0; i < type.shape->size(); ++i) {
        const Dim& dim = (*found.tensor.shape)[i];
        Dim& target = (*type.shape)[i];
        if (dim.isKnown() || (dim.isSymbolic() && !target.isKnown()))
            target = dim;
    }
}

// ---- The library ----

/// The library numbers dimensions that it does not know; the numbers differ from run to run of it
/// and cannot be bound.
void dropMadeUpSymbols(ValueType& type) {
    if (!type.tensor.shape)
        return;
    for (Dim& dim : *type.tensor.shape)
        if (dim.symbol.starts_with("unk__"))
            dim = Dim::unknown();
}

void takeTypes(const onnx::GraphProto& proto, Graph& graph) {
    const auto take = [&](const onnx::ValueInfoProto& info) {
        const ValueId id = graph.find(info.name());
        if (!id || !graph.value(id).producer || !info.has_type())
            return;
        ValueType type = importType(info.type());
        dropMadeUpSymbols(type);
        refine(graph.value(id).type, type);
    };
    for (const auto& info : proto.value_info())
        take(info);
    for (const auto& info : proto.output())
        take(info);
    const std::vector<NodeId>& order = graph.order();
    for (int i = 0; i < proto.node_size() && static_cast<std::size_t>(i) < order.size(); ++i) {
        Node& node = graph.node(order[static_cast<std::size_t>(i)]);
        for (int a = 0; a < proto.node(i).attribute_size(); ++a) {
            const auto& from = proto.node(i).attribute(a);
            auto& to = node.attributes[static_cast<std::size_t>(a)];
            for (std::size_t g = 0; g < to.graphs.size(); ++g)
                takeTypes(to.kind == Attribute::Kind::Graph ? from.g()
                                                            : from.graphs(static_cast<int>(g)),
                          *to.graphs[g]);
        }
    }
}

/// What takeTypes does not need: everything but types and the nodes that hold subgraphs.
void keepTypesOnly(onnx::GraphProto& graph) {
    graph.clear_initializer();
    graph.clear_sparse_initializer();
    for (auto& node : *graph.mutable_node()) {
        bool holder = false;
        for (auto& attribute : *node.mutable_attribute()) {
            holder |= attribute.has_g() || attribute.graphs_size() > 0;
            if (attribute.has_g())
                keepTypesOnly(*attribute.mutable_g());
            for (auto& subgraph : *attribute.mutable_graphs())
                keepTypesOnly(subgraph);
        }
        if (!holder)
            node.Clear();
    }
}

template <typename Proto>
bool parse(Proto& proto, std::string_view bytes) {
    google::protobuf::io::CodedInputStream input(
        reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
    input.SetRecursionLimit(WireReader::kMaxDepth);
    return proto.ParsePartialFromCodedStream(&input);
}

/// Runs in a child process.
Result<std::string> inferredGraph(onnx::ModelProto& proto) {
    try {
        const onnx::ShapeInferenceOptions safe(false, 0, false); // no data propagation: it crashes
        onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), safe);
    } catch (const std::exception& problem) {
        return fail(ErrorCode::InvalidModel, problem.what());
    }
    keepTypesOnly(*proto.mutable_graph());
    return proto.graph().SerializePartialAsString();
}

Status inferWithLibrary(Model& model, const CancellationToken& cancel) {
    ComposeOptions options;
    options.omitAbove = kShapeFeedingBytes;
    // Types that the library derives itself may be out of date after rewrites, and it stops at
    // contradictions.
    options.keepType = [&](const Graph& graph, const Value& value) {
        return value.type.kind != ValueKind::Tensor ||
               !libraryKnows(model, graph.node(value.producer));
    };
    MI_ASSIGN(const WireMessageWriter message, composeModel(model, options));
    onnx::ModelProto proto;
    std::string text; // small payloads are spliced in only when the message is written
    MI_CHECK(message.write([&](std::span<const std::byte> part) -> Status {
        text.append(reinterpret_cast<const char*>(part.data()), part.size());
        return {};
    }));
    if (!parse(proto, text))
        return fail(ErrorCode::Internal, "the composed model cannot be parsed");
    proto.set_ir_version(std::min(proto.ir_version(), kLibraryIrVersion));
    // The library divides by strides of zero and writes past shapes on attributes out of range.
    const auto inferred = runIsolated([&] { return inferredGraph(proto); }, kLibraryLimit, cancel);
    if (!inferred)
        return inferred.error().code == ErrorCode::Cancelled ? Status(fail(inferred.error()))
                                                             : Status{};
    onnx::GraphProto graph;
    if (parse(graph, *inferred))
        takeTypes(graph, *model.graph);
    return {};
}

// ---- The runtime ----

ValueType fromReported(const ReportedType& reported) {
    if (!reported.isTensor)
        return {};
    if (!reported.hasShape)
        return ValueType::ofTensor(reported.element, std::nullopt);
    Shape shape;
    for (std::size_t i = 0; i < reported.dims.size(); ++i) {
        if (reported.dims[i] >= 0)
            shape.push_back(Dim::known(reported.dims[i]));
        else if (i < reported.symbols.size() && !reported.symbols[i].empty())
            shape.push_back(Dim::symbolic(reported.symbols[i]));
        else
            shape.push_back(Dim::unknown());
    }
    return ValueType::ofTensor(reported.element, std::move(shape));
}

/// Writes the model with the missing values as outputs by name only, and asks the runtime.
Result<ModelTypes> askRuntime(const Model& model, Executor& executor,
                              const std::vector<ValueId>& missing, bool weightsAsInputs,
                              const CancellationToken& cancel) {
    MI_ASSIGN(const TemporaryDirectory folder, TemporaryDirectory::create("metainfer-types"));
    ComposeOptions options;
    options.extraOutputs = missing;
    if (weightsAsInputs)
        options.inputsAbove = kShapeFeedingBytes;
    options.keepType = [](const Graph&, const Value& value) {
        return value.type.kind != ValueKind::Tensor;
    };
    const std::filesystem::path path = folder.path() / "types.onnx";
    MI_CHECK(writeComposed(model, path, options));
    return executor.types(path, {}, cancel);
}

Status inferWithRuntime(Model& model, Executor& executor, const CancellationToken& cancel) {
    Graph& graph = *model.graph;
    std::vector<ValueId> missing;
    bool outputMissing = false;
    for (const ValueId id : graph.values()) {
        const Value& value = graph.value(id);
        if (!value.producer || !isMissing(value))
            continue;
        if (value.isOutput)
            outputMissing = true;
        else
            missing.push_back(id);
    }
    if (missing.empty() && !outputMissing)
        return {};
    auto types = askRuntime(model, executor, missing, true, cancel);
    // Some operators insist on constant weights.
    if (!types && types.error().code != ErrorCode::Cancelled)
        types = askRuntime(model, executor, missing, false, cancel);
    if (!types)
        return types.error().code == ErrorCode::Cancelled ? Status(fail(types.error())) : Status{};
    for (const ReportedType& reported : types->outputs) {
        const ValueId id = graph.find(reported.name);
        if (id && graph.value(id).producer)
            refine(graph.value(id).type, fromReported(reported));
    }
    return {};
}

void bindSymbols(Model& model, const std::map<std::string, std::int64_t>& bindings) {
    forEachGraph(model, [&](Graph& graph, const std::string&) {
        for (const ValueId id : graph.values()) {
            TensorType& type = graph.value(id).type.tensor;
            if (!type.shape)
                continue;
            for (Dim& dim : *type.shape)
                if (const auto bound = bindings.find(dim.symbol);
                    dim.isSymbolic() && bound != bindings.end())
                    dim = Dim::known(bound->second);
        }
    });
}

} // namespace

bool libraryKnowsOpset(const Model& model) {
    // Fills the library's tables here, so that no child has to, and none finds them half filled.
    onnx::OpSchemaRegistry::Schema("Relu", "");
    for (const OpsetImport& import : model.opsets)
        if (const std::int64_t newest = libraryOpset(import.domain);
            newest != 0 && import.version > newest)
            return false;
    return true;
}

Status inferShapes(Model& model, Executor* executor, const CancellationToken& cancel,
                   const std::map<std::string, std::int64_t>& bindings) {
    if (!bindings.empty())
        bindSymbols(model, bindings);
    if (libraryKnowsOpset(model))
        MI_CHECK(inferWithLibrary(model, cancel));
    if (cancel.isCancelled())
        return fail(ErrorCode::Cancelled, "shape inference was cancelled");
    return executor ? inferWithRuntime(model, *executor, cancel) : Status{};
}

} // namespace metainfer::ir
