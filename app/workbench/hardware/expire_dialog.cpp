// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The question before experience is removed.
#include "hardware/expire_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr double kUsual = 0.05, kMost = 0.9, kStep = 0.05;

} // namespace

ExpireDialog::ExpireDialog(Records records, QWidget* parent)
    : QDialog(parent)
    , m_records(std::move(records))
    , m_least(new QDoubleSpinBox(this))
    , m_count(new QLabel(this)) {
    setWindowTitle(tr("Expire experience"));
    auto* layout = new QVBoxLayout(this);
    auto* explanation =
        new QLabel(tr("Trust halves in three months. Records below this trust are removed from the "
                      "store, and timed operators as old as they. This cannot be undone; an export "
                      "beforehand keeps them."),
                   this);
    explanation->setWordWrap(true);
    explanation->setMinimumWidth(420);
    layout->addWidget(explanation);
    auto* label = new QLabel(tr("&Least trust that is kept"), this);
    label->setBuddy(m_least);
    m_least->setObjectName("leastTrust");
    m_least->setAccessibleName(tr("Least trust that is kept"));
    m_least->setRange(0, kMost);
    m_least->setSingleStep(kStep);
    m_least->setValue(kUsual);
    auto* line = new QHBoxLayout;
    line->addWidget(label, 1);
    line->addWidget(m_least);
    layout->addLayout(line);
    m_count->setObjectName("expiring");
    layout->addWidget(m_count);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_remove = buttons->addButton(tr("&Remove"), QDialogButtonBox::AcceptRole);
    m_remove->setObjectName("removeExpired");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    connect(m_least, &QDoubleSpinBox::valueChanged, this, &ExpireDialog::count);
    count();
}

double ExpireDialog::minimumTrust() const {
    return m_least->value();
}

void ExpireDialog::count() {
    const std::size_t all = m_records ? m_records->size() : 0;
    const std::size_t gone =
        m_records ? expiringRecords(*m_records, minimumTrust(), QDateTime::currentMSecsSinceEpoch())
                  : 0;
    m_count->setText(tr("Records that would be removed: %1 of %2").arg(gone).arg(all));
}

} // namespace metainfer::workbench
