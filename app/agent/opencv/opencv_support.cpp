// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading OpenCV's build description and its exceptions.
#include "opencv_support.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>

#include <dlfcn.h>

#include <opencv2/core/utility.hpp>
#include <opencv2/dnn.hpp>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

/// What stands behind `title` in the build description, up to the end of the line.
std::string buildLine(const std::string& description, std::string_view title) {
    const std::size_t at = description.find(title);
    if (at == description.npos)
        return {};
    const std::size_t begin = description.find_first_not_of(' ', at + title.size());
    const std::size_t end = description.find('\n', at);
    return begin == description.npos || begin >= end ? std::string()
                                                     : description.substr(begin, end - begin);
}

/// Without "OpenCV(4.6.0) ./modules/…/file.cpp:123: error: (-215:Assertion failed)" and "in
/// function 'f'": where in the library's own source something was noticed says nothing to the
/// reader.
std::string reasonOf(std::string message) {
    if (const std::size_t at = message.rfind("error: ("); at != message.npos)
        message.erase(0, std::min(message.find(") ", at), message.size() - 2) + 2);
    constexpr std::string_view kFunction = "in function '";
    if (const std::size_t at = message.find(kFunction); at != message.npos) {
        const std::size_t end = message.find('\'', at + kFunction.size());
        message.erase(at, end == message.npos ? message.npos : end + 1 - at);
    }
    std::string line;
    for (const char c : message) {
        const bool isSpace = std::isspace(static_cast<unsigned char>(c)) || c == '>';
        if (!isSpace)
            line += c;
        else if (!line.empty() && !line.ends_with(' '))
            line += ' ';
    }
    while (line.ends_with(' '))
        line.pop_back();
    return line;
}

struct RefusedNode {
    std::string opType, name;
};

/// Of "Node [Clip@ai.onnx]:(onnx_node!/stem/Clip) parse error: …".
RefusedNode refusedNode(const std::string& message) {
    constexpr std::string_view kMark = "Node [";
    RefusedNode node;
    const std::size_t at = message.find(kMark);
    if (at == message.npos)
        return node;
    const std::size_t begin = at + kMark.size();
    const std::size_t end = message.find_first_of("@]", begin);
    const std::size_t name = message.find("]:(", begin);
    const std::size_t nameEnd = message.find(") ", begin);
    if (end == message.npos || name == message.npos || nameEnd == message.npos || nameEnd < name)
        return node;
    node.opType = message.substr(begin, end - begin);
    if (const std::string domain = message.substr(end, name - end);
        domain.starts_with('@') && domain != "@ai.onnx")
        node.opType = domain.substr(1) + ":" + node.opType;
    node.name = message.substr(name + 3, nameEnd - name - 3);
    if (const std::size_t mark = node.name.find('!'); mark != node.name.npos)
        node.name.erase(0, mark + 1); // "onnx_node!" or "onnx_node_output_0!"
    return node;
}

bool computesInIntegers(std::string_view opType) {
    static constexpr std::array kNames = {
        std::string_view("QuantizeLinear"),        std::string_view("DequantizeLinear"),
        std::string_view("ConvInteger"),           std::string_view("MatMulInteger"),
        std::string_view("DynamicQuantizeLinear"), std::string_view("MatMulNBits")};
    return opType.starts_with("QLinear") ||
           std::find(kNames.begin(), kNames.end(), opType) != kNames.end();
}

bool mentions(const std::string& message, std::string_view words) {
    return message.find(words) != message.npos;
}

} // namespace

std::string opencvVersion() {
    return cv::getVersionString();
}

std::vector<std::filesystem::path> opencvLibraries() {
    std::vector<std::filesystem::path> files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t slash = line.find('/');
        if (slash == line.npos || !mentions(line, "/libopencv_"))
            continue;
        std::filesystem::path file = line.substr(slash);
        if (std::find(files.begin(), files.end(), file) == files.end())
            files.push_back(std::move(file));
    }
    Dl_info info{};
    cv::dnn::Net (*const entry)(const std::string&) = cv::dnn::readNetFromONNX;
    if (dladdr(reinterpret_cast<const void*>(entry), &info) && info.dli_fname) {
        std::error_code error;
        const auto networks = std::filesystem::canonical(info.dli_fname, error);
        if (!error) {
            std::erase(files, networks);
            files.insert(files.begin(), networks);
        }
    }
    return files;
}

std::string opencvBuild() {
    const std::string description = cv::getBuildInformation();
    return fmt::format("CPU baseline {}, dispatch {}; threads {}",
                       buildLine(description, "Baseline:"),
                       buildLine(description, "Dispatched code generation:"),
                       buildLine(description, "Parallel framework:"));
}

void useThreads(int threads) {
    static const int own = cv::getNumThreads();
    static int current = own;
    const int wanted = threads > 0 ? threads : own;
    if (wanted != current)
        cv::setNumThreads(wanted);
    current = wanted;
}

Error opencvError(const cv::Exception& exception, const OnnxGlance& glance) {
    const std::string message = exception.what();
    const std::string reason = reasonOf(message);
    Error error{ErrorCode::Unsupported, {}, {}, {}};
    if (exception.code == cv::Error::StsNoMem || mentions(message, "Failed to allocate")) {
        error.code = ErrorCode::OutOfMemory;
        error.message = fmt::format("OpenCV: {}", reason);
        error.hint = "use a smaller batch or input, or raise the memory limit";
        return error;
    }
    const std::string open = openDimensions(glance.types);
    const RefusedNode node = refusedNode(message);
    if (node.opType.empty()) {
        const bool damaged = mentions(message, "Failed to parse") || mentions(message, "has_graph");
        error.code = damaged ? ErrorCode::InvalidModel : ErrorCode::Unsupported;
        error.message = fmt::format("OpenCV {}: {}", opencvVersion(), reason);
        // "Unsupported data type: FLOAT16", as the format names it.
        constexpr std::string_view kType = "Unsupported data type: ";
        if (const std::size_t at = reason.find(kType); at != reason.npos) {
            std::string type = reason.substr(at + kType.size());
            std::transform(type.begin(), type.end(), type.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            error.context.push_back("dtype: " + type);
        }
        if (!open.empty() && !damaged)
            error.hint = fmt::format("it wants fixed sizes, and these are open: {}", open);
        return error;
    }
    const bool lacksOperator = mentions(message, "Can't create layer");
    error.message = lacksOperator
                        ? fmt::format("OpenCV {} has no operator {}", opencvVersion(), node.opType)
                        : fmt::format("OpenCV {} does not take {} as node {} has it: {}",
                                      opencvVersion(), node.opType, node.name, reason);
    error.hint = open.empty()
                     ? std::string("replace the operator, or use a runtime that has it")
                     : fmt::format("it wants fixed sizes, and these are open: {}; or replace the "
                                   "operator, or use a runtime that has it",
                                   open);
    error.context.push_back("operator: " + node.opType);
    error.context.push_back("node: " + node.name);
    if (computesInIntegers(node.opType.substr(node.opType.rfind(':') + 1)))
        error.context.emplace_back("dtype: int8");
    if (!lacksOperator)
        error.context.push_back("form: " + reason);
    return error;
}

} // namespace metainfer::runner
