// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Import: the file is walked once, node by node, so memory holds the graph but neither the file
// nor its weights.
#include "ir/onnx_io.h"

#include "ir/import_graph.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>

namespace metainfer::ir {
namespace {

enum ModelField : std::uint32_t { kGraph = 7, kTraining = 20, kFunctions = 25 };
enum GraphField : std::uint32_t {
    kNode = 1,
    kInitializer = 5,
    kInput = 11,
    kOutput = 12,
    kValueInfo = 13,
    kSparse = 15
};

constexpr std::uint64_t kHeadBytes = 64;

/// What the file is when it is not ONNX, from its first bytes; empty when unknown.
std::string_view otherFormat(std::string_view head) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kFormats{{
        {"version https://git-lfs", "a Git LFS pointer: run 'git lfs pull' to fetch the model"},
        {"PK\x03\x04", "a ZIP archive, perhaps a PyTorch checkpoint: export it to ONNX"},
        {"\x89HDF", "an HDF5 file, perhaps a Keras model: convert it to ONNX"},
        {"\x80\x02", "a Python pickle: export the model to ONNX"},
        {"<", "XML or HTML, perhaps an error page of a download"},
        {"{", "JSON"},
        {"\x1f\x8b", "gzip-compressed: unpack it"},
        {"GGUF", "a GGUF model"},
        {"\x7f"
         "ELF",
         "a program"},
    }};
    if (head.size() > 8 && head.substr(4, 4) == "TFL3")
        return "a TensorFlow Lite model: convert it to ONNX";
    if (head.size() > 8 && head.substr(4, 4) == "ORTM")
        return "a model in ONNX Runtime's own format: use the .onnx file that it was made from";
    for (const auto& [magic, name] : kFormats)
        if (head.starts_with(magic))
            return name;
    return {};
}

class ModelReader {
  public:
    ModelReader(std::shared_ptr<const RandomAccessFile> file, std::filesystem::path path)
        : m_wire(std::move(file)) {
        m_context.path = std::move(path);
        m_context.fileSize = m_wire.size();
        m_context.slices = &m_wire.slices();
    }

    Result<Model> read() {
        MI_CHECK(scan());
        if (!m_graphSeen)
            return notOnnx("it has no graph");
        MI_CHECK(modelFields());
        GraphBuilder& builder = *m_builder;
        MI_CHECK(builder.finish(m_model.irVersion < 4));
        m_model.sources = std::move(m_context.sources);
        m_model.path = m_context.path;
        return std::move(m_model);
    }

  private:
    tl::unexpected<Error> notOnnx(const std::string& reason) {
        std::string message = m_context.path.string() + " is not an ONNX model: ";
        if (m_wire.size() == 0)
            return fail(ErrorCode::InvalidModel, message + "it is empty");
        const auto head = m_wire.view(0, std::min<std::uint64_t>(kHeadBytes, m_wire.size()));
        const std::string_view known = head ? otherFormat(*head) : std::string_view{};
        if (!known.empty())
            return fail(ErrorCode::InvalidModel, message + "it is " + std::string(known));
        return fail(ErrorCode::InvalidModel, message + reason,
                    "Give a file that an ONNX exporter wrote.");
    }

    /// Every exporter writes the IR version first.
    bool looksLikeOnnx() {
        const auto first = m_wire.view(0, 1);
        return first && first->front() == 0x08;
    }

    Status scan() {
        if (m_wire.size() == 0)
            return notOnnx("it is empty");
        MI_ASSIGN(const std::string_view head,
                  m_wire.view(0, std::min<std::uint64_t>(kHeadBytes, m_wire.size())));
        if (!otherFormat(head).empty())
            return notOnnx({});
        m_builder.emplace(m_context, *m_model.graph, nullptr, std::string{});
        for (std::uint64_t at = 0; at < m_wire.size();) {
            const auto found = m_wire.field(at, m_wire.size());
            if (!found)
                return looksLikeOnnx() ? fail(found.error()) : notOnnx(found.error().message);
            at = found->end;
            if (found->number != kGraph) {
                MI_CHECK(m_wire.copy(*found, m_modelRest));
                continue;
            }
            if (found->type != WireType::Bytes)
                return notOnnx("its graph is not a message");
            m_graphSeen = true;
            MI_CHECK(graph(found->begin, found->end));
        }
        return {};
    }

    Status graph(std::uint64_t begin, std::uint64_t end) {
        std::string rest;
        for (std::uint64_t at = begin; at < end;) {
            MI_ASSIGN(const WireField found, m_wire.field(at, end));
            at = found.end;
            bool handled = false;
            if (found.type == WireType::Bytes)
                MI_CHECK(graphField(found, handled));
            if (!handled)
                MI_CHECK(m_wire.copy(found, rest));
        }
        onnx::GraphProto proto;
        MI_CHECK(parse(proto, rest, WireMessage::Graph, begin, end));
        m_builder->rest(proto);
        return {};
    }

