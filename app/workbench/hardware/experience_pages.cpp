// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Views of experience beside the table.
#include "hardware/experience_pages.h"

#include "hardware/quantity_text.h"
#include "plot/plot_view.h"
#include "session/engine_words.h"
#include "session/row_table.h"
#include "theme/wrapped_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::workbench {
namespace {

using widgets::TableCell;

constexpr double kSpread = 0.6;    ///< of a session's candidates, of the room it has
constexpr std::size_t kModels = 7; ///< colours that can be told apart; the others share the last

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

TableCell numberCell(double value, int digits) {
    return {QLocale().toString(value, 'f', digits), value, {}};
}

} // namespace

ExperienceTrends experienceTrends(const std::vector<experience::Record>& records,
                                  const std::vector<std::size_t>& rows) {
    // Sessions in order of time: the first record of each decides.
    std::map<std::string, std::int64_t> begun;
    for (const std::size_t row : rows) {
        const experience::Record& r = records[row];
        const auto [it, fresh] = begun.emplace(r.sessionId, r.timeMs);
        if (!fresh)
            it->second = std::min(it->second, r.timeMs);
    }
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [session, time] : begun)
        order.emplace_back(time, session);
    std::sort(order.begin(), order.end());
    ExperienceTrends trends;
    std::map<std::string, double> placeOf;
    for (const auto& [time, session] : order) {
        placeOf[session] = static_cast<double>(trends.sessions.size());
        trends.sessions << QLocale().toString(QDateTime::fromMSecsSinceEpoch(time),
                                              QLocale::ShortFormat);
    }
    // Candidates of one session stand beside each other, in the order they were measured.
    std::map<std::string, std::vector<std::pair<std::int64_t, std::size_t>>> within;
    for (std::size_t i = 0; i < rows.size(); ++i)
        within[records[rows[i]].sessionId].emplace_back(records[rows[i]].timeMs, i);
    std::vector<double> shiftOf(rows.size(), 0);
    for (auto& [session, members] : within) {
        std::stable_sort(members.begin(), members.end());
        for (std::size_t k = 0; k < members.size(); ++k)
            shiftOf[members[k].second] =
                kSpread *
                ((static_cast<double>(k) + 0.5) / static_cast<double>(members.size()) - 0.5);
    }
    std::map<std::string, std::size_t> colors;
    struct Model {
        widgets::PlotSeries points, best;
        std::map<double, double> bestAt; ///< place -> best ratio of the session
    };
    std::vector<Model> models;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const experience::Record& r = records[rows[i]];
        const auto ratio = timeRatioOf(r);
        if (!ratio || !r.failure.empty())
            continue;
        // Ratios of different devices are different things.
        const std::string name = r.modelName + '\n' + r.hardwareName;
        const auto [it, fresh] = colors.emplace(name, std::min(models.size(), kModels));
        if (it->second >= models.size())
            models.emplace_back();
        Model& model = models[it->second];
        if (model.points.name.isEmpty()) {
            model.points.name = it->second < kModels
                                    ? TrendsPage::tr("%1 on %2", "model, device")
                                          .arg(fromStd(r.modelName), fromStd(r.hardwareName))
                                    : TrendsPage::tr("others");
            model.points.color = static_cast<int>(it->second);
            model.points.marker = static_cast<widgets::Marker>(it->second % 5);
        }
        const double place = placeOf[r.sessionId];
        model.points.x.push_back(place + shiftOf[i]);
        model.points.y.push_back(ratio->value);
        model.points.yLow.push_back(ratio->low);
        model.points.yHigh.push_back(ratio->high);
        model.points.rows.push_back(i);
        const auto [best, first] = model.bestAt.emplace(place, ratio->value);
        if (!first)
            best->second = std::min(best->second, ratio->value);
    }
    for (Model& model : models) {
        double best = 1e300;
        for (const auto& [place, ratio] : model.bestAt) {
            best = std::min(best, ratio);
            model.best.x.push_back(place);
            model.best.y.push_back(best);
            model.best.rows.push_back(static_cast<std::size_t>(-1)); // no row of the table
        }
        model.best.kind = widgets::PlotSeries::Kind::Step;
        model.best.color = model.points.color;
        model.best.dashed = true;
        if (model.best.x.size() > 1)
            trends.series.push_back(std::move(model.best));
        trends.series.push_back(std::move(model.points));
    }
    return trends;
}

TrendsPage::TrendsPage(QWidget* parent)
    : QWidget(parent)
    , m_plot(new widgets::PlotView(this))
    , m_note(widgets::wrappedLabel(this, "muted")) {
    m_plot->setObjectName("experienceTrends");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_note);
    connect(m_plot, &widgets::PlotView::pointClicked, this, [this](int row) {
        if (row >= 0)
            emit rowChosen(row);
    });
}

