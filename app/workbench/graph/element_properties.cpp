// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Describing elements of a graph in words and numbers.
#include "graph/element_properties.h"

#include "drawing/overlay.h"
#include "ir/operators.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace metainfer::workbench {

using namespace drawing;
using widgets::GraphElement;
using widgets::PropertyRow;
using widgets::PropertySection;

namespace {

constexpr std::size_t kMostRows = 200; ///< of one list; more are counted

class Words {
    Q_DECLARE_TR_FUNCTIONS(ElementProperties)

  public:
    static QString more(std::size_t count) { return tr("and %1 more").arg(count); }
};

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QString quantity(double value, const char* unit) {
    return text(formatQuantity(value, unit));
}

GraphElement elementOf(ItemId item) {
    GraphElement element;
    element.item = item;
    return element;
}

GraphElement elementOf(TensorId tensor) {
    GraphElement element;
    element.tensor = tensor;
    return element;
}

PropertySection cut(PropertySection section) {
    if (section.rows.size() > kMostRows) {
        const std::size_t left = section.rows.size() - kMostRows;
        section.rows.resize(kMostRows);
        section.rows.push_back({{}, Words::more(left), {}, {}, -1});
    }
    return section;
}

void add(PropertySection& section, const QString& name, const QString& value,
         GraphElement link = {}, const QString& details = {}) {
    if (!value.isEmpty())
        section.rows.push_back({name, value, details, link, -1});
}

void addSection(Sections& sections, PropertySection section) {
    if (!section.rows.empty())
        sections.push_back(cut(std::move(section)));
}

QString tensorText(const Tensor& tensor) {
    if (tensor.isOrder)
        return Words::tr("order only");
    return tensor.type.empty() ? text(tensor.name) : text(tensor.name + "  " + tensor.type);
}

/// Who reads a tensor: at most a few by name.
void addReaders(PropertySection& section, const Diagram& diagram, const Tensor& tensor) {
    for (const TensorUse& use : tensor.uses)
        add(section, Words::tr("read by"), text(diagram.label(use.item)), elementOf(use.item));
}

void addWork(Sections& sections, const LoadedModel& model, const Item& item) {
    PropertySection work{model.sizedWith.empty()
                             ? Words::tr("Work, from shapes")
                             : Words::tr("Work, from shapes with %1").arg(text(model.sizedWith)),
                         {}};
    const ir::Graph& graph = model.sizedGraphOf(item);
    if (const auto known = ir::operatorWork(graph, graph.node(item.node))) {
        add(work, Words::tr("Computation"), quantity(known->flops, "FLOP"));
        add(work, Words::tr("Activations read"), quantity(known->inputBytes, "B"));
        add(work, Words::tr("Weights read"), quantity(known->weightBytes, "B"));
        add(work, Words::tr("Results written"), quantity(known->outputBytes, "B"));
        if (known->flops > 0)
            add(work, Words::tr("Arithmetic intensity"), quantity(known->intensity(), "FLOP/B"));
    }
    addSection(sections, std::move(work));
}

void addOrigins(Sections& sections, const LoadedModel& model, const ir::Node& node) {
    if (node.origins.size() == 1 && node.origins[0].index < model.model->sources.size() &&
        model.model->sources[node.origins[0].index].name == node.name)
        return; // itself
    PropertySection origins{Words::tr("Stands for"), {}};
    for (const ir::SourceId id : node.origins) {
        if (id.index >= model.model->sources.size())
            continue;
        const ir::SourceNode& source = model.model->sources[id.index];
        add(origins, text(source.opType), text(source.name.empty() ? source.output : source.name));
    }
    addSection(sections, std::move(origins));
}

Sections describeItem(const LoadedModel& model, ItemId id) {
    const Diagram& diagram = *model.diagram;
    const Item& item = diagram.item(id);
    Sections sections;
    PropertySection what{text(item.type), {}};
    add(what, Words::tr("Name"), text(item.name));
    add(what, Words::tr("Domain"), text(item.domain));
    add(what, Words::tr("Family"),
        item.isOperator() ? text(ir::operatorFamily(item.type, item.domain)) : QString());
    GraphElement group;
    group.group = item.group;
    if (item.group.isValid() && item.group != diagram.root())
        add(what, Words::tr("Group"), text(diagram.group(item.group).path), group);
    if (item.graph != 0)
        add(what, Words::tr("Body"), text(diagram.graphPaths()[item.graph]));
    const ir::Node* node = model.node(id);
    if (node)
        add(what, Words::tr("Documentation"), text(node->doc));
    addSection(sections, std::move(what));

    PropertySection attributes{Words::tr("Attributes"), {}};
    if (node)
        for (const ir::Attribute& attribute : node->attributes)
            add(attributes, text(attribute.name), attributeText(attribute), {},
                attributeText(attribute, 4096));
    addSection(sections, std::move(attributes));

    PropertySection inputs{Words::tr("Inputs"), {}};
    for (const TensorId tensor : item.inputs)
        add(inputs, text(diagram.label(diagram.tensor(tensor).producer)),
            tensorText(diagram.tensor(tensor)), elementOf(diagram.tensor(tensor).producer));
    addSection(sections, std::move(inputs));

    PropertySection parameters{Words::tr("Parameters"), {}};
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        const Parameter& parameter = item.parameters[i];
        parameters.rows.push_back(
            {text(parameter.role.empty() ? parameter.name : parameter.role),
             text(parameter.content.empty() ? parameter.type : parameter.content),
             text(parameter.name + "  " + parameter.type),
             {},
             static_cast<int>(i)});
    }
    addSection(sections, std::move(parameters));

