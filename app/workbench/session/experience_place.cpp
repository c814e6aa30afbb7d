// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Experience place.
#include "session/experience_place.h"

#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr std::size_t kMostRecords = 50000;
constexpr double kExpireTrust = 0.05;
constexpr qint64 kDayMs = 24LL * 3600 * 1000;

struct Read {
    Result<std::vector<experience::Record>> records;
    Result<experience::Stats> stats;
};

} // namespace

Place* makeExperiencePlace(Workspace& workspace) {
    return new ExperiencePlace(workspace);
}

ExperiencePlace::ExperiencePlace(Workspace& workspace)
    : Place(workspace)
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState("experience", this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makePage());
    connect(m_empty, &widgets::EmptyState::actionChosen, this, &ExperiencePlace::importFile);
    // A session that ended has added to the store.
    connect(&workspace, &Workspace::sessionsChanged, this, [this] {
        if (isVisible())
            read();
    });
    retranslate();
}

QWidget* ExperiencePlace::makePage() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    m_title = new QLabel(page);
    m_title->setProperty("role", "title");
    head->addWidget(m_title, 1);
    const auto button = [&](const char* name, void (ExperiencePlace::*run)()) {
        auto* made = new QPushButton(page);
        made->setObjectName(name);
        head->addWidget(made);
        connect(made, &QPushButton::clicked, this, run);
        return made;
    };
    m_refresh = button("refreshExperience", &ExperiencePlace::read);
    m_export = button("exportExperience", &ExperiencePlace::exportAll);
    m_import = button("importExperience", &ExperiencePlace::importFile);
    m_expire = button("expireExperience", &ExperiencePlace::expire);
    layout->addLayout(head);
    m_summary = new QLabel(page);
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    auto* filters = new QHBoxLayout;
    m_search = new QLineEdit(page);
    m_search->setObjectName("searchExperience");
    m_search->setClearButtonEnabled(true);
    filters->addWidget(m_search, 2);
    m_model = choice(filters, "filterModel");
    m_hardware = choice(filters, "filterHardware");
    m_rewrite = choice(filters, "filterRewrite");
    m_trust = choice(filters, "filterTrust");
    m_since = choice(filters, "filterSince");
    layout->addLayout(filters);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    m_table = new widgets::RowTable(splitter);
    m_table->setObjectName("records");
    m_details = new widgets::RowTable(splitter);
    m_details->setObjectName("recordDetails");
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setSizes({760, 380});
    layout->addWidget(splitter, 1);
    connect(m_search, &QLineEdit::textChanged, this, &ExperiencePlace::filter);
    connect(m_table, &widgets::RowTable::currentSourceChanged, this, &ExperiencePlace::showRecord);
    return page;
}

QComboBox* ExperiencePlace::choice(QLayout* into, const QString& name) {
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    into->addWidget(box);
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_filling)
            filter();
    });
    return box;
}

QString ExperiencePlace::title() const {
    return tr("Experience");
}

QString ExperiencePlace::hint() const {
    return tr("What earlier sessions found out, and how far it is trusted");
}

void ExperiencePlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    read();
}

void ExperiencePlace::read() {
    if (m_reading)
        return;
    m_reading = true;
    using Answer = std::shared_ptr<Read>;
    workspace().jobs().run<Answer>(
        {}, this,
        [&engine = workspace().engine()](const JobContext&) {
            experience::Filter all;
            all.limit = kMostRecords;
            return std::make_shared<Read>(
                Read{engine.experienceList(all), engine.experienceStats()});
        },
        [this](Answer read) {
            m_reading = false;
            if (!read->records)
                return workspace().say(read->records.error());
            if (read->stats)
                m_stats = *read->stats;
            m_records =
                std::make_shared<const std::vector<experience::Record>>(std::move(*read->records));
            m_names = namesIn(*m_records);
            m_pages->setCurrentIndex(m_records->empty() ? 0 : 1);
            fillChoices();
            filter();
        });
}

void ExperiencePlace::fillChoices() {
    m_filling = true;
    const auto fill = [](QComboBox* box, const QString& all, const QStringList& names) {
        const QVariant current = box->currentData();
        box->clear();
        box->addItem(all, QString());
        for (const QString& name : names)
            box->addItem(name, name);
        box->setCurrentIndex(std::max(0, box->findData(current)));
        box->setAccessibleName(all);
    };
    fill(m_model, tr("All models"), m_names.models);
    fill(m_hardware, tr("All devices"), m_names.hardware);
    fill(m_rewrite, tr("All rewrites"), m_names.rewrites);
    const int trust = std::max(0, m_trust->currentIndex()),
              since = std::max(0, m_since->currentIndex());
    m_trust->clear();
    m_trust->addItem(tr("Any trust"), 0.0);
    for (const double least : {0.25, 0.5, 0.75, 0.9})
        m_trust->addItem(tr("Trust from %1").arg(least), least);
    m_trust->setCurrentIndex(trust);
    m_trust->setAccessibleName(tr("Least trust"));
    m_since->clear();
    m_since->addItem(tr("Any time"), 0);
    m_since->addItem(tr("Last day"), 1);
    m_since->addItem(tr("Last week"), 7);
    m_since->addItem(tr("Last month"), 30);
    m_since->setCurrentIndex(since);
    m_since->setAccessibleName(tr("Period"));
    m_filling = false;
    m_summary->setText(tr("Candidates: %1 of %2 sessions, failed: %3, timed operators: %4, in %5")
                           .arg(m_stats.records)
                           .arg(m_stats.sessions)
                           .arg(m_stats.failures)
                           .arg(m_stats.observations)
                           .arg(QString::fromStdString(m_stats.path.string())));
}