void TrendsPage::show(const Records& records, const std::vector<std::size_t>& rows,
                      ExperienceTrends trends) {
    m_rows = rows.size();
    widgets::PlotAxis session, ratio;
    session.title = tr("Session, oldest first");
    session.categories = trends.sessions;
    ratio.title = tr("Time / original (below 1 is faster)");
    ratio.fromZero = true;
    m_plot->setTipText([records, rows, sessions = trends.sessions](
                           const widgets::PlotSeries& series, std::size_t point) {
        const QString when = sessions.value(std::lround(series.x[point]));
        const std::size_t row = series.rowOf(point);
        if (row >= rows.size())
            return tr("Best so far: %1 of the original's time (%2)", "ratio, date")
                .arg(widgets::numberText(series.y[point]), when);
        const experience::Record& r = (*records)[rows[row]];
        return tr("%1, %2\n%3 of the original's time, measured\n%4",
                  "model on device, date, ratio, candidate")
            .arg(series.name, when, widgets::numberText(series.y[point]),
                 fromStd(r.candidateKey.empty() ? r.candidate.key() : r.candidateKey).left(120));
    });
    m_plot->setReferenceLines(trends.series.empty()
                                  ? std::vector<widgets::ReferenceLine>()
                                  : std::vector<widgets::ReferenceLine>{
                                        {widgets::ReferenceLine::Kind::Y, 1, tr("original")}});
    m_plot->setContent(session, ratio, std::move(trends.series));
}

void TrendsPage::setCurrent(int row) {
    m_plot->setSelection(std::vector<bool>(m_rows, false), row);
}

void TrendsPage::retranslate() {
    m_plot->setTitle(tr("Results over the sessions"));
    m_plot->setEmptyText(tr("None of the records that the filters leave has a measured ratio."));
    m_note->setText(
        tr("Every point is one candidate that was measured beside its original; the "
           "dashed line is the best so far of a model on a device. A click shows its record."));
}

QString kinshipText(experience::Kinship kinship) {
    switch (kinship) {
    case experience::Kinship::SameModelSameHardware:
        return TransferPage::tr("● same model, same device");
    case experience::Kinship::OtherModelSameHardware:
        return TransferPage::tr("◐ other model, same device");
    case experience::Kinship::OtherHardware:
        break;
    }
    return TransferPage::tr("○ other device");
}

QStringList transferHeaders() {
    return {TransferPage::tr("From"),     TransferPage::tr("Model"),
            TransferPage::tr("Device"),   TransferPage::tr("Expected time / original"),
            TransferPage::tr("Trust"),    TransferPage::tr("Similarity"),
            TransferPage::tr("Weight"),   TransferPage::tr("When"),
            TransferPage::tr("Candidate")};
}

QList<QList<TableCell>> transferRows(const engine::TransferAnswer& answer) {
    QList<QList<TableCell>> rows;
    for (const experience::Suggestion& one : answer.suggestions) {
        const experience::Record& r = one.record;
        const auto measured = timeRatioOf(r);
        TableCell expected = numberCell(one.expectedRatio, 3);
        if (measured)
            expected.tip = TransferPage::tr("Measured there: %1. Drawn towards 1 by the weight %2.")
                               .arg(widgets::numberText(measured->value),
                                    QLocale().toString(one.weight, 'f', 2));
        rows.append(
            {{kinshipText(one.kinship), {}, {}},
             {fromStd(r.modelName), {}, {}},
             {fromStd(r.hardwareName), {}, {}},
             expected,
             numberCell(one.trust, 2),
             numberCell(one.similarity, 2),
             numberCell(one.weight, 2),
             {QLocale().toString(QDateTime::fromMSecsSinceEpoch(r.timeMs), QLocale::ShortFormat),
              static_cast<qlonglong>(r.timeMs),
              {}},
             {fromStd(r.candidateKey.empty() ? r.candidate.key() : r.candidateKey), {}, {}}});
    }
    return rows;
}

TransferPage::TransferPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_modelLabel(new QLabel(this))
    , m_deviceLabel(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_note(widgets::wrappedLabel(this, "muted"))
    , m_model(new QComboBox(this))
    , m_device(new QComboBox(this))
    , m_all(new QCheckBox(this))
    , m_table(new widgets::RowTable(this)) {
    m_model->setObjectName("transferModel");
    m_device->setObjectName("transferDevice");
    m_all->setObjectName("transferAll");
    m_table->setObjectName("transferTable");
    m_summary->setObjectName("transferSummary");
    m_summary->setWordWrap(true);
    m_model->setEditable(true);
    m_model->setInsertPolicy(QComboBox::NoInsert);
    m_model->setMinimumContentsLength(24);
    m_device->setMinimumContentsLength(24);
    m_modelLabel->setBuddy(m_model);
    m_deviceLabel->setBuddy(m_device);
    auto* bar = new QHBoxLayout;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_modelLabel, m_model, m_deviceLabel, m_device, m_all})
        bar->addWidget(widget);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_note);
    QSettings& settings = workspace.settings();
    m_all->setChecked(settings.value("experience/transferAll", false).toBool());
    connect(m_model, &QComboBox::activated, this, &TransferPage::ask);
    connect(m_model->lineEdit(), &QLineEdit::returnPressed, this, &TransferPage::ask);
    connect(m_device, &QComboBox::activated, this, [this, &settings] {
        settings.setValue("experience/transferDevice", m_device->currentData());
        ask();
    });
    connect(m_all, &QCheckBox::toggled, this, [this, &settings](bool on) {
        settings.setValue("experience/transferAll", on);
        ask();
    });
}

