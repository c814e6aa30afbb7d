// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs: OpenCV computes in float, so whole numbers are handed over as float and come back as the
// type that the model declares.
#include "opencv_session.h"
#include "opencv_support.h"

#include "base/suggest.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

constexpr std::int64_t kLargestExact = 1 << 24; ///< whole numbers that float32 holds exactly

std::vector<std::string> namesOf(const std::vector<ReportedType>& types) {
    std::vector<std::string> names;
    for (const ReportedType& type : types)
        names.push_back(type.name);
    return names;
}

tl::unexpected<Error> wrongType(const std::string& name, ElementType type, const char* why) {
    Error error{
        ErrorCode::Unsupported,
        fmt::format("OpenCV takes no {} for input `{}`: {}", elementTypeName(type), name, why),
        "convert the input before the model, or use a runtime that has the type",
        {}};
    error.context.push_back(fmt::format("dtype: {}", elementTypeName(type)));
    return fail(std::move(error));
}

/// The tensor with float32 elements.
Result<HostTensor> asFloat(const NamedTensor& named) {
    const HostTensor& tensor = named.tensor;
    if (tensor.type == ElementType::Float)
        return tensor;
    if (isInteger(tensor.type)) {
        MI_ASSIGN(const auto values, tensor.toInt64s());
        if (std::any_of(values.begin(), values.end(), [](std::int64_t value) {
                return value > kLargestExact || value < -kLargestExact;
            }))
            return wrongType(named.name, tensor.type,
                             "it computes in float32, which holds whole numbers up to 2^24");
    }
    const auto values = tensor.toFloats();
    if (!values)
        return wrongType(named.name, tensor.type, "it computes in float32");
    return HostTensor::fromFloats(tensor.dims, *values);
}

Status checkShape(const ReportedType& type, const HostTensor& tensor) {
    if (!type.hasShape)
        return {};
    const bool fits = type.dims.size() == tensor.dims.size() &&
                      std::equal(type.dims.begin(), type.dims.end(), tensor.dims.begin(),
                                 [](std::int64_t a, std::int64_t b) { return a < 0 || a == b; });
    if (fits)
        return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("input `{}` is [{}], the model takes [{}]", type.name,
                            fmt::join(tensor.dims, ","), fmt::join(type.dims, ",")));
}

/// A header over the tensor's bytes. OpenCV does not write to inputs; its interface only lacks the
/// const.
cv::Mat matOf(const HostTensor& tensor) {
    std::vector<int> dims(tensor.dims.begin(), tensor.dims.end());
    if (dims.empty())
        dims.push_back(1);
    return cv::Mat(dims, CV_32F, const_cast<std::byte*>(tensor.bytes->data()));
}

/// OpenCV keeps no scalars and no vectors: it adds a dimension, which the declared type takes away.
std::vector<std::int64_t> dimsOf(const cv::Mat& mat, const ReportedType& type) {
    std::vector<std::int64_t> dims;
    for (int i = 0; i < mat.dims; ++i)
        dims.push_back(mat.size[i]);
    const auto count = static_cast<std::int64_t>(mat.total());
    if (!type.hasShape)
        return dims;
    std::int64_t declared = 1;
    for (const std::int64_t dim : type.dims)
        declared *= dim;
    const bool isKnown =
        std::all_of(type.dims.begin(), type.dims.end(), [](auto dim) { return dim >= 0; });
    if (isKnown && declared == count)
        return type.dims;
    while (dims.size() > type.dims.size() && dims.back() == 1)
        dims.pop_back();
    return dims;
}