    PropertySection outputs{Words::tr("Outputs"), {}};
    for (const TensorId tensor : item.outputs) {
        add(outputs, Words::tr("tensor"), tensorText(diagram.tensor(tensor)), elementOf(tensor));
        addReaders(outputs, diagram, diagram.tensor(tensor));
    }
    addSection(sections, std::move(outputs));
    if (node && item.isOperator()) {
        addWork(sections, model, item);
        addOrigins(sections, model, *node);
    }
    return sections;
}

Sections describeTensor(const LoadedModel& model, TensorId id) {
    const Diagram& diagram = *model.diagram;
    const Tensor& tensor = diagram.tensor(id);
    Sections sections;
    PropertySection what{Words::tr("Tensor"), {}};
    add(what, Words::tr("Name"), text(tensor.name));
    add(what, Words::tr("Type"), text(tensor.type));
    if (const ir::Value* value = model.value(id)) {
        const auto count = value->type.tensor.elementCount();
        if (value->type.isTensor() && count) {
            add(what, Words::tr("Elements"), QLocale().toString(static_cast<qlonglong>(*count)));
            add(what, Words::tr("Size"),
                quantity(static_cast<double>(
                             packedBytes(tensor.element, static_cast<std::uint64_t>(*count))),
                         "B"));
        }
    }
    add(what, Words::tr("made by"), text(diagram.label(tensor.producer)),
        elementOf(tensor.producer));
    addReaders(what, diagram, tensor);
    addSection(sections, std::move(what));
    return sections;
}

Sections describeGroup(const LoadedModel& model, GroupId id) {
    const Diagram& diagram = *model.diagram;
    const Group& group = diagram.group(id);
    Sections sections;
    PropertySection what{text(group.title), {}};
    add(what, Words::tr("Path"), text(group.path));
    if (group.repeat > 0)
        add(what, Words::tr("Equal blocks"),
            QLocale().toString(static_cast<qulonglong>(group.repeat)));
    add(what, Words::tr("Operators"),
        QLocale().toString(static_cast<qulonglong>(group.operatorCount)));
    addSection(sections, std::move(what));
    PropertySection operators{Words::tr("Operator types"), {}};
    for (const auto& [type, count] : group.operators)
        add(operators, text(type), QLocale().toString(static_cast<qulonglong>(count)));
    addSection(sections, std::move(operators));
    return sections;
}

} // namespace

