// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rooflines of the compared profiles with the operators of a model on them.
#pragma once

#include "hardware/comparison_pages.h"

class QComboBox;
class QLabel;
class QSettings;

namespace metainfer::widgets {
class PlotView;
}

namespace metainfer::workbench {

class ModelChooser;

class RooflinePage : public ComparisonPage {
    Q_OBJECT

  public:
    RooflinePage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void refresh() override;

  private:
    void showPlot();
    QSettings& m_settings;
    ModelChooser* m_chooser;
    QLabel *m_typeLabel, *m_remarks;
    QComboBox* m_type;
    widgets::PlotView* m_plot;
};

} // namespace metainfer::workbench
