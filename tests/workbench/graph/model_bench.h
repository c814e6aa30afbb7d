// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place on a workspace of its own, with a small model or a session over it.
#pragma once

#include "graph_samples.h"
#include "workbench/desk.h"

#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/model_place.h"
#include "graph/property_model.h"

#include "session/session_folder.h"

#include <QTest>

namespace metainfer::testing {

using drawing::ItemId;
using widgets::GraphView;
using workbench::ModelPlace;
using workbench::Side;

/// What an adaptation made: block 0's Relu is a Clip, its bias is gone, block 1 got an Identity.
inline ir::Model adaptedModel() {
    ir::Model model;
    model.setOpset("", 17);
    ir::Graph& graph = *model.graph;
    ir::ValueId x = graph.addInput("x", floats({2, 2}));
    const ir::ValueId m = addOperator(graph, "/block.0/matmul", "MatMul", {x}, true);
    const ir::ValueId c = addOperator(graph, "/block.0/clip", "Clip", {m});
    x = addOperator(graph, "/block.0/residual", "Add", {x, c});
    const ir::ValueId m1 = addOperator(graph, "/block.1/matmul", "MatMul", {x}, true);
    const ir::ValueId b1 = addOperator(graph, "/block.1/bias", "Add", {m1}, true);
    const ir::ValueId r1 = addOperator(graph, "/block.1/relu", "Relu", {b1});
    const ir::ValueId i1 = addOperator(graph, "fresh", "Identity", {r1});
    x = addOperator(graph, "/block.1/residual", "Add", {x, i1});
    graph.setOutputs({x});
    return model;
}

inline Json origins() {
    Json from = Json::object();
    const auto add = [&](const std::string& node, std::vector<std::string> sources) {
        from[node + "_output_0"] = {{"op_type", "x"}, {"from", std::move(sources)}};
    };
    add("/block.0/matmul", {"/block.0/matmul", "/block.0/bias"});
    add("/block.0/clip", {"/block.0/relu"});
    for (const char* name : {"/block.0/residual", "/block.1/matmul", "/block.1/bias",
                             "/block.1/relu", "/block.1/residual"})
        add(name, {name});
    add("fresh", {});
    return {{"schema", "mapping/1"}, {"origins", from}};
}

struct ModelBench : test::Desk {
    std::unique_ptr<ModelPlace> place;

    ModelBench() {
        languages.apply("en");
        place = std::make_unique<ModelPlace>(workspace);
        place->resize(1200, 760);
        place->show();
        if (!QTest::qWaitForWindowExposed(place.get()))
            qFatal("not exposed");
    }
    std::string write(const ir::Model& model, const char* name) {
        const std::string path = folder.filePath(name).toStdString();
        if (!ir::exportOnnx(model, path))
            qFatal("cannot write");
        return path;
    }
    bool settle() {
        return QTest::qWaitFor([this] { return !place->isLoading() && jobs.runningCount() == 0; },
                               30000);
    }
    bool openModel(const ir::Model& model) {
        workspace.openFile(QString::fromStdString(write(model, "model.onnx")));
        return settle() && view().picture() != nullptr;
    }
    bool openSession() {
        session::SessionInfo info;
        info.id = "s";
        info.modelPath = write(blockModel(2), "model.onnx");
        const std::filesystem::path path = folder.filePath("session").toStdString();
        {
            auto writer = session::SessionWriter::create(path, info);
            if (!writer || !writer->writeMapping(origins()) ||
                !ir::exportOnnx(adaptedModel(), path / "adapted.onnx") ||
                !writer->writeProfile("original", Json::array({{{"node", "/block.0/matmul"},
                                                                {"op_type", "MatMul"},
                                                                {"us", 4.0}}})))
                return false;
        }
        workspace.openSession(path);
        return settle() && view(Side::Adapted).picture() && place->model().difference();
    }
    GraphView& view(Side side = Side::Source) { return place->pane(side).view(); }
    ItemId item(const std::string& name, Side side = Side::Source) {
        const auto& items = view(side).picture()->diagram().items();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (items[i].name == name)
                return ItemId(i);
        return {};
    }
    QPoint at(ItemId id, Side side = Side::Source) {
        const auto& layout = *view(side).picture()->layout;
        return view(side)
            .camera()
            .toWidget(layout.box(layout.visible().boxOf(id)))
            .center()
            .toPoint();
    }
    void click(const std::string& name, Side side = Side::Source) {
        QTest::mouseClick(&view(side), Qt::LeftButton, {}, at(item(name, side), side));
    }
    QString properties() {
        QStringList lines;
        for (const auto& section :
             place->findChild<widgets::PropertyView*>("modelProperties")->properties().sections()) {
            lines << section.title;
            for (const auto& row : section.rows)
                lines << row.name + "=" + row.value;
        }
        return lines.join('\n');
    }
};

} // namespace metainfer::testing
