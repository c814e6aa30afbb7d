// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A reader for the text form of models.
#include "support/graph_text.h"

#include "base/random.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace metainfer::test {
namespace {

using namespace metainfer::ir;

struct Line {
    int number = 0;
    std::size_t indent = 0;
    std::string_view text;
};

/// Takes text apart from the left.
class Scanner {
  public:
    explicit Scanner(std::string_view text)
        : m_rest(text) {}
    bool accept(std::string_view token) {
        skip();
        if (!m_rest.starts_with(token))
            return false;
        m_rest.remove_prefix(token.size());
        return true;
    }
    bool atEnd() {
        skip();
        return m_rest.empty();
    }
    char peek() {
        skip();
        return m_rest.empty() ? '\0' : m_rest.front();
    }
    /// Up to one of `stops`, without blanks at the end.
    std::string word(std::string_view stops) {
        skip();
        const auto end = std::min(m_rest.find_first_of(stops), m_rest.size());
        std::string made(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        while (!made.empty() && made.back() == ' ')
            made.pop_back();
        return made;
    }
    /// The rest up to the bracket that closes one opened before.
    std::string bracketed(char close) {
        const auto end = std::min(m_rest.find(close), m_rest.size());
        std::string made(m_rest.substr(0, end));
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        return made;
    }
    std::string rest() { return std::string(m_rest); }

  private:
    void skip() {
        while (!m_rest.empty() && m_rest.front() == ' ')
            m_rest.remove_prefix(1);
    }
    std::string_view m_rest;
};

std::vector<std::string> splitList(std::string_view text) {
    std::vector<std::string> made;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        std::string one(text.substr(0, comma));
        while (!one.empty() && one.front() == ' ')
            one.erase(0, 1);
        while (!one.empty() && one.back() == ' ')
            one.pop_back();
        made.push_back(std::move(one));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return made;
}

class Reader {
  public:
    explicit Reader(std::string_view text) {
        int number = 0;
        while (!text.empty()) {
            const auto end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++number;
            const auto indent = line.find_first_not_of(' ');
            if (indent != std::string_view::npos && line[indent] != ';')
                m_lines.push_back({number, indent, line.substr(indent)});
        }
    }

    Result<Model> run() {
        if (m_lines.empty() || !m_lines.front().text.starts_with("model"))
            return fail(ErrorCode::InvalidArgument, "the text does not start with a model line");
        header(m_lines.front().text);
        m_next = 1;
        MI_CHECK(body(*m_model.graph, {}, 0, ""));
        return std::move(m_model);
    }

  private:
    /// Graphs from the innermost outwards, to find captured values.
    using Scopes = std::vector<Graph*>;

    tl::unexpected<Error> error(const Line& line, std::string what) const {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("line {}: {}: {}", line.number, what, line.text));
    }

    void header(std::string_view line) {
        Scanner scan(line);
        scan.accept("model");
        while (!scan.atEnd()) {
            const std::string key = scan.word("=");
            scan.accept("=");
            const auto value = std::stoll(scan.word(" "));
            if (key == "ir")
                m_model.irVersion = value;
            else
                m_model.opsets.push_back({key == "ai.onnx" ? "" : key, value});
        }
    }

    Status body(Graph& graph, Scopes scopes, std::size_t indent, const std::string& path) {
        scopes.insert(scopes.begin(), &graph);
        std::vector<ValueId> outputs;
        while (m_next < m_lines.size() && m_lines[m_next].indent >= indent) {
            const Line line = m_lines[m_next++];
            Scanner scan(line.text);
            if (scan.accept("input %")) {
                MI_CHECK(input(graph, scan));
            } else if (scan.accept("const %")) {
                MI_CHECK(constant(graph, scan, line));
            } else if (scan.accept("output %")) {
                const std::string name = scan.word(": ");
                const ValueId id = graph.find(name);
                if (!id)
                    return error(line, "no such value");
                outputs.push_back(id);
            } else {
                MI_CHECK(node(graph, scopes, scan, line, path));
            }
        }
        graph.setOutputs(std::move(outputs));
        return {};
    }

