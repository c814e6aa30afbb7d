// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sliders on what the shown device can do, and what a model would take then.
#pragma once

#include "hardware/comparison_pages.h"
#include "hardware/what_if_presenter.h"

#include <array>

class QPushButton;
class QSlider;
class QTabWidget;

namespace metainfer::workbench {

class ModelChooser;

class WhatIfPage : public ComparisonPage {
    Q_OBJECT

  public:
    WhatIfPage(HardwarePresenter& presenter, Jobs& jobs, QSettings& settings,
               QWidget* parent = nullptr);
    void retranslate();
    WhatIfPresenter& whatIf() { return m_whatIf; }
    /// Positions are quarters of an octave: 4 doubles.
    static double factorAt(int position);

  signals:
    /// Go on with the changed device in the editor.
    void editAsked(const metainfer::hardware::Profile& profile);

  protected:
    void refresh() override;

  private:
    struct Row {
        QLabel *name = nullptr, *value = nullptr;
        QSlider* slider = nullptr;
    };
    QWidget* makeSliders();
    QWidget* makeResults();
    hardware::WhatIf change() const;
    void moved();
    void showValues();
    void showAnswer();
    void showFamilies();
    void showOperators();
    void showSensitivities();
    static QString propertyName(int property);
    QString propertyValue(int property) const;

    WhatIfPresenter m_whatIf;
    QSettings& m_settings;
    ModelChooser* m_chooser;
    std::array<Row, 5> m_rows;
    QPushButton *m_reset, *m_edit;
    QLabel *m_answer, *m_detail, *m_note;
    QTabWidget* m_tabs;
    widgets::PlotView *m_families, *m_curves;
    widgets::DataTable* m_operators;
};

} // namespace metainfer::workbench
