// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The model whose operators the Hardware place looks at: a sample or a file. All pages show the
// same one.
#pragma once

#include "hardware/hardware_presenter.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSettings;

namespace metainfer::workbench {

class ModelChooser : public QWidget {
    Q_OBJECT

  public:
    ModelChooser(HardwarePresenter& presenter, QSettings& settings, QWidget* parent = nullptr);
    void retranslate();
    static QString chosen(const QSettings& settings);

  private:
    void fill();
    void browse();

    HardwarePresenter& m_presenter;
    QSettings& m_settings;
    QLabel* m_label;
    QComboBox* m_model;
    QPushButton* m_browse;
};

} // namespace metainfer::workbench
