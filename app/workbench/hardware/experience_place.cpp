// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Experience place.
#include "hardware/experience_place.h"

#include "hardware/experience_pages.h"
#include "hardware/expire_dialog.h"

#include "session/row_table.h"
#include "shell/empty_state.h"

#include "base/file.h"

#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr std::size_t kMostRecords = 50000;
constexpr qint64 kDayMs = 24LL * 3600 * 1000;

struct Read {
    Result<std::vector<experience::Record>> records;
    Result<experience::Stats> stats;
    Trust trust;
};

/// What the filters leave.
struct Shown {
    ExperienceRows rows;
    ExperienceTrends trends;
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
    m_recalibrate = button("recalibrateExperience", &ExperiencePlace::recalibrate);
    layout->addLayout(head);
    m_summary = new QLabel(page);
    m_summary->setObjectName("experienceSummary");
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
    m_leastTrust = choice(filters, "filterTrust");
    m_since = choice(filters, "filterSince");
    m_clear = new QPushButton(page);
    m_clear->setObjectName("clearFilters");
    filters->addWidget(m_clear);
    connect(m_clear, &QPushButton::clicked, this, &ExperiencePlace::clearFilters);
    layout->addLayout(filters);
    m_tabs = new QTabWidget(page);
    m_tabs->setObjectName("experiencePages");
    m_tabs->setDocumentMode(true);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    m_table = new widgets::RowTable(splitter);
    m_table->setObjectName("records");
    m_details = new widgets::RowTable(splitter);
    m_details->setObjectName("recordDetails");
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setSizes({760, 380});
    m_trends = new TrendsPage(m_tabs);
    m_transfer = new TransferPage(workspace(), m_tabs);
    for (QWidget* one : std::initializer_list<QWidget*>{splitter, m_trends, m_transfer})
        m_tabs->addTab(one, QString());
    QSettings& settings = workspace().settings();
    m_tabs->setCurrentIndex(settings.value("experience/page", 0).toInt());
    splitter->restoreState(settings.value("experience/split").toByteArray());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [&settings](int index) { settings.setValue("experience/page", index); });
    connect(splitter, &QSplitter::splitterMoved, this, [&settings, splitter] {
        settings.setValue("experience/split", splitter->saveState());
    });
    connect(m_trends, &TrendsPage::rowChosen, this, [this](int row) {
        m_table->selectSource(row);
        m_tabs->setCurrentIndex(0);
    });
    layout->addWidget(m_tabs, 1);
    m_search->setText(settings.value("experience/search").toString());
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        keepFilters();
        filter();
    });
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
        if (m_filling)
            return;
        keepFilters();
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
            auto read = std::make_shared<Read>(
                Read{engine.experienceList(all), engine.experienceStats(), nullptr});
            if (read->records)
                if (auto trust = engine.experienceTrust(*read->records))
                    read->trust = std::make_shared<const std::vector<double>>(std::move(*trust));
            return read;
        },
        [this](Answer read) {
            m_reading = false;
            if (!read->records)
                return workspace().say(read->records.error());
            if (read->stats)
                m_stats = *read->stats;
            m_records =
                std::make_shared<const std::vector<experience::Record>>(std::move(*read->records));
            m_trust = read->trust;
            m_names = namesIn(*m_records);
            m_pages->setCurrentIndex(m_records->empty() ? 0 : 1);
            fillChoices();
            m_transfer->setModels(m_names.models);
            filter();
            if (const auto before = std::exchange(m_beforeCalibration, std::nullopt))
                sayRestored(*before);
        });
}

void ExperiencePlace::sayRestored(const Trust& before) {
    int restored = 0;
    if (before && m_trust && before->size() == m_trust->size())
        for (std::size_t i = 0; i < before->size(); ++i)
            restored += (*m_trust)[i] > (*before)[i] + 0.01 ? 1 : 0;
    m_summary->setText(
        restored > 0
            ? tr("This machine was probed. Records that are trusted more now: %1.").arg(restored)
            : tr("This machine was probed. No older record gained trust: either none had lost any, "
                 "or the machine does not run as it did then."));
}

void ExperiencePlace::keepFilters() {
    QSettings& settings = workspace().settings();
    settings.setValue("experience/search", m_search->text());
    for (const QComboBox* box : {m_model, m_hardware, m_rewrite, m_leastTrust, m_since})
        settings.setValue("experience/" + box->objectName(), box->currentData());
    m_clear->setEnabled(!(filterNow() == ExperienceFilter()));
}

void ExperiencePlace::clearFilters() {
    m_filling = true;
    m_search->clear();
    for (QComboBox* box : {m_model, m_hardware, m_rewrite, m_leastTrust, m_since})
        box->setCurrentIndex(0);
    m_filling = false;
    keepFilters();
    filter();
}

