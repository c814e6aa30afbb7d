// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The model whose operators are looked at.
#include "hardware/model_chooser.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>

namespace metainfer::workbench {
namespace {

constexpr const char* kKey = "hardware/rooflineModel";
/// Models that come with the program, by the names that the engine finds.
const QStringList kSamples{"mobilenet-v2-style", "grid-detector", "package-section", "dynamic-gru",
                           "spoken-language"};

} // namespace

ModelChooser::ModelChooser(HardwarePresenter& presenter, QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_settings(settings)
    , m_label(new QLabel(this))
    , m_model(new QComboBox(this))
    , m_browse(new QPushButton(this)) {
    m_model->setObjectName("rooflineModel");
    m_model->setMinimumContentsLength(22);
    m_label->setBuddy(m_model);
    auto* bar = new QHBoxLayout(this);
    bar->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_label, m_model, m_browse})
        bar->addWidget(widget);
    connect(m_model, &QComboBox::activated, this, [this] {
        m_settings.setValue(kKey, m_model->currentData().toString());
        m_presenter.chooseModel(m_model->currentData().toString());
    });
    connect(m_browse, &QPushButton::clicked, this, &ModelChooser::browse);
    connect(&presenter, &HardwarePresenter::modelChanged, this, &ModelChooser::fill);
}

QString ModelChooser::chosen(const QSettings& settings) {
    return settings.value(kKey, kSamples.front()).toString();
}

void ModelChooser::browse() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Model whose operators are shown"),
                                                      m_settings.value("lastFolder").toString(),
                                                      tr("ONNX models (*.onnx)"));
    if (file.isEmpty())
        return;
    m_settings.setValue("lastFolder", QFileInfo(file).absolutePath());
    m_settings.setValue(kKey, file);
    m_presenter.chooseModel(file);
}

void ModelChooser::fill() {
    const QString now = chosen(m_settings);
    m_model->clear();
    m_model->addItem(tr("none"), QString());
    for (const QString& sample : kSamples)
        m_model->addItem(sample, sample);
    if (!now.isEmpty() && !kSamples.contains(now))
        m_model->addItem(QFileInfo(now).fileName(), now);
    m_model->setCurrentIndex(std::max(0, m_model->findData(now)));
}

void ModelChooser::retranslate() {
    m_label->setText(tr("Operators of &model"));
    m_browse->setText(tr("&Browse…"));
    m_model->setAccessibleName(tr("Model whose operators are shown"));
    fill();
}

} // namespace metainfer::workbench