    static Result<ValueType> type(Scanner& scan) {
        const std::string element = scan.word("[ ,=");
        if (element == "?")
            return ValueType{};
        const auto found = elementTypeFromName(element);
        if (!found)
            return fail(ErrorCode::InvalidArgument, "unknown type " + element);
        if (!scan.accept("["))
            return ValueType::ofTensor(*found, std::nullopt);
        Shape shape;
        for (const std::string& dim : splitList(scan.bracketed(']'))) {
            if (dim == "?")
                shape.push_back(Dim::unknown());
            else if (std::isdigit(static_cast<unsigned char>(dim.front())))
                shape.push_back(Dim::known(std::stoll(dim)));
            else
                shape.push_back(Dim::symbolic(dim));
        }
        return ValueType::ofTensor(*found, std::move(shape));
    }

    static Status input(Graph& graph, Scanner& scan) {
        const std::string name = scan.word(":");
        scan.accept(":");
        MI_ASSIGN(auto valueType, type(scan));
        graph.addInput(name, std::move(valueType));
        return {};
    }

    Status constant(Graph& graph, Scanner& scan, const Line& line) {
        const std::string name = scan.word(":");
        scan.accept(":");
        auto data = tensor(scan);
        if (!data)
            return error(line, data.error().message);
        graph.addConstant(name, std::move(*data));
        return {};
    }

    static Result<TensorData> tensor(Scanner& scan) {
        MI_ASSIGN(const auto valueType, type(scan));
        const auto dims = valueType.tensor.dims();
        if (!dims)
            return fail(ErrorCode::InvalidArgument, "constants need static shapes");
        const auto count = static_cast<std::size_t>(*valueType.tensor.elementCount());
        std::vector<double> values;
        if (scan.accept("fill")) {
            values.assign(count, std::stod(scan.word(" ")));
        } else if (scan.accept("noise")) {
            Random random(static_cast<std::uint64_t>(std::stoll(scan.word(" "))));
            for (std::size_t i = 0; i < count; ++i)
                values.push_back((static_cast<double>(random.below(33)) - 16) / 8);
        } else if (scan.accept("{")) {
            for (const std::string& one : splitList(scan.bracketed('}')))
                values.push_back(std::stod(one));
        }
        if (values.size() != count)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{} values for {} elements", values.size(), count));
        return packed(valueType.tensor.element, *dims, values);
    }

    template <typename T>
    static std::vector<std::byte> bytesOf(const std::vector<double>& values) {
        std::vector<std::byte> bytes(values.size() * sizeof(T));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const T one = static_cast<T>(values[i]);
            std::memcpy(bytes.data() + i * sizeof(T), &one, sizeof(T));
        }
        return bytes;
    }

    static Result<TensorData> packed(ElementType element, std::vector<std::int64_t> dims,
                                     const std::vector<double>& values) {
        std::vector<std::byte> bytes;
        switch (element) {
        case ElementType::Float:
            bytes = bytesOf<float>(values);
            break;
        case ElementType::Double:
            bytes = bytesOf<double>(values);
            break;
        case ElementType::Int64:
            bytes = bytesOf<std::int64_t>(values);
            break;
        case ElementType::Int32:
            bytes = bytesOf<std::int32_t>(values);
            break;
        case ElementType::Int8:
            bytes = bytesOf<std::int8_t>(values);
            break;
        case ElementType::UInt8:
        case ElementType::Bool:
            bytes = bytesOf<std::uint8_t>(values);
            break;
        case ElementType::Float16:
            for (const double v : values) {
                const std::uint16_t half = floatToHalf(static_cast<float>(v));
                bytes.push_back(static_cast<std::byte>(half & 0xff));
                bytes.push_back(static_cast<std::byte>(half >> 8));
            }
            break;
        default:
            return fail(ErrorCode::Unsupported, "constants of this type cannot be written as text");
        }
        return TensorData::fromBytes(element, std::move(dims), std::move(bytes));
    }

    static ValueId find(const Scopes& scopes, std::size_t level, const std::string& name) {
        if (level >= scopes.size())
            return {};
        Graph& graph = *scopes[level];
        if (const ValueId id = graph.find(name))
            return id;
        const ValueId outer = find(scopes, level + 1, name);
        if (!outer)
            return {};
        return graph.addCapture(outer, name, scopes[level + 1]->value(outer).type);
    }

