// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Experience place: what earlier sessions found out, filtered, in detail, over time; what
// transfers to a device; export, import, expire, re-calibrate.
#pragma once

#include "hardware/experience_filter.h"
#include "shell/place.h"

#include "experience/store.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace metainfer::widgets {
class EmptyState;
}

namespace metainfer::workbench {

class TransferPage;
class TrendsPage;

class ExperiencePlace : public Place {
    Q_OBJECT

  public:
    explicit ExperiencePlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    bool isLoading() const override;

  protected:
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makePage();
    QComboBox* choice(QLayout* into, const QString& name);
    void read();
    void filter();
    ExperienceFilter filterNow() const;
    void fillChoices();
    void showRecord(int row);
    void exportAll();
    void importFile();
    void expire();
    void recalibrate();
    void sayRestored(const Trust& before);
    void clearFilters();
    void keepFilters();

    Records m_records;
    Trust m_trust;
    std::optional<Trust> m_beforeCalibration; ///< set while the trust after it is awaited
    ExperienceNames m_names;
    experience::Stats m_stats;
    std::vector<std::size_t> m_rows; ///< row of the table -> record
    std::string m_current;           ///< uid of the record that is shown
    bool m_reading = false, m_filtering = false, m_filterAgain = false, m_filling = false;
    QStackedWidget* m_pages;
    widgets::EmptyState* m_empty;
    QLabel *m_title, *m_summary;
    QPushButton *m_refresh, *m_export, *m_import, *m_expire, *m_recalibrate, *m_clear;
    quint64 m_calibration = 0; ///< job
    QTabWidget* m_tabs;
    TrendsPage* m_trends;
    TransferPage* m_transfer;
    QLineEdit* m_search;
    QComboBox *m_model, *m_hardware, *m_rewrite, *m_leastTrust, *m_since;
    widgets::RowTable *m_table, *m_details;
};

} // namespace metainfer::workbench
