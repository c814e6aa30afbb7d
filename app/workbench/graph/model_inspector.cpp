// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The inspector of the Model place.
#include "graph/model_inspector.h"

#include "graph/element_properties.h"
#include "graph/tensor_panel.h"
#include "session/engine_words.h"

#include <QFileDialog>
#include <QRegularExpression>

namespace metainfer::workbench {

using widgets::PropertyView;
using widgets::TensorPanel;

ModelInspector::ModelInspector(ModelPresenter& model, QWidget* parent)
    : QObject(parent)
    , m_window(parent)
    , m_model(model)
    , m_properties(new PropertyView(parent))
    , m_difference(new PropertyView(parent))
    , m_tensor(new TensorPanel(parent)) {
    m_properties->setObjectName("modelProperties");
    m_difference->setObjectName("modelDifference");
    m_tensor->setObjectName("tensorPanel");
    connect(m_properties, &PropertyView::linkChosen, this,
            [this](const GraphElement& element) { emit revealAsked(m_side, element); });
    connect(m_properties, &PropertyView::parameterChosen, this, [this](int parameter) {
        m_model.readParameter(m_side, m_element.item, parameter);
        emit tensorAsked();
    });
    connect(m_difference, &PropertyView::linkChosen, this,
            [this](const GraphElement& element, int tag) {
                emit revealAsked(static_cast<Side>(tag), element);
            });
    connect(m_tensor, &TensorPanel::exportAsked, this, &ModelInspector::exportTensor);
    connect(&model, &ModelPresenter::tensorChanged, this, &ModelInspector::showTensor);
    connect(&model, &ModelPresenter::differenceChanged, this, &ModelInspector::showDifference);
    for (const Side side : {Side::Source, Side::Adapted}) {
        connect(&model.graph(side), &GraphPresenter::modelChanged, this, [this, side] {
            if (side == m_side)
                m_element = {};
            refresh();
        });
        connect(&model.graph(side), &GraphPresenter::typesArrived, this, &ModelInspector::refresh);
    }
    retranslate();
}

void ModelInspector::showElement(Side side, const GraphElement& element) {
    m_side = side;
    m_element = element;
    refresh();
    if (element.isValid())
        emit elementShown();
}

void ModelInspector::refresh() {
    const LoadedModelPtr& model = m_model.graph(m_side).model();
    m_properties->setSections(model ? describe(*model, m_element) : Sections());
}

void ModelInspector::showTensor() {
    const ModelPresenter::TensorView& tensor = m_model.tensor();
    if (tensor.isReading)
        m_tensor->showReading(tensor.name);
    else if (tensor.failure)
        m_tensor->showFailure(tensor.name, widgets::EngineWords::error(*tensor.failure));
    else if (tensor.statistics)
        m_tensor->showStatistics(tensor.name, *tensor.statistics);
    else
        m_tensor->clear();
}

void ModelInspector::exportTensor() {
    QString name = m_model.tensor().name;
    name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("_"));
    const QString file = QFileDialog::getSaveFileName(m_window, tr("Export tensor"), name + ".npy",
                                                      tr("NumPy arrays (*.npy)"));
    if (!file.isEmpty())
        m_model.exportTensor(file);
}

void ModelInspector::showDifference() {
    const auto& source = m_model.graph(Side::Source).model();
    const auto& adapted = m_model.graph(Side::Adapted).model();
    const bool known = m_model.difference() && source && adapted;
    m_difference->setSections(known ? describeDifference(*source, *adapted, *m_model.difference())
                                    : Sections());
}

void ModelInspector::retranslate() {
    m_properties->setAccessibleName(tr("Properties"));
    m_difference->setAccessibleName(tr("Differences"));
    m_difference->setEmptyText(
        tr("Open a session that has adapted its model, or show a candidate's "
           "graph: what differs from the original is listed here."));
    refresh();
    showDifference();
}

} // namespace metainfer::workbench