ExperienceFilter ExperiencePlace::filterNow() const {
    ExperienceFilter f;
    f.text = m_search->text().trimmed();
    f.model = m_model->currentData().toString();
    f.hardware = m_hardware->currentData().toString();
    f.rewrite = m_rewrite->currentData().toString();
    f.minimumTrust = m_trust->currentData().toDouble();
    if (const int days = m_since->currentData().toInt(); days > 0)
        f.sinceMs = QDateTime::currentMSecsSinceEpoch() - days * kDayMs;
    return f;
}

void ExperiencePlace::filter() {
    if (!m_records)
        return;
    if (m_filtering) {
        m_filterAgain = true;
        return;
    }
    m_filtering = true;
    workspace().jobs().run<ExperienceRows>(
        {}, this,
        [records = m_records, f = filterNow()](const JobContext&) {
            return experienceRows(*records, f);
        },
        [this](ExperienceRows rows) {
            m_filtering = false;
            m_rows = std::move(rows.records);
            m_table->rows().setRows(std::move(rows.cells));
            m_table->setColumnWidth(0, 130);
            m_table->setColumnWidth(1, 110);
            m_table->setColumnWidth(2, 130);
            m_table->setColumnWidth(3, 170);
            m_table->setColumnWidth(4, 60);
            m_table->setColumnWidth(5, 120);
            m_table->setColumnWidth(6, 600);
            if (!m_rows.empty())
                m_table->selectSource(0);
            showRecord(m_table->currentSource());
            if (std::exchange(m_filterAgain, false))
                filter();
        });
}

void ExperiencePlace::showRecord(int row) {
    if (!m_records || row < 0 || static_cast<std::size_t>(row) >= m_rows.size())
        return m_details->rows().setRows({});
    m_details->rows().setRows(
        experienceDetails((*m_records)[m_rows[static_cast<std::size_t>(row)]]));
    m_details->setColumnWidth(0, 170);
    m_details->stretch(1);
}

void ExperiencePlace::exportAll() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export experience"), "experience.jsonl", tr("JSON lines (*.jsonl)"));
    if (file.isEmpty())
        return;
    workspace().jobs().run<Result<std::size_t>>(
        tr("Exporting experience"), this,
        [file, &engine = workspace().engine()](const JobContext&) {
            return engine.exportExperience(file.toStdString());
        },
        [this, file](Result<std::size_t> written) {
            if (!written)
                return workspace().say(written.error());
            m_summary->setText(tr("%1 records written to %2").arg(*written).arg(file));
        });
}

void ExperiencePlace::importFile() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Import experience"), {},
                                                      tr("JSON lines (*.jsonl);;All files (*)"));
    if (file.isEmpty())
        return;
    workspace().jobs().run<Result<experience::ImportReport>>(
        tr("Importing experience"), this,
        [file, &engine = workspace().engine()](const JobContext&) {
            return engine.importExperience(file.toStdString());
        },
        [this](Result<experience::ImportReport> report) {
            if (!report)
                return workspace().say(report.error());
            if (report->rejected > 0)
                workspace().say(
                    {ErrorCode::InvalidArgument,
                     tr("%1 lines are no valid records").arg(report->rejected).toStdString(),
                     {},
                     report->problems});
            read();
        });
}

void ExperiencePlace::expire() {
    if (QMessageBox::question(this, tr("Expire experience"),
                              tr("Remove all records whose trust has fallen below %1? This cannot "
                                 "be undone; an export "
                                 "beforehand keeps them.")
                                  .arg(kExpireTrust)) != QMessageBox::Yes)
        return;
    workspace().jobs().run<Result<std::size_t>>(
        tr("Expiring experience"), this,
        [&engine = workspace().engine()](const JobContext&) {
            return engine.expireExperience(kExpireTrust);
        },
        [this](Result<std::size_t> gone) {
            if (!gone)
                return workspace().say(gone.error());
            read();
        });
}

void ExperiencePlace::retranslate() {
    m_title->setText(tr("Experience"));
    m_empty->setTexts(tr("No experience yet"),
                      tr("Every session adds what it tried. Adapt a model, or import a colleague's "
                         "experience."),
                      tr("Import…"));
    m_refresh->setText(tr("&Refresh"));
    m_export->setText(tr("&Export…"));
    m_import->setText(tr("&Import…"));
    m_expire->setText(tr("E&xpire…"));
    m_search->setPlaceholderText(tr("Search in all columns"));
    m_search->setAccessibleName(tr("Search experience"));
    m_table->rows().setHeaders(experienceHeaders());
    m_table->setAccessibleName(tr("Records of experience"));
    m_details->rows().setHeaders({tr("Property"), tr("Value")});
    m_details->setAccessibleName(tr("Details of the record"));
    fillChoices();
    filter();
}

} // namespace metainfer::workbench
