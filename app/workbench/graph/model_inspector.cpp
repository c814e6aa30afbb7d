// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The inspector of the Model place.
#include "graph/model_inspector.h"

#include "graph/element_properties.h"
#include "graph/tensor_panel.h"

#include <QEvent>
#include <QFileDialog>
#include <QRegularExpression>

namespace metainfer::workbench {

using widgets::PropertyView;
using widgets::TensorPanel;

ModelInspector::ModelInspector(ModelPresenter& model, QWidget* parent)
    : QTabWidget(parent)
    , m_model(model)
    , m_properties(new PropertyView(this))
    , m_difference(new PropertyView(this))
    , m_tensor(new TensorPanel(this)) {
    setObjectName("modelInspector");
    setDocumentMode(true);
    m_properties->setObjectName("modelProperties");
    m_difference->setObjectName("modelDifference");
    m_tensor->setObjectName("tensorPanel");
    addTab(m_properties, QString());
    addTab(m_tensor, QString());
    addTab(m_difference, QString());
    connect(m_properties, &PropertyView::linkChosen, this,
            [this](const GraphElement& element) { emit revealAsked(m_side, element); });
    connect(m_properties, &PropertyView::parameterChosen, this, [this](int parameter) {
        m_model.readParameter(m_side, m_element.item, parameter);
        setCurrentWidget(m_tensor);
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
    if (element.isValid() && currentWidget() == m_tensor)
        setCurrentWidget(m_properties);
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
        m_tensor->showFailure(tensor.name, QString::fromStdString(tensor.failure->text()));
    else if (tensor.statistics)
        m_tensor->showStatistics(tensor.name, *tensor.statistics);
    else
        m_tensor->clear();
}

void ModelInspector::exportTensor() {
    QString name = m_model.tensor().name;
    name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("_"));
    const QString file = QFileDialog::getSaveFileName(this, tr("Export tensor"), name + ".npy",
                                                      tr("NumPy arrays (*.npy)"));
    if (!file.isEmpty())
        m_model.exportTensor(file);
}

void ModelInspector::showDifference() {
    const auto& source = m_model.graph(Side::Source).model();
    const auto& adapted = m_model.graph(Side::Adapted).model();
    const bool known = m_model.difference() && source && adapted;
    setTabVisible(indexOf(m_difference), known);
    m_difference->setSections(known ? describeDifference(*source, *adapted, *m_model.difference())
                                    : Sections());
}

void ModelInspector::retranslate() {
    setTabText(indexOf(m_properties), tr("Properties"));
    setTabText(indexOf(m_tensor), tr("Tensor"));
    setTabText(indexOf(m_difference), tr("Differences"));
    m_properties->setAccessibleName(tr("Properties"));
    m_difference->setAccessibleName(tr("Differences"));
    setAccessibleName(tr("Inspector"));
    refresh();
    showDifference();
}

void ModelInspector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QTabWidget::changeEvent(event);
}

} // namespace metainfer::workbench
