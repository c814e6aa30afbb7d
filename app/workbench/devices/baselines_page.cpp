// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Manual baselines of a device.
#include "devices/baselines_page.h"

#include "hardware/quantity_text.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/row_table.h"
#include "theme/wrapped_label.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

using widgets::NumberWords;
using widgets::TableCell;

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

} // namespace

BaselinesPage::BaselinesPage(DevicesPresenter& devices, QWidget* parent)
    : QWidget(parent)
    , m_devices(devices)
    , m_title(widgets::wrappedLabel(this, "muted"))
    , m_record(new QPushButton(this))
    , m_remove(new QPushButton(this))
    , m_table(new widgets::RowTable(this)) {
    m_table->setObjectName("baselines");
    m_record->setObjectName("baselineRecord");
    m_remove->setObjectName("baselineRemove");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_table, 1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_remove);
    row->addWidget(m_record);
    layout->addLayout(row);
    connect(m_record, &QPushButton::clicked, this, &BaselinesPage::recordAsked);
    connect(m_remove, &QPushButton::clicked, this, &BaselinesPage::askAndRemove);
    connect(m_table, &widgets::RowTable::currentSourceChanged, this,
            [this](int chosen) { m_remove->setEnabled(chosen >= 0 && !m_ids.empty()); });
    connect(&m_devices, &DevicesPresenter::baselinesChanged, this, &BaselinesPage::showBaselines);
    connect(&m_devices, &DevicesPresenter::workChanged, this, &BaselinesPage::showBaselines);
}

void BaselinesPage::showBaselines() {
    QList<QList<TableCell>> rows;
    m_ids.clear();
    const auto& found = m_devices.baselines();
    if (found && *found)
        for (const experience::Baseline& one : **found) {
            m_ids.push_back(one.id);
            const auto at = QDateTime::fromString(fromStd(one.recordedAt), Qt::ISODate);
            rows.append(
                {{QFileInfo(fromStd(one.model)).fileName(), {}, fromStd(one.model)},
                 {NumberWords::verdict(fromStd(one.verdict)), {}, fromStd(one.session)},
                 {NumberWords::ratio(one.ratio), one.ratio.value,
                  tr("Time relative to the original, measured in turn with it")},
                 {fromStd(one.who), {}, fromStd(one.what)},
                 one.hours ? TableCell{tr("%1 h", "hours of work").arg(*one.hours), *one.hours, {}}
                           : TableCell::absent(),
                 {QLocale().toString(at.toLocalTime().date(), QLocale::ShortFormat), at,
                  QLocale().toString(at.toLocalTime(), QLocale::LongFormat)}});
        }
    m_title->setText(found && !*found
                         ? EngineWords::error(found->error())
                         : tr("What people reached by hand on this device: what adapting has to "
                              "beat. Measured in turn with the original, as everything else is."));
    m_table->rows().setRows(std::move(rows));
    m_table->fitColumns();
    m_remove->setEnabled(!m_ids.empty() && m_table->currentSource() >= 0);
    const ListedDevice* device = m_devices.find(m_devices.current());
    m_record->setEnabled(device && device->measures() && !m_devices.isBusy(device->name));
}

void BaselinesPage::askAndRemove() {
    const int row = m_table->currentSource();
    if (row < 0 || static_cast<std::size_t>(row) >= m_ids.size())
        return;
    const std::string id = m_ids[static_cast<std::size_t>(row)];
    if (QMessageBox::question(this, tr("Forget the baseline"),
                              tr("Forget this baseline? Its measurement cannot be brought back, "
                                 "only made again.")) == QMessageBox::Yes)
        m_devices.removeBaseline(id);
}

void BaselinesPage::retranslate() {
    m_record->setText(tr("&Record baseline…"));
    m_remove->setText(tr("F&orget"));
    m_table->rows().setHeaders(
        {tr("Model"), tr("Verdict"), tr("Time / original"), tr("Who"), tr("Work"), tr("Recorded")});
    m_table->setAccessibleName(tr("Manual baselines of the device"));
    m_table->setEmptyText(tr("No baseline was recorded here yet. Record one when somebody tuned a "
                             "model for this device by hand."));
    showBaselines();
}

} // namespace metainfer::workbench