void TransferPage::setModels(const QStringList& models) {
    const QString now = m_model->currentText().isEmpty()
                            ? m_workspace.settings().value("experience/transferModel").toString()
                            : m_model->currentText();
    m_model->clear();
    m_model->addItems(models);
    if (!now.isEmpty())
        m_model->setEditText(now);
    if (isVisible() && !m_devices.isEmpty())
        ask(); // the store may have grown
    else
        m_asked = false;
}

void TransferPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_devices.isEmpty())
        fillDevices();
    else if (!m_asked)
        ask();
}

void TransferPage::fillDevices() {
    m_filling = true;
    m_workspace.jobs().run<QStringList>(
        {}, this,
        [&engine = m_workspace.engine()](const JobContext&) {
            QStringList names;
            for (const engine::ProfileEntry& entry : engine.profiles().profiles)
                if (entry.name != "local")
                    names << fromStd(entry.name);
            return names;
        },
        [this](QStringList names) {
            m_filling = false;
            m_devices = std::move(names);
            retranslate();
            ask();
        });
}

void TransferPage::ask() {
    const QString model = m_model->currentText().trimmed();
    const QString device = m_device->currentData().toString();
    if (model.isEmpty() || device.isEmpty())
        return;
    if (m_asking) {
        m_again = true;
        return;
    }
    m_asking = m_asked = true;
    m_workspace.settings().setValue("experience/transferModel", model);
    engine::TransferRequest request;
    request.model = model.toStdString();
    request.hardware = device.toStdString();
    request.onlyImprovements = !m_all->isChecked();
    m_workspace.jobs().run<Result<engine::TransferAnswer>>(
        {}, this,
        [&engine = m_workspace.engine(), request](const JobContext&) {
            return engine.experienceFor(request);
        },
        [this](Result<engine::TransferAnswer> answer) {
            m_asking = false;
            m_answer = std::move(answer);
            showAnswer();
            if (std::exchange(m_again, false))
                ask();
        });
}

void TransferPage::showAnswer() {
    if (!m_answer)
        return m_summary->setText(tr("Choose a model and a device."));
    if (!*m_answer) {
        m_table->rows().setRows({});
        return m_summary->setText(widgets::EngineWords::error(m_answer->error()));
    }
    const engine::TransferAnswer& answer = **m_answer;
    int counts[3] = {0, 0, 0};
    for (const experience::Suggestion& one : answer.suggestions)
        ++counts[static_cast<int>(one.kinship)];
    m_summary->setText(answer.suggestions.empty()
                           ? tr("Nothing that was seen so far promises to make %1 faster on %2.")
                                 .arg(fromStd(answer.model), fromStd(answer.hardware))
                           : tr("For %1 on %2 a session would begin with what is below. Same model "
                                "here: %3, other "
                                "models here: %4, other devices: %5. Known to fail here: %6.")
                                 .arg(fromStd(answer.model), fromStd(answer.hardware))
                                 .arg(counts[0])
                                 .arg(counts[1])
                                 .arg(counts[2])
                                 .arg(answer.knownFailures));
    m_table->rows().setRows(transferRows(answer));
}

void TransferPage::retranslate() {
    m_modelLabel->setText(tr("&Model"));
    m_deviceLabel->setText(tr("&Device"));
    m_model->setAccessibleName(tr("Model that experience is looked up for"));
    m_model->lineEdit()->setPlaceholderText(tr("Model, sample or file"));
    m_device->setAccessibleName(tr("Device that experience is looked up for"));
    m_all->setText(tr("&Also what is expected to bring nothing"));
    m_table->rows().setHeaders(transferHeaders());
    const int widths[] = {190, 130, 140, 170, 60, 80, 70, 120, 600};
    for (int i = 0; i < 9; ++i)
        m_table->setColumnWidth(i, widths[i]);
    m_table->setAccessibleName(tr("What transfers to the device"));
    m_note->setText(
        tr("Weight is trust × similarity. The expected ratio is what was measured, drawn towards 1 "
           "by what the weight lacks: an estimate. Results of another device are only hints and "
           "are measured again here."));
    const QVariant chosen = m_workspace.settings().value("experience/transferDevice", "local");
    m_device->clear();
    m_device->addItem(tr("This machine"), "local");
    for (const QString& name : std::as_const(m_devices))
        m_device->addItem(name, name);
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
    showAnswer();
}

} // namespace metainfer::workbench
