// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Beside the graph: properties of what is selected, content of a constant, what differs.
#pragma once

#include "graph/model_presenter.h"

#include <QTabWidget>

namespace metainfer::widgets {
class PropertyView;
class TensorPanel;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ModelInspector : public QTabWidget {
    Q_OBJECT

  public:
    explicit ModelInspector(ModelPresenter& model, QWidget* parent = nullptr);
    /// What is selected on a side; invalid: the model.
    void showElement(Side side, const GraphElement& element);
    Side side() const { return m_side; }
    const GraphElement& element() const { return m_element; }

  signals:
    void revealAsked(metainfer::workbench::Side side,
                     const metainfer::widgets::GraphElement& element);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void refresh();
    void showTensor();
    void showDifference();
    void exportTensor();
    void retranslate();

    ModelPresenter& m_model;
    widgets::PropertyView *m_properties, *m_difference;
    widgets::TensorPanel* m_tensor;
    Side m_side = Side::Source;
    GraphElement m_element;
};

} // namespace metainfer::workbench