    Status graphField(const WireField& found, bool& handled) {
        handled = true;
        switch (found.number) {
        case kNode:
            MI_CHECK(message(m_node, WireMessage::Node, found));
            return m_builder->node(m_node);
        case kInitializer:
            MI_CHECK(message(m_tensor, WireMessage::Tensor, found));
            return m_builder->initializer(m_tensor);
        case kSparse: {
            onnx::SparseTensorProto proto;
            MI_CHECK(message(proto, WireMessage::SparseTensor, found));
            return m_builder->sparseInitializer(proto);
        }
        case kInput:
            MI_CHECK(message(m_value, WireMessage::Opaque, found));
            return m_builder->input(m_value);
        case kOutput:
            MI_CHECK(message(m_value, WireMessage::Opaque, found));
            return m_builder->output(m_value);
        case kValueInfo:
            MI_CHECK(message(m_value, WireMessage::Opaque, found));
            return m_builder->valueInfo(m_value);
        default:
            handled = false;
            return {};
        }
    }

    template <typename Proto>
    Status message(Proto& proto, WireMessage kind, const WireField& found) {
        m_wire.forgetSlices();
        MI_ASSIGN(const std::string_view bytes, m_wire.reduced(kind, found.begin, found.end));
        return parse(proto, bytes, kind, found.begin, found.end);
    }

    template <typename Proto>
    Status parse(Proto& proto, std::string_view bytes, WireMessage kind, std::uint64_t begin,
                 std::uint64_t end) {
        proto.Clear();
        google::protobuf::io::CodedInputStream input(
            reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
        input.SetRecursionLimit(WireReader::kMaxDepth);
        if (proto.ParseFromCodedStream(&input) && input.ConsumedEntireMessage())
            return {};
        MI_CHECK(m_wire.findDamage(kind, begin, end));
        return m_context.invalid(
            fmt::format("damaged between bytes {} and {}: not a valid {}", begin, end,
                        proto.GetTypeName()),
            "The file is incomplete or not an ONNX model; fetch or export it again.");
    }

    Status modelFields() {
        onnx::ModelProto proto;
        MI_CHECK(parse(proto, m_modelRest, WireMessage::Opaque, 0, m_wire.size()));
        m_model.irVersion = proto.ir_version();
        for (const auto& import : proto.opset_import())
            m_model.opsets.push_back(
                {import.domain() == "ai.onnx" ? std::string{} : import.domain(), import.version()});
        m_model.producerName = proto.producer_name();
        m_model.producerVersion = proto.producer_version();
        m_model.domain = proto.domain();
        m_model.doc = proto.doc_string();
        m_model.modelVersion = proto.model_version();
        for (const auto& entry : proto.metadata_props())
            m_model.metadata.emplace_back(entry.key(), entry.value());
        for (const auto& function : proto.functions())
            m_model.functions.push_back(importFunction(function));
        for (const auto& training : proto.training_info()) {
            const std::string bytes = training.SerializeAsString();
            appendTag(m_model.unknownFields, kTraining, WireType::Bytes);
            appendVarint(m_model.unknownFields, bytes.size());
            m_model.unknownFields += bytes;
        }
        m_model.unknownFields += importUnknown(proto.unknown_fields(), {});
        return {};
    }

    static Function importFunction(const onnx::FunctionProto& proto) {
        Function function;
        function.domain = proto.domain();
        function.name = proto.name();
        function.doc = proto.doc_string();
        importUnknown(proto.unknown_fields(), {.textField = 13, .text = &function.overload});
        function.inputs.assign(proto.input().begin(), proto.input().end());
        function.outputs.assign(proto.output().begin(), proto.output().end());
        function.attributes.assign(proto.attribute().begin(), proto.attribute().end());
        function.raw = proto.SerializeAsString();
        return function;
    }

    WireReader m_wire;
    ImportContext m_context;
    Model m_model;
    std::optional<GraphBuilder> m_builder;
    std::string m_modelRest;
    bool m_graphSeen = false;
    onnx::NodeProto m_node;
    onnx::TensorProto m_tensor;
    onnx::ValueInfoProto m_value;
};

} // namespace

Result<Model> importOnnx(const std::filesystem::path& path) {
    MI_ASSIGN(auto file, RandomAccessFile::open(path));
    try {
        return ModelReader(std::move(file), path).read();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, path.string() + ": not enough memory to read it");
    } catch (const std::exception& problem) {
        return fail(ErrorCode::InvalidModel, path.string() + ": " + problem.what());
    }
}

} // namespace metainfer::ir
