// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy place: how it shows a validation and an examination.
#include "accuracy/accuracy_place.h"
#include "accuracy/accuracy_words.h"
#include "accuracy/plot_table_page.h"
#include "accuracy/samples_page.h"
#include "plot/plot_view.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QLabel>
#include <QLocale>
#include <QTabWidget>

namespace metainfer::workbench {

using widgets::PlotAxis;
using widgets::PlotSeries;
using widgets::TableCell;

namespace {

QString textOf(const Json& object, const char* key) {
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() && it->is_string()
               ? QString::fromStdString(it->get<std::string>())
               : QString();
}

const Json& listOf(const Json& object, const char* key) {
    static const Json empty = Json::array();
    if (!object.is_object())
        return empty;
    const auto it = object.find(key);
    return it != object.end() && it->is_array() ? *it : empty;
}

QString said(const std::string& text) {
    return QString::fromStdString(text);
}

/// "1, 4, 7 and 12 more"
QString numbers(const Json& list, const QString& more) {
    QStringList texts;
    for (const Json& value : list)
        if (texts.size() < 20 && value.is_number())
            texts << QString::number(value.get<qint64>());
    const auto rest = static_cast<qsizetype>(list.size()) - texts.size();
    return rest > 0 ? more.arg(texts.join(", ")).arg(rest) : texts.join(", ");
}

const Json* byRole(const Json& decision, const char* role) {
    for (const Json& subject : listOf(decision, "subjects"))
        if (textOf(subject, "role") == role)
            return &subject;
    return nullptr;
}

std::optional<Interval> accuracyOf(const Json* subject) {
    if (!subject || !subject->contains("values"))
        return std::nullopt;
    const auto values = measurement::metricValuesFromJson((*subject)["values"]);
    const auto it = values.find(measurement::Metric::Accuracy);
    return it == values.end() ? std::nullopt : std::optional(it->second.interval);
}

TableCell number(double value, int digits = 3) {
    return {QLocale().toString(value, 'g', digits), value, {}};
}

TableCell position(std::size_t value) {
    return {QString::number(value), static_cast<qulonglong>(value), {}};
}

TableCell share(double value) {
    return {QLocale().toString(100 * value, 'f', 1) + QStringLiteral(" %"), value, {}};
}

/// Equal tensors have no finite ratio.
TableCell decibels(double value) {
    if (value >= 300)
        return {QStringLiteral("∞"), value, {}};
    return {QLocale().toString(value, 'f', 1), value, {}};
}

} // namespace

void AccuracyPlace::showCards() {
    const Json& validation = *m_accuracy->validation();
    const Json& decision = m_accuracy->decision();
    m_summary->setText(AccuracyWords::summary(textOf(validation, "summary")));
    const Json* verdict = nullptr;
    for (const Json& subject : listOf(validation, "subjects"))
        if (textOf(subject, "id") == m_accuracy->chosen())
            verdict = &subject;
    m_gate.value->setText(verdict ? AccuracyWords::gate(textOf(*verdict, "gate"))
                                  : tr("not judged"));
    m_gate.note->setText(verdict ? AccuracyWords::change(textOf(*verdict, "change")) : QString());
    const auto show = [](const Card& card, const std::optional<Interval>& value,
                         const QString& note) {
        using measurement::Metric;
        const auto percent = [](double x) {
            return said(measurement::formatMetric(Metric::Accuracy, x));
        };
        card.value->setText(value ? percent(value->value) : tr("not known"));
        card.note->setText(value && value->low < value->high
                               ? tr("%1, 95 % interval %2 to %3", "metric, low, high")
                                     .arg(note, percent(value->low), percent(value->high))
                               : note);
    };
    const QString metric = textOf(validation, "metric");
    show(m_before, accuracyOf(byRole(decision, "original")), metric);
    show(m_after, accuracyOf(byRole(decision, "adapted")), metric);
    m_alike.value->setText(verdict ? textOf(*verdict, "cosine") : tr("not known"));
    m_alike.note->setText(tr("Smallest cosine of an output against the original's; 1 = the same "
                             "direction"));
}

void AccuracyPlace::showFinalists() {
    QList<QList<TableCell>> subjects;
    for (const Json& s : listOf(*m_accuracy->validation(), "subjects")) {
        const QString id = textOf(s, "id");
        subjects.append({{id == m_accuracy->chosen() ? tr("★ %1 (chosen)").arg(id) : id, {}, {}},
                         {textOf(s, "value"), {}, {}},
                         {AccuracyWords::change(textOf(s, "change")), {}, {}},
                         {AccuracyWords::gate(textOf(s, "gate")), {}, {}},
                         {textOf(s, "cosine"), textOf(s, "cosine").toDouble(), {}}});
    }
    m_subjects->rows().setRows(std::move(subjects));
    m_subjects->setColumnWidth(0, 150);
    m_subjects->setColumnWidth(1, 220);
    m_subjects->setColumnWidth(4, 130);
    m_subjects->stretch(2);
}

void AccuracyPlace::showFindings() {
    const Json& validation = *m_accuracy->validation();
    QList<QList<TableCell>> boundary, anomalies;
    for (const Json& b : listOf(validation, "boundary"))
        boundary.append({{AccuracyWords::boundary(textOf(b, "name")), {}, {}},
                         {AccuracyWords::finding(textOf(b, "finding")), {}, {}},
                         {EngineWords::text(textOf(b, "detail")), {}, {}}});
    m_boundary->rows().setRows(std::move(boundary));
    const QString more = tr("%1 and %2 more", "list of numbers, how many are left out");
    for (const Json& a : listOf(validation, "anomalies"))
        anomalies.append({{AccuracyWords::anomaly(textOf(a, "kind")), {}, {}},
                          {textOf(a, "where"), {}, {}},
                          number(jsonValue(a, "value", 0.0), 4),
                          {numbers(listOf(a, "channels"), more), {}, {}},
                          {numbers(listOf(a, "samples"), more), {}, {}},
                          {EngineWords::text(textOf(a, "detail")), {}, {}}});
    m_anomalies->rows().setRows(std::move(anomalies));
    m_boundary->setColumnWidth(0, 220);
    m_boundary->setColumnWidth(1, 140);
    m_boundary->stretch(2);
    m_anomalies->setColumnWidth(0, 240);
    m_anomalies->setColumnWidth(2, 80);
    m_anomalies->setColumnWidth(3, 150);
    m_anomalies->stretch(5);
}

void AccuracyPlace::showOutputs() {
    QList<QList<TableCell>> rows;
    for (const auto& output : m_accuracy->outputs()) {
        const auto& e = output.total;
        rows.append({{said(e.output), {}, {}},
                     number(e.maxAbsolute),
                     number(e.relativeL2),
                     {QLocale().toString(e.cosine, 'f', 6), e.cosine, {}},
                     decibels(e.snrDb),
                     share(e.argmaxAgreement),
                     position(e.worstSample),
                     {e.withinTolerance ? tr("✓ equal") : tr("≠ differs"), {}, {}}});
    }
    m_outputs->rows().setRows(std::move(rows));
    m_outputs->setColumnWidth(0, 200);
    for (int column = 1; column < 7; ++column)
        m_outputs->setColumnWidth(column, 118);
    m_outputs->stretch(7);
    if (!m_accuracy->outputs().empty())
        m_outputs->selectSource(0);
    showChannels(m_outputs->currentSource());
}

void AccuracyPlace::showChannels(int output) {
    const auto& outputs = m_accuracy->outputs();
    const bool known = output >= 0 && output < static_cast<int>(outputs.size()) &&
                       !outputs[static_cast<std::size_t>(output)].channels.empty();
    m_channels->showEmpty(!known);
    QList<QList<TableCell>> rows;
    PlotSeries bars;
    bars.kind = PlotSeries::Kind::Bar;
    if (known) {
        const auto& detail = outputs[static_cast<std::size_t>(output)];
        bars.name = said(detail.total.output);
        for (const auto& c : detail.channels) {
            bars.x.push_back(static_cast<double>(c.channel));
            bars.y.push_back(c.relativeL2);
            rows.append({position(c.channel), number(c.relativeL2), number(c.maxAbsolute),
                         number(c.mean), number(c.otherMean), number(c.deviation)});
        }
        m_channels->setNote(
            tr("Output %1 by channel, on %2").arg(bars.name, m_accuracy->outputsComparedOn()));
    }
    PlotAxis x, y;
    x.title = tr("Channel");
    y.title = tr("Relative error");
    y.fromZero = true;
    m_channels->plot().setContent(x, y, {bars});
    m_channels->table().rows().setRows(std::move(rows));
    for (int column = 0; column < 6; ++column)
        m_channels->table().stretch(column);
}

void AccuracyPlace::showLayers() {
    const auto& found = m_accuracy->examination();
    const bool some = found && !found->layers.empty();
    m_layers->showEmpty(!some);
    QList<QList<TableCell>> rows;
    PlotSeries bars;
    bars.kind = PlotSeries::Kind::Bar;
    QStringList names;
    for (std::size_t i = 0; some && i < found->layers.size(); ++i) {
        const auto& layer = found->layers[i];
        const QString name = said(layer.node.empty() ? layer.layer : layer.node);
        names << name;
        bars.x.push_back(static_cast<double>(i));
        bars.y.push_back(layer.relativeL2);
        const bool lowered = layer.skipped.empty();
        const QString dash = QStringLiteral("–");
        const TableCell none{dash, -1.0, said(layer.skipped)};
        rows.append({position(i),
                     {name, {}, {}},
                     {said(layer.opType), {}, {}},
                     lowered ? number(layer.relativeL2) : none,
                     lowered ? decibels(layer.snrDb) : none,
                     lowered ? share(layer.changedWinners) : none,
                     {lowered ? QString() : tr("cannot be lowered"), {}, said(layer.skipped)}});
    }
    if (some)
        m_layers->setNote(tr("Error of the outputs when one layer alone becomes %1, on %2 samples. "
                             "Enter or a double click shows the layer in the graph.")
                              .arg(said(found->plan))
                              .arg(found->layerSamples));
    PlotAxis x, y;
    x.title = tr("Layer, in the model's order");
    y.title = tr("Error of the outputs");
    y.fromZero = true;
    m_layers->plot().setTipText([names](const PlotSeries& series, std::size_t point) {
        return tr("%1: %2").arg(names.value(static_cast<qsizetype>(point)),
                                widgets::plotNumber(series.y[point]));
    });
    m_layers->plot().setContent(x, y, {bars});
    m_layers->table().rows().setRows(std::move(rows));
    m_layers->table().setColumnWidth(0, 50);
    for (const int column : {2, 3, 4, 5, 6})
        m_layers->table().setColumnWidth(column, 120);
    m_layers->table().stretch(1);
}

void AccuracyPlace::showInside() {
    const auto& found = m_accuracy->examination();
    const bool some = found && !found->inside.empty();
    m_inside->showEmpty(!some);
    QList<QList<TableCell>> rows;
    PlotSeries line;
    line.kind = PlotSeries::Kind::Line;
    line.markers = true;
    line.size = 5;
    QStringList names;
    for (std::size_t i = 0; some && i < found->inside.size(); ++i) {
        const auto& tensor = found->inside[i];
        names << said(tensor.tensor);
        line.x.push_back(static_cast<double>(i));
        line.y.push_back(tensor.relativeL2);
        rows.append({position(i),
                     {said(tensor.tensor), {}, {}},
                     {said(tensor.opType), {}, {}},
                     number(tensor.relativeL2),
                     decibels(tensor.snrDb),
                     {QLocale().toString(tensor.cosine, 'f', 6), tensor.cosine, {}}});
    }
    if (some)
        m_inside->setNote(
            tr("How far the tensors inside are from the original's, from input to output, on %1 "
               "samples. Enter or a double click shows the tensor in the graph.")
                .arg(found->tensorSamples));
    PlotAxis x, y;
    x.title = tr("Tensor, in the model's order");
    y.title = tr("Relative error");
    y.fromZero = true;
    m_inside->plot().setTipText([names](const PlotSeries& series, std::size_t point) {
        return tr("%1: %2").arg(names.value(static_cast<qsizetype>(point)),
                                widgets::plotNumber(series.y[point]));
    });
    m_inside->plot().setContent(x, y, {line});
    m_inside->table().rows().setRows(std::move(rows));
    m_inside->table().setColumnWidth(0, 50);
    for (const int column : {2, 3, 4, 5})
        m_inside->table().setColumnWidth(column, 140);
    m_inside->table().stretch(1);
}

void AccuracyPlace::showHints() {
    const bool runs = m_accuracy->isExamining();
    const bool examined = m_accuracy->examination() != nullptr;
    const QString action = runs || !m_accuracy->canExamine() ? QString() : tr("Examine in detail");
    const auto hint = [&](widgets::EmptyState& at, const QString& title, const QString& what) {
        if (runs)
            at.setTexts(tr("Examining…"), tr("This is in the progress area below; one can stop it "
                                             "there."));
        else if (examined)
            at.setTexts(title, tr("The examination found nothing to compare here."), action);
        else
            at.setTexts(title, what, action);
    };
    hint(m_channels->empty(), tr("Channels are not compared yet"),
         tr("Runs both models on the validation data and adds up the error of every channel."));
    hint(m_layers->empty(), tr("Sensitivity is not known yet"),
         tr("Lowers one layer at a time and measures what it does to the outputs: layers that hurt "
            "most are the ones to keep in float."));
    hint(m_inside->empty(), tr("Tensors inside are not compared yet"),
         tr("Shows at which tensor the adapted model leaves the original."));
    hint(m_samples->empty(), tr("Samples are not compared yet"),
         tr("Finds the samples with the largest error and shows both models' outputs side by "
            "side."));
}

void AccuracyPlace::setHeaders() {
    m_subjects->rows().setHeaders(
        {tr("Candidate"), tr("Accuracy"), tr("Change"), tr("Gate"), tr("Smallest cosine")});
    m_boundary->rows().setHeaders({tr("Input"), tr("Finding"), tr("Detail")});
    m_anomalies->rows().setHeaders(
        {tr("Anomaly"), tr("Output"), tr("Size"), tr("Channels"), tr("Samples"), tr("Detail")});
    m_outputs->rows().setHeaders({tr("Output"), tr("Largest error"), tr("Relative error"),
                                  tr("Cosine"), tr("Signal/error, dB"), tr("Same winner"),
                                  tr("Worst sample"), tr("Verdict")});
    m_channels->table().rows().setHeaders({tr("Channel"), tr("Relative error"), tr("Largest error"),
                                           tr("Mean, original"), tr("Mean, adapted"),
                                           tr("Deviation, original")});
    m_layers->table().rows().setHeaders({tr("No."), tr("Layer"), tr("Operator"), tr("Output error"),
                                         tr("Signal/error, dB"), tr("Other winner"), tr("Remark")});
    m_inside->table().rows().setHeaders({tr("No."), tr("Tensor"), tr("Operator"),
                                         tr("Relative error"), tr("Signal/error, dB"),
                                         tr("Cosine")});
    m_subjects->setAccessibleName(tr("Finalists"));
    m_boundary->setAccessibleName(tr("Boundary cases"));
    m_anomalies->setAccessibleName(tr("Anomalies"));
    m_outputs->setAccessibleName(tr("Errors by output"));
    m_channels->table().setAccessibleName(tr("Errors by channel"));
    m_channels->plot().setAccessibleName(tr("Errors by channel as bars"));
    m_layers->table().setAccessibleName(tr("Sensitivity by layer"));
    m_layers->plot().setAccessibleName(tr("Sensitivity by layer as bars"));
    m_inside->table().setAccessibleName(tr("Errors inside the model"));
    m_inside->plot().setAccessibleName(tr("Errors inside the model as a line"));
}

void AccuracyPlace::countTabs() {
    const auto count = [this](int tab, const QString& name, int rows) {
        m_tabs->setTabText(tab, rows > 0 ? tr("%1 (%2)", "name, count").arg(name).arg(rows) : name);
    };
    const auto rows = [](const widgets::RowTable& table) { return table.model()->rowCount(); };
    count(0, tr("Finalists"), rows(*m_subjects));
    count(1, tr("Outputs"), rows(*m_outputs));
    count(2, tr("Sensitivity"), rows(m_layers->table()));
    count(3, tr("Inside"), rows(m_inside->table()));
    count(4, tr("Worst samples"), rows(m_samples->table()));
    count(5, tr("Boundary cases"), rows(*m_boundary));
    count(6, tr("Anomalies"), rows(*m_anomalies));
}

} // namespace metainfer::workbench