void ExperiencePlace::fillChoices() {
    m_filling = true;
    const QSettings& settings = workspace().settings();
    const auto fill = [&settings](QComboBox* box, const QString& all, const QStringList& names) {
        const QVariant current = settings.value("experience/" + box->objectName());
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
    m_leastTrust->clear();
    m_leastTrust->addItem(tr("Any trust"), 0.0);
    for (const double least : {0.25, 0.5, 0.75, 0.9})
        m_leastTrust->addItem(tr("Trust from %1").arg(least), least);
    const auto numbered = [&settings](QComboBox* box) {
        const double kept = settings.value("experience/" + box->objectName()).toDouble();
        for (int i = 0; i < box->count(); ++i)
            if (box->itemData(i).toDouble() == kept)
                box->setCurrentIndex(i);
    };
    numbered(m_leastTrust);
    m_leastTrust->setAccessibleName(tr("Least trust"));
    m_since->clear();
    m_since->addItem(tr("Any time"), 0);
    m_since->addItem(tr("Last day"), 1);
    m_since->addItem(tr("Last week"), 7);
    m_since->addItem(tr("Last month"), 30);
    m_since->addItem(tr("Last quarter"), 91);
    m_since->addItem(tr("Last year"), 365);
    numbered(m_since);
    m_since->setAccessibleName(tr("Period"));
    m_filling = false;
    m_clear->setEnabled(!(filterNow() == ExperienceFilter()));
    m_summary->setText(tr("Candidates: %1 · sessions: %2 · failed: %3 · timed operators: %4 · %5")
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
    f.minimumTrust = m_leastTrust->currentData().toDouble();
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
    workspace().jobs().run<Shown>(
        {}, this,
        [records = m_records, trust = m_trust, f = filterNow()](const JobContext&) {
            Shown shown{experienceRows(*records, f, trust), {}};
            shown.trends = experienceTrends(*records, shown.rows.records);
            return shown;
        },
        [this](Shown shown) {
            ExperienceRows& rows = shown.rows;
            m_filtering = false;
            m_rows = std::move(rows.records);
            m_table->rows().setRows(std::move(rows.cells));
            m_table->setColumnWidth(0, 130);
            m_table->setColumnWidth(1, 95);
            m_table->setColumnWidth(2, 120);
            m_table->setColumnWidth(3, 155);
            m_table->setColumnWidth(4, 85);
            m_table->setColumnWidth(5, 165);
            m_table->setColumnWidth(6, 600);
            m_trends->show(m_records, m_rows, std::move(shown.trends));
            // The same record as before, where the filters leave it.
            const auto same = std::find_if(m_rows.begin(), m_rows.end(), [this](std::size_t row) {
                return (*m_records)[row].uid == m_current;
            });
            if (!m_rows.empty())
                m_table->selectSource(
                    same == m_rows.end() ? 0 : static_cast<int>(same - m_rows.begin()));
            showRecord(m_table->currentSource());
            if (std::exchange(m_filterAgain, false))
                filter();
        });
}

void ExperiencePlace::showRecord(int row) {
    if (!m_records || row < 0 || static_cast<std::size_t>(row) >= m_rows.size())
        return m_details->rows().setRows({});
    const std::size_t record = m_rows[static_cast<std::size_t>(row)];
    m_current = (*m_records)[record].uid;
    m_details->rows().setRows(experienceDetails(
        (*m_records)[record],
        m_trust && record < m_trust->size() ? std::optional((*m_trust)[record]) : std::nullopt));
    m_trends->setCurrent(row);
    m_details->setColumnWidth(0, 215);
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
            workspace().tell(tr("%1 records written to %2").arg(*written).arg(file));
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
            workspace().tell(tr("Experience imported. New records: %1, known already: %2.")
                                 .arg(report->added)
                                 .arg(report->alreadyThere));
            read();
        });
}

void ExperiencePlace::expire() {
    ExpireDialog dialog(m_records, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    workspace().jobs().run<Result<std::size_t>>(
        tr("Expiring experience"), this,
        [&engine = workspace().engine(), least = dialog.minimumTrust()](const JobContext&) {
            return engine.expireExperience(least);
        },
        [this](Result<std::size_t> gone) {
            if (!gone)
                return workspace().say(gone.error());
            read();
        });
}

/// Probes this machine again: older records are trusted as far as the same operators still take the
/// same time. The profile is not touched; Microbenchmarks writes it.
void ExperiencePlace::recalibrate() {
    if (workspace().jobs().isRunning(m_calibration))
        return workspace().jobs().cancel(m_calibration);
    if (QMessageBox::question(
            this, tr("Re-calibrate"),
            tr("Microbenchmarks run for up to two minutes and compare this machine with what older "
               "records were measured under. Those that still hold are trusted again.\n\n"
               "Start now?")) != QMessageBox::Yes)
        return;
    m_calibration = workspace().jobs().run<Status>(
        tr("Re-calibrating experience"), this,
        [&engine = workspace().engine()](const JobContext& context) -> Status {
            MI_ASSIGN(const auto scratch, TemporaryDirectory::create("metainfer-calibrate"));
            engine::ProbeRequest request;
            request.profile = scratch.path() / "local.yaml";
            request.options.machine = false;
            const engine::EventSink events = [&context](const engine::Event& event) {
                if (const auto* done = std::get_if<engine::WorkDone>(&event);
                    done && context.progress)
                    context.progress({done->fraction, done->what});
            };
            MI_CHECK(engine.probe(request, events, context.cancel));
            return {};
        },
        [this](Status done) {
            m_recalibrate->setText(tr("Re-&calibrate…"));
            if (!done && done.error().code != ErrorCode::Cancelled)
                return workspace().say(done.error());
            if (!done)
                return;
            m_beforeCalibration = m_trust;
            read();
        });
    m_recalibrate->setText(tr("Stop re-&calibrating"));
}

bool ExperiencePlace::isLoading() const {
    return m_reading || m_filtering || m_transfer->isLoading();
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
    m_expire->setToolTip(tr("Remove records that are hardly trusted any more"));
    m_recalibrate->setText(workspace().jobs().isRunning(m_calibration) ? tr("Stop re-&calibrating")
                                                                       : tr("Re-&calibrate…"));
    m_recalibrate->setToolTip(
        tr("Probe this machine: older records are trusted again as far as they still hold"));
    m_clear->setText(tr("C&lear filters"));
    const QStringList pages{tr("Records"), tr("Trends"), tr("Transfer")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, pages[i]);
    m_tabs->setAccessibleName(tr("Views of experience"));
    m_trends->retranslate();
    m_transfer->retranslate();
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
