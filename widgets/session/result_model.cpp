// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The answer of a session as a table.
#include "session/result_model.h"

#include "session/engine_words.h"
#include "session/number_words.h"

#include <array>

namespace metainfer::widgets {
namespace {

constexpr std::array kRoles = {"original", "hand-tuned", "adapted"};

std::string textOf(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::optional<Interval> intervalOf(const Json& object) {
    if (!object.is_object() || !object.contains("value"))
        return std::nullopt;
    const auto number = [&](const char* key) {
        return object.contains(key) && object[key].is_number() ? object[key].get<double>()
                                                               : object["value"].get<double>();
    };
    if (!object["value"].is_number())
        return std::nullopt;
    return Interval{number("value"), number("low"), number("high")};
}

const Json* at(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}

} // namespace

void ResultModel::setDecision(const Json& decision) {
    beginResetModel();
    m_rows.clear();
    m_subjects = Json::array();
    const Json* subjects = decision.is_object() ? at(decision, "subjects") : nullptr;
    if (subjects && subjects->is_array()) {
        m_subjects = *subjects;
        const Json* simulated = at(decision, "simulated");
        m_simulated = simulated && simulated->is_boolean() && simulated->get<bool>();
        m_quality = textOf(decision, "quality_name");
        m_rows.push_back({Kind::Ratio, {}});
        m_rows.push_back({Kind::Verdict, {}});
        m_rows.push_back({Kind::AgainstHand, {}});
        for (const measurement::Metric metric : measurement::allMetrics()) {
            const std::string name(measurement::metricName(metric));
            for (const Json& subject : m_subjects)
                if (const Json* values = at(subject, "values"); values && values->contains(name)) {
                    m_rows.push_back({Kind::Metric, name});
                    break;
                }
        }
        m_rows.push_back({Kind::Grade, {}});
        m_rows.push_back({Kind::Options, {}});
    }
    endResetModel();
}

int ResultModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + static_cast<int>(kRoles.size());
}

const Json* ResultModel::subject(int column) const {
    for (const Json& subject : m_subjects)
        if (column > 0 && textOf(subject, "role") == kRoles[static_cast<std::size_t>(column - 1)])
            return &subject;
    return nullptr;
}

QString ResultModel::rowName(const Row& row) const {
    switch (row.kind) {
    case Kind::Metric:
        if (row.metric == "accuracy" && !m_quality.empty())
            return tr("Accuracy (%1)").arg(QString::fromStdString(m_quality));
        return NumberWords::metric(row.metric);
    case Kind::Ratio:
        return tr("Time relative to the original");
    case Kind::Verdict:
        return tr("Verdict against the original");
    case Kind::AgainstHand:
        return tr("Verdict against hand-tuned");
    case Kind::Grade:
        return tr("Single numbers are");
    case Kind::Options:
        return tr("Variant and options");
    }
    return {};
}

QString ResultModel::cell(const Row& row, const Json& subject) const {
    switch (row.kind) {
    case Kind::Metric: {
        const Json* value = at(subject["values"], row.metric.c_str());
        const auto metric = measurement::metricFromName(row.metric);
        const auto interval = value ? intervalOf(*value) : std::nullopt;
        if (!interval || !metric)
            return {};
        QString text = NumberWords::value(*metric, *interval);
        const auto source = numberSourceFromName(textOf(*value, "source"));
        // The head line says it for all numbers of a simulated device.
        const bool isSaid = m_simulated && source == NumberSource::Simulated;
        if (source && *source != NumberSource::Measured && !isSaid)
            text = tr("%1 · %2", "value, source").arg(text, NumberWords::source(*source));
        return text;
    }
    case Kind::Ratio: {
        if (textOf(subject, "role") == kRoles[0])
            return "1";
        const Json* ratio = at(subject, "ratio");
        const auto interval = ratio ? intervalOf(*ratio) : std::nullopt;
        return interval ? NumberWords::ratio(*interval) : QString();
    }
    case Kind::Verdict:
        return NumberWords::verdict(QString::fromStdString(textOf(subject, "verdict")));
    case Kind::AgainstHand:
        return NumberWords::verdict(QString::fromStdString(textOf(subject, "against_hand_tuned")));
    case Kind::Grade:
        return NumberWords::grade(QString::fromStdString(textOf(subject, "grade")));
    case Kind::Options:
        return QString::fromStdString(textOf(subject, "key"));
    }
    return {};
}

QString ResultModel::toolTip(const Row& row, const Json& subject) const {
    if (row.kind == Kind::Metric) {
        if (const Json* value = at(subject["values"], row.metric.c_str()))
            if (const auto source = numberSourceFromName(textOf(*value, "source")))
                return tr("%1 (%2)", "value, source")
                    .arg(cell(row, subject), NumberWords::source(*source));
    }
    if (row.kind == Kind::Ratio || row.kind == Kind::Verdict)
        if (const std::string clock = textOf(subject, "ratio_clock"); !clock.empty())
            return tr("Both took turns in one run; %1 clock").arg(QString::fromStdString(clock));
    if (row.kind == Kind::Grade)
        return EngineWords::text(textOf(subject, "grade"));
    return cell(row, subject);
}

QVariant ResultModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() == 0)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(rowName(row))
                                                                  : QVariant();
    const Json* found = subject(index.column());
    if (!found)
        return {};
    if (role == Qt::DisplayRole)
        return cell(row, *found);
    if (role == Qt::ToolTipRole)
        return toolTip(row, *found);
    return {};
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case 0:
        return m_simulated ? tr("Simulated, not measured") : tr("Measured");
    case 1:
        return tr("Original");
    case 2:
        return tr("Hand-tuned");
    case 3:
        return tr("Adapted");
    default:
        return {};
    }
}

void ResultModel::retranslate() {
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

} // namespace metainfer::widgets