template <typename T>
std::vector<std::byte> rounded(const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<T>(std::lrint(values[i]));
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

/// What the model declares, from what OpenCV gives.
Result<HostTensor> asDeclared(const cv::Mat& given, const ReportedType& type) {
    cv::Mat mat;
    given.convertTo(mat, CV_32F);
    const std::vector<std::int64_t> dims = dimsOf(given, type);
    const auto* data = mat.ptr<float>();
    const std::vector<float> values(data, data + mat.total());
    switch (type.element) {
    case ElementType::Float:
    case ElementType::Undefined:
        return HostTensor::fromFloats(dims, values);
    case ElementType::Int64:
        return HostTensor::fromBytes(type.element, dims, rounded<std::int64_t>(values));
    case ElementType::Int32:
        return HostTensor::fromBytes(type.element, dims, rounded<std::int32_t>(values));
    case ElementType::Int8:
        return HostTensor::fromBytes(type.element, dims, rounded<std::int8_t>(values));
    case ElementType::UInt8:
    case ElementType::Bool:
        return HostTensor::fromBytes(type.element, dims, rounded<std::uint8_t>(values));
    case ElementType::Float16: {
        std::vector<std::byte> bytes(values.size() * 2);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint16_t half = floatToHalf(values[i]);
            std::memcpy(bytes.data() + i * 2, &half, 2);
        }
        return HostTensor::fromBytes(type.element, dims, std::move(bytes));
    }
    default:
        break;
    }
    Error error{ErrorCode::Unsupported,
                fmt::format("output `{}` is {}, which OpenCV does not compute", type.name,
                            elementTypeName(type.element)),
                {},
                {}};
    error.context.push_back(fmt::format("dtype: {}", elementTypeName(type.element)));
    return fail(std::move(error));
}

class OpencvInputs final : public RunnableInputs {
  public:
    OpencvInputs(OpencvSession& session, std::vector<std::string> outputs)
        : m_session(session)
        , m_outputNames(std::move(outputs)) {}

    Status add(const NamedTensor& named) {
        MI_ASSIGN(HostTensor tensor, asFloat(named));
        if (tensor.elementCount() == 0)
            return fail(ErrorCode::Unsupported,
                        fmt::format("OpenCV takes no empty tensor for input `{}`", named.name));
        m_names.push_back(named.name);
        m_mats.push_back(matOf(tensor));
        m_tensors.push_back(std::move(tensor));
        return {};
    }

    Status run() override {
        try {
            useThreads(m_session.threads());
            for (std::size_t i = 0; i < m_mats.size(); ++i)
                m_session.net().setInput(m_mats[i], m_names[i]);
            m_session.net().forward(m_outputs, m_outputNames);
        } catch (const cv::Exception& exception) {
            return fail(opencvError(exception, m_session.glance()));
        }
        return {};
    }

    void clear() override { m_outputs.clear(); }

    Result<std::vector<NamedTensor>> fetch() const override {
        std::vector<NamedTensor> tensors;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            const auto& declared = m_session.types().outputs;
            const auto type = std::find_if(declared.begin(), declared.end(), [&](const auto& t) {
                return t.name == m_outputNames[i];
            });
            MI_ASSIGN(HostTensor tensor, asDeclared(m_outputs[i], *type));
            tensors.push_back({m_outputNames[i], std::move(tensor)});
        }
        return tensors;
    }

  private:
    OpencvSession& m_session;
    std::vector<HostTensor> m_tensors; ///< own the bytes that the headers refer to
    std::vector<cv::Mat> m_mats;
    std::vector<std::string> m_names, m_outputNames;
    std::vector<cv::Mat> m_outputs;
};

} // namespace

Result<std::unique_ptr<RunnableInputs>>
OpencvSession::prepare(std::vector<NamedTensor> inputs, const std::vector<std::string>& outputs) {
    const std::vector<std::string> known = namesOf(types().outputs);
    for (const std::string& name : outputs)
        if (std::find(known.begin(), known.end(), name) == known.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the model has no output `{}`", name), didYouMean(name, known));
    auto run = std::make_unique<OpencvInputs>(*this, outputs.empty() ? known : outputs);
    for (const ReportedType& type : types().inputs) {
        const auto given =
            std::find_if(inputs.begin(), inputs.end(),
                         [&](const NamedTensor& tensor) { return tensor.name == type.name; });
        if (given == inputs.end())
            return fail(
                ErrorCode::InvalidArgument, fmt::format("input `{}` is missing", type.name),
                fmt::format("the model takes {}", fmt::join(namesOf(types().inputs), ", ")));
        if (given->tensor.type != type.element)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("input `{}` is {}, the model takes {}", type.name,
                                    elementTypeName(given->tensor.type),
                                    elementTypeName(type.element)));
        MI_CHECK(checkShape(type, given->tensor));
        MI_CHECK(run->add(*given));
    }
    return run;
}

} // namespace metainfer::runner