    Status node(Graph& graph, const Scopes& scopes, Scanner& scan, const Line& line,
                const std::string& path) {
        Node made;
        do {
            if (scan.accept("-")) {
                made.outputs.emplace_back();
                continue;
            }
            if (!scan.accept("%"))
                return error(line, "expected an output");
            const std::string name = scan.word(":=,");
            ValueType valueType;
            if (scan.accept(":")) {
                auto read = type(scan);
                if (!read)
                    return error(line, read.error().message);
                valueType = std::move(*read);
            }
            made.outputs.push_back(graph.addValue(name, std::move(valueType)));
        } while (scan.accept(","));
        if (!scan.accept("="))
            return error(line, "expected =");
        made.opType = scan.word("(");
        if (const auto dot = made.opType.rfind('.'); dot != std::string::npos) {
            made.domain = made.opType.substr(0, dot);
            made.opType.erase(0, dot + 1);
        }
        scan.accept("(");
        for (const std::string& one : splitList(scan.bracketed(')'))) {
            if (one == "-") {
                made.inputs.emplace_back();
                continue;
            }
            const ValueId id = find(scopes, 0, one.substr(1));
            if (!id)
                return error(line, "no value " + one);
            made.inputs.push_back(id);
        }
        if (scan.accept("{"))
            MI_CHECK(attributes(made, scan, line));
        if (scan.accept("#"))
            made.name = scan.word("\n");
        while (m_next < m_lines.size() && m_lines[m_next].indent > line.indent &&
               m_lines[m_next].text.ends_with(":")) {
            std::string name(m_lines[m_next].text);
            name.pop_back();
            const std::size_t indent = m_lines[m_next++].indent + 1;
            Attribute attribute;
            attribute.name = name;
            attribute.kind = Attribute::Kind::Graph;
            attribute.graphs.push_back(std::make_shared<Graph>());
            attribute.graphs.back()->name = name;
            MI_CHECK(body(*attribute.graphs.back(), scopes, indent, path + name + "/"));
            made.setAttribute(std::move(attribute));
        }
        made.origins = {SourceId(m_model.sources.size())};
        m_model.sources.push_back(
            {made.name, made.opType, made.domain, path,
             made.outputs.front() ? graph.value(made.outputs.front()).name : ""});
        graph.addNode(std::move(made));
        return {};
    }

    Status attributes(Node& made, Scanner& scan, const Line& line) {
        while (!scan.accept("}")) {
            if (scan.atEnd())
                return error(line, "expected }");
            const std::string name = scan.word("=");
            scan.accept("=");
            if (scan.accept("graph")) {
                // Its lines follow.
            } else if (scan.accept("\"")) {
                made.setAttribute(Attribute::ofString(name, scan.bracketed('"')));
            } else if (scan.accept("[")) {
                const auto items = splitList(scan.bracketed(']'));
                MI_CHECK(list(made, name, items));
            } else if (scan.peek() >= 'a' && scan.peek() <= 'z') {
                auto data = tensor(scan);
                if (!data)
                    return error(line, data.error().message);
                made.setAttribute(Attribute::ofTensor(name, std::move(*data)));
            } else {
                const std::string number = scan.word(",}");
                if (number.find_first_of(".e") == std::string::npos)
                    made.setAttribute(Attribute::ofInt(name, std::stoll(number)));
                else
                    made.setAttribute(Attribute::ofFloat(name, std::stof(number)));
            }
            scan.accept(",");
        }
        return {};
    }

    static Status list(Node& made, const std::string& name, const std::vector<std::string>& items) {
        std::vector<std::int64_t> ints;
        std::vector<float> floats;
        bool isFloat = false;
        for (const std::string& item : items) {
            isFloat = isFloat || item.find_first_of(".e") != std::string::npos;
            floats.push_back(std::stof(item));
            ints.push_back(static_cast<std::int64_t>(std::stod(item)));
        }
        made.setAttribute(isFloat ? Attribute::ofFloats(name, floats)
                                  : Attribute::ofInts(name, ints));
        return {};
    }

    std::vector<Line> m_lines;
    std::size_t m_next = 0;
    Model m_model;
};

} // namespace

Result<ir::Model> modelFromText(std::string_view text) {
    return Reader(text).run();
}

} // namespace metainfer::test
