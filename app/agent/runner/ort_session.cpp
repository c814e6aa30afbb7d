// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading of sessions with our options, and the types of their inputs and outputs.
#include "ort_session.h"

#include "session_setup.h"

#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

constexpr int kReleaseWithHasShape = 24;

/// Before 1.24 a scalar and a tensor of unknown rank look the same; then the rank is unknown.
bool hasShape(const OrtTensorTypeAndShapeInfo* info, std::size_t rank, const std::string& version) {
    if (std::atoi(version.c_str() + version.find('.') + 1) >= kReleaseWithHasShape)
        return ort().TensorTypeAndShape_HasShape(info);
    return rank > 0;
}

Status readShape(const OrtTensorTypeAndShapeInfo* info, const std::string& version,
                 ReportedType& type) {
    ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    MI_CHECK(check(ort().GetTensorElementType(info, &element)));
    type.element = static_cast<ElementType>(element);
    std::size_t rank = 0;
    MI_CHECK(check(ort().GetDimensionsCount(info, &rank)));
    type.hasShape = hasShape(info, rank, version);
    type.dims.resize(rank);
    MI_CHECK(check(ort().GetDimensions(info, type.dims.data(), rank)));
    std::vector<const char*> symbols(rank);
    MI_CHECK(check(ort().GetSymbolicDimensions(info, symbols.data(), rank)));
    for (const char* symbol : symbols)
        type.symbols.emplace_back(symbol ? symbol : "");
    return {};
}

Status readType(const OrtTypeInfo* info, const std::string& version, ReportedType& type) {
    ONNXType kind = ONNX_TYPE_UNKNOWN;
    MI_CHECK(check(ort().GetOnnxTypeFromTypeInfo(info, &kind)));
    type.isTensor = kind == ONNX_TYPE_TENSOR;
    if (!type.isTensor) {
        type.hasShape = false;
        return {};
    }
    const OrtTensorTypeAndShapeInfo* shape = nullptr; // owned by `info`
    MI_CHECK(check(ort().CastTypeInfoToTensorInfo(info, &shape)));
    return shape ? readShape(shape, version, type) : Status{};
}

/// The runtime's functions for one side of a session: inputs or outputs.
struct Side {
    decltype(OrtApi::SessionGetInputCount) count;
    decltype(OrtApi::SessionGetInputName) name;
    decltype(OrtApi::SessionGetInputTypeInfo) type;
};

Result<std::vector<ReportedType>> readSide(const OrtLibrary& library, const OrtSession* session,
                                           const Side& side) {
    std::size_t count = 0;
    MI_CHECK(check(side.count(session, &count)));
    std::vector<ReportedType> types(count);
    for (std::size_t i = 0; i < count; ++i) {
        char* name = nullptr;
        MI_CHECK(check(side.name(session, i, library.allocator, &name)));
        types[i].name = name;
        MI_CHECK(check(ort().AllocatorFree(library.allocator, name)));
        OrtTypeInfo* raw = nullptr;
        MI_CHECK(check(side.type(session, i, &raw)));
        const OrtOwned<OrtTypeInfo> info(raw);
        MI_CHECK(readType(info.get(), library.description.version, types[i]));
    }
    return types;
}

Status checkRuntime(const SessionOptions& options) {
    if (options.runtime == "onnxruntime")
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("no runner for the runtime `{}`", options.runtime),
                "known runtimes: onnxruntime");
}

} // namespace

Result<std::unique_ptr<ModelSession>> ModelSession::load(const ModelVariant& variant,
                                                         const LoadExtras& extras) {
    MI_CHECK(checkRuntime(variant.options));
    std::error_code error;
    if (!std::filesystem::is_regular_file(variant.model, error))
        return fail(ErrorCode::NotFound, fmt::format("no such model: {}", variant.model.string()),
                    "check the path; a file that was sent is named blob:HASH");
    MI_ASSIGN(const OrtLibrary* library, openLibrary(variant.options.runtimeVersion));
    std::unique_ptr<ModelSession> session(new ModelSession);
    LoadReport& report = session->m_report;
    report.runtimeVersion = library->description.version;
    report.libraryFile = library->description.file;
    MI_ASSIGN(const auto options, makeSessionOptions(*library, variant.options, extras, report));
    const auto start = std::chrono::steady_clock::now();
    OrtSession* raw = nullptr;
    auto created = check(
        ort().CreateSession(library->environment, variant.model.c_str(), options.get(), &raw));
    if (!created)
        return failWith(created.error(), fmt::format("while loading {}", variant.model.string()));
    const std::chrono::duration<double, std::micro> elapsed =
        std::chrono::steady_clock::now() - start;
    report.loadUs = elapsed.count();
    session->m_session.reset(raw);
    MI_ASSIGN(session->m_types.inputs,
              readSide(*library, raw,
                       {ort().SessionGetInputCount, ort().SessionGetInputName,
                        ort().SessionGetInputTypeInfo}));
    MI_ASSIGN(session->m_types.outputs,
              readSide(*library, raw,
                       {ort().SessionGetOutputCount, ort().SessionGetOutputName,
                        ort().SessionGetOutputTypeInfo}));
    return session;
}

Result<std::unique_ptr<RunnableSession>> loadSession(const ModelVariant& variant) {
    return ModelSession::load(variant);
}

Result<std::vector<std::filesystem::path>> readyRuntime(const SessionOptions& options) {
    MI_ASSIGN(const OrtLibrary* library, openLibrary(options.runtimeVersion));
    if (!options.config.empty() || !options.disabledOptimizers.empty())
        (void)libraryContains(*library, "session"); // reads the file now, not with the model
    return std::vector{library->description.file};
}

Result<std::filesystem::path> ModelSession::endProfiling() {
    OrtAllocator* allocator = currentLibrary().allocator;
    char* name = nullptr;
    MI_CHECK(check(ort().SessionEndProfiling(m_session.get(), allocator, &name)));
    std::filesystem::path file = name;
    MI_CHECK(check(ort().AllocatorFree(allocator, name)));
    return file;
}

} // namespace metainfer::runner
