// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs of a session: inputs wrapped without a copy, outputs made by the runtime.
#include "ort_session.h"

#include "base/suggest.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

std::vector<std::string> namesOf(const std::vector<ReportedType>& types) {
    std::vector<std::string> names;
    for (const ReportedType& type : types)
        names.push_back(type.name);
    return names;
}

Result<OrtOwned<OrtValue>> wrapStrings(const HostTensor& tensor) {
    OrtValue* raw = nullptr;
    MI_CHECK(check(ort().CreateTensorAsOrtValue(currentLibrary().allocator, tensor.dims.data(),
                                                tensor.dims.size(),
                                                ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, &raw)));
    OrtOwned<OrtValue> value(raw);
    std::vector<const char*> texts;
    for (const std::string& text : tensor.strings)
        texts.push_back(text.c_str());
    MI_CHECK(check(ort().FillStringTensor(raw, texts.data(), texts.size())));
    return value;
}

Result<OrtOwned<OrtValue>> wrap(const OrtMemoryInfo* memory, const HostTensor& tensor) {
    if (tensor.type == ElementType::String)
        return wrapStrings(tensor);
    OrtValue* raw = nullptr;
    static std::byte nothing[8];
    // The runtime does not write to inputs; its interface only lacks the const.
    void* data = tensor.bytes && !tensor.bytes->empty()
                     ? const_cast<std::byte*>(tensor.bytes->data())
                     : nothing;
    const std::size_t size = tensor.bytes ? tensor.bytes->size() : 0;
    MI_CHECK(check(ort().CreateTensorWithDataAsOrtValue(
        memory, data, size, tensor.dims.data(), tensor.dims.size(),
        static_cast<ONNXTensorElementDataType>(tensor.type), &raw)));
    return OrtOwned<OrtValue>(raw);
}

Status checkInputs(const ModelTypes& types, const std::vector<NamedTensor>& tensors) {
    for (const ReportedType& type : types.inputs) {
        const auto given =
            std::find_if(tensors.begin(), tensors.end(),
                         [&](const NamedTensor& tensor) { return tensor.name == type.name; });
        if (!type.isTensor)
            return fail(ErrorCode::Unsupported,
                        fmt::format("input `{}` is not a tensor but a sequence, map or optional",
                                    type.name));
        if (given == tensors.end())
            return fail(ErrorCode::InvalidArgument, fmt::format("input `{}` is missing", type.name),
                        fmt::format("the model takes {}", fmt::join(namesOf(types.inputs), ", ")));
        if (given->tensor.type != type.element)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("input `{}` is {}, the model takes {}", type.name,
                                    elementTypeName(given->tensor.type),
                                    elementTypeName(type.element)));
    }
    return {};
}

Status checkOutputs(const ModelTypes& types, const std::vector<std::string>& outputs) {
    const std::vector<std::string> known = namesOf(types.outputs);
    for (const std::string& name : outputs)
        if (std::find(known.begin(), known.end(), name) == known.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the model has no output `{}`", name), didYouMean(name, known));
    return {};
}

Result<std::vector<std::string>> readStrings(const OrtValue* value, std::size_t count) {
    std::size_t length = 0;
    MI_CHECK(check(ort().GetStringTensorDataLength(value, &length)));
    std::string content(length, '\0');
    std::vector<std::size_t> offsets(count);
    MI_CHECK(
        check(ort().GetStringTensorContent(value, content.data(), length, offsets.data(), count)));
    offsets.push_back(length);
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < count; ++i)
        strings.push_back(content.substr(offsets[i], offsets[i + 1] - offsets[i]));
    return strings;
}

} // namespace

Result<std::unique_ptr<RunnableInputs>>
ModelSession::prepare(std::vector<NamedTensor> inputs, const std::vector<std::string>& outputs) {
    MI_ASSIGN(PreparedRun run, PreparedRun::create(*this, std::move(inputs), outputs));
    return std::make_unique<PreparedRun>(std::move(run));
}

Result<PreparedRun> PreparedRun::create(const ModelSession& session,
                                        std::vector<NamedTensor> inputs,
                                        const std::vector<std::string>& outputs) {
    MI_CHECK(checkInputs(session.types(), inputs));
    MI_CHECK(checkOutputs(session.types(), outputs));
    PreparedRun run;
    run.m_session = &session;
    run.m_tensors = std::move(inputs);
    for (const NamedTensor& named : run.m_tensors) {
        auto value = wrap(currentLibrary().cpuMemory, named.tensor);
        if (!value)
            return failWith(value.error(), fmt::format("in input `{}`", named.name));
        run.m_inputs.push_back(std::move(*value));
        run.m_inputPointers.push_back(named.name.c_str());
    }
    run.m_outputNames = outputs.empty() ? namesOf(session.types().outputs) : outputs;
    return run;
}

Status PreparedRun::run() {
    std::vector<const OrtValue*> inputs;
    for (const auto& value : m_inputs)
        inputs.push_back(value.get());
    std::vector<const char*> names;
    for (const std::string& name : m_outputNames)
        names.push_back(name.c_str());
    std::vector<OrtValue*> outputs(names.size(), nullptr);
    MI_CHECK(check(ort().Run(m_session->handle(), nullptr, m_inputPointers.data(), inputs.data(),
                             inputs.size(), names.data(), names.size(), outputs.data())));
    m_outputs.clear();
    for (OrtValue* value : outputs)
        m_outputs.emplace_back(value);
    return {};
}

Result<HostTensor> PreparedRun::describe(std::size_t index, const void*& data) const {
    const OrtValue* value = m_outputs[index].get();
    int isTensor = 0;
    if (value)
        MI_CHECK(check(ort().IsTensor(value, &isTensor)));
    if (!isTensor)
        return fail(ErrorCode::Unsupported,
                    fmt::format("output `{}` is not a tensor but a sequence, map or optional",
                                m_outputNames[index]),
                    "ask for the other outputs by name");
    OrtTensorTypeAndShapeInfo* raw = nullptr;
    MI_CHECK(check(ort().GetTensorTypeAndShape(value, &raw)));
    const OrtOwned<OrtTensorTypeAndShapeInfo> info(raw);
    HostTensor tensor;
    ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    MI_CHECK(check(ort().GetTensorElementType(raw, &element)));
    tensor.type = static_cast<ElementType>(element);
    std::size_t rank = 0;
    MI_CHECK(check(ort().GetDimensionsCount(raw, &rank)));
    tensor.dims.resize(rank);
    MI_CHECK(check(ort().GetDimensions(raw, tensor.dims.data(), rank)));
    if (tensor.type == ElementType::String) {
        MI_ASSIGN(tensor.strings, readStrings(value, tensor.elementCount()));
        return tensor;
    }
    void* content = nullptr;
    MI_CHECK(check(ort().GetTensorMutableData(const_cast<OrtValue*>(value), &content)));
    data = content;
    return tensor;
}

Result<std::vector<NamedTensor>> PreparedRun::fetch() const {
    std::vector<NamedTensor> tensors;
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const void* data = nullptr;
        MI_ASSIGN(HostTensor tensor, describe(i, data));
        const std::uint64_t size = packedBytes(tensor.type, tensor.elementCount());
        if (tensor.type != ElementType::String) {
            std::vector<std::byte> bytes(size);
            if (size > 0)
                std::memcpy(bytes.data(), data, size);
            tensor.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
        }
        tensors.push_back({m_outputNames[i], std::move(tensor)});
    }
    return tensors;
}

} // namespace metainfer::runner
