// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the panels beside the graph show: properties of what is selected, content of a constant,
// what differs.
#pragma once

#include "graph/model_presenter.h"

#include <QObject>

class QWidget;

namespace metainfer::widgets {
class PropertyView;
class TensorPanel;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ModelInspector : public QObject {
    Q_OBJECT

  public:
    /// The views are children of `parent` until a panel takes them.
    ModelInspector(ModelPresenter& model, QWidget* parent);
    widgets::PropertyView* properties() const { return m_properties; }
    widgets::TensorPanel* tensor() const { return m_tensor; }
    widgets::PropertyView* difference() const { return m_difference; }
    /// What is selected on a side; invalid: the model.
    void showElement(Side side, const GraphElement& element);
    Side side() const { return m_side; }
    const GraphElement& element() const { return m_element; }
    void retranslate();

  signals:
    void revealAsked(metainfer::workbench::Side side,
                     const metainfer::widgets::GraphElement& element);
    void tensorAsked();  ///< a constant was chosen: its content is on the way
    void elementShown(); ///< properties of another element than before

  private:
    void refresh();
    void showTensor();
    void showDifference();
    void exportTensor();

    QWidget* m_window; ///< for dialogs
    ModelPresenter& m_model;
    widgets::PropertyView *m_properties, *m_difference;
    widgets::TensorPanel* m_tensor;
    Side m_side = Side::Source;
    GraphElement m_element;
};

} // namespace metainfer::workbench