QString attributeText(const ir::Attribute& a, std::size_t most) {
    using Kind = ir::Attribute::Kind;
    const auto list = [&](const auto& values, auto&& write) {
        QStringList words;
        for (std::size_t i = 0; i < std::min(values.size(), most); ++i)
            words << write(values[i]);
        if (values.size() > most)
            words << Words::more(values.size() - most);
        return '[' + words.join(QStringLiteral(", ")) + ']';
    };
    const auto number = [](auto value) { return QString::number(value); };
    const auto quoted = [](const std::string& s) { return '"' + text(s.substr(0, 4096)) + '"'; };
    const auto tensor = [](const ir::TensorData& data) {
        QStringList dims;
        for (const std::int64_t dim : data.dims())
            dims << QString::number(dim);
        return text(std::string(elementTypeName(data.type()))) + '[' + dims.join(',') + ']';
    };
    if (a.isReference)
        return Words::tr("the function's attribute %1").arg(text(a.s));
    switch (a.kind) {
    case Kind::Float:
        return number(a.f);
    case Kind::Int:
        return number(static_cast<qlonglong>(a.i));
    case Kind::String:
        return quoted(a.s);
    case Kind::Floats:
        return list(a.floats, number);
    case Kind::Ints:
        return list(a.ints, [&](std::int64_t v) { return number(static_cast<qlonglong>(v)); });
    case Kind::Strings:
        return list(a.strings, quoted);
    case Kind::Tensor:
    case Kind::Tensors:
        return list(a.tensors, tensor);
    case Kind::Graph:
    case Kind::Graphs:
        return Words::tr("graphs: %1").arg(a.graphs.size());
    case Kind::SparseTensor:
    case Kind::SparseTensors:
        return Words::tr("sparse tensor");
    case Kind::TypeProto:
    case Kind::TypeProtos:
        return Words::tr("type");
    case Kind::Undefined:
    case Kind::Raw:
        break;
    }
    return Words::tr("%1 bytes").arg(a.raw.size());
}

Sections describeModel(const LoadedModel& loaded) {
    const ir::Model& model = *loaded.model;
    const Diagram& diagram = *loaded.diagram;
    const QLocale locale;
    Sections sections;
    PropertySection what{Words::tr("Model"), {}};
    add(what, Words::tr("Name"), text(diagram.modelName()));
    add(what, Words::tr("File"), text(loaded.path.string()));
    add(what, Words::tr("Size"), quantity(static_cast<double>(loaded.fileBytes), "B"));
    add(what, Words::tr("Operators"),
        locale.toString(static_cast<qulonglong>(diagram.group(diagram.root()).operatorCount)));
    add(what, Words::tr("Parameters"), locale.toString(static_cast<qulonglong>(loaded.parameters)));
    add(what, Words::tr("Weights"), quantity(static_cast<double>(loaded.parameterBytes), "B"));
    add(what, Words::tr("Made by"),
        text(model.producerName + (model.producerVersion.empty() ? "" : " ") +
             model.producerVersion));
    add(what, Words::tr("IR version"), QString::number(model.irVersion));
    for (const ir::OpsetImport& opset : model.opsets)
        add(what, Words::tr("Opset"),
            text(opset.domain.empty() ? "ai.onnx" : opset.domain) + ' ' +
                QString::number(opset.version));
    add(what, Words::tr("Domain"), text(model.domain));
    add(what, Words::tr("Documentation"), text(model.doc));
    addSection(sections, std::move(what));

    PropertySection inputs{Words::tr("Inputs"), {}}, outputs{Words::tr("Outputs"), {}};
    for (std::size_t i = 0; i < diagram.items().size(); ++i) {
        const Item& item = diagram.items()[i];
        if (item.graph != 0 || item.isOperator())
            continue;
        if (item.kind == ItemKind::Input && !item.outputs.empty())
            add(inputs, text(item.name), text(diagram.tensor(item.outputs[0]).type),
                elementOf(ItemId(i)));
        if (item.kind == ItemKind::Output && !item.inputs.empty())
            add(outputs, text(item.name), text(diagram.tensor(item.inputs[0]).type),
                elementOf(ItemId(i)));
    }
    addSection(sections, std::move(inputs));
    addSection(sections, std::move(outputs));

    PropertySection metadata{Words::tr("Metadata"), {}};
    for (const auto& [key, value] : model.metadata)
        add(metadata, text(key), text(value.substr(0, 4096)));
    addSection(sections, std::move(metadata));
    PropertySection operators{Words::tr("Operator types"), {}};
    for (const auto& [type, count] : diagram.group(diagram.root()).operators)
        add(operators, text(type), locale.toString(static_cast<qulonglong>(count)));
    addSection(sections, std::move(operators));
    return sections;
}

Sections describe(const LoadedModel& model, const GraphElement& element) {
    if (element.item.isValid())
        return describeItem(model, element.item);
    if (element.tensor.isValid())
        return describeTensor(model, element.tensor);
    if (element.group.isValid())
        return describeGroup(model, element.group);
    return describeModel(model);
}

} // namespace metainfer::workbench
