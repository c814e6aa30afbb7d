// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile as a form.
#include "hardware/profile_form_model.h"

#include "hardware/quantity_text.h"

#include <QFont>

namespace metainfer::widgets {
namespace {

/// Indexes of fields carry the number of their group plus one, groups carry 0.
constexpr quintptr kGroupId = 0;

} // namespace

ProfileFormModel::ProfileFormModel(QObject* parent)
    : QAbstractItemModel(parent) {}

std::vector<ProfileFormModel::Group> ProfileFormModel::groupsOf(const hardware::Profile& profile) {
    std::vector<Group> groups;
    for (ProfileField& field : profileFields(profile)) {
        if (groups.empty() || groups.back().group != field.group ||
            groups.back().level != field.level)
            groups.push_back({field.group, field.level, {}});
        groups.back().fields.push_back(std::move(field));
    }
    return groups;
}

void ProfileFormModel::setProfile(std::shared_ptr<const hardware::Profile> profile) {
    std::vector<Group> groups = profile ? groupsOf(*profile) : std::vector<Group>();
    const bool sameFields = std::equal(
        groups.begin(), groups.end(), m_groups.begin(), m_groups.end(),
        [](const Group& a, const Group& b) {
            return std::equal(
                a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                [](const ProfileField& x, const ProfileField& y) { return x.path == y.path; });
        });
    if (sameFields) {
        m_profile = std::move(profile);
        return announceChange();
    }
    beginResetModel();
    m_profile = std::move(profile);
    m_groups = std::move(groups);
    endResetModel();
}

void ProfileFormModel::announceChange() {
    if (m_groups.empty())
        return;
    const int last = static_cast<int>(m_groups.size()) - 1;
    emit dataChanged(index(0, 0), index(last, ColumnCount - 1));
    for (int group = 0; group <= last; ++group) {
        const QModelIndex parent = index(group, 0);
        emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, ColumnCount - 1, parent));
    }
}

void ProfileFormModel::setProblems(std::vector<ProfileProblem> problems) {
    if (problems == m_problems)
        return;
    m_problems = std::move(problems);
    announceChange();
}

void ProfileFormModel::setRefused(QHash<QString, RefusedText> refused) {
    m_refused = std::move(refused);
    announceChange();
}

void ProfileFormModel::setEditable(bool editable) {
    if (m_editable == editable)
        return;
    m_editable = editable;
    announceChange();
}

void ProfileFormModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    announceChange();
}

const ProfileField* ProfileFormModel::fieldAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kGroupId)
        return nullptr;
    return &m_groups[index.internalId() - 1].fields[static_cast<std::size_t>(index.row())];
}

int ProfileFormModel::levelAt(const QModelIndex& index) const {
    if (!index.isValid())
        return -1;
    const auto group = index.internalId() == kGroupId
                           ? static_cast<std::size_t>(index.row())
                           : static_cast<std::size_t>(index.internalId() - 1);
    return m_groups[group].level;
}

QModelIndex ProfileFormModel::indexOf(const QString& path, Column column) const {
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (std::size_t row = 0; row < m_groups[group].fields.size(); ++row)
            if (m_groups[group].fields[row].path == path)
                return createIndex(static_cast<int>(row), column, group + 1);
    return {};
}

QModelIndex ProfileFormModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return parent.isValid() ? createIndex(row, column, static_cast<quintptr>(parent.row()) + 1)
                            : createIndex(row, column, kGroupId);
}

QModelIndex ProfileFormModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kGroupId)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kGroupId);
}

int ProfileFormModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != kGroupId || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].fields.size());
}

int ProfileFormModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QString ProfileFormModel::groupTitle(const Group& group) const {
    if (group.level < 0)
        return groupLabel(group.group);
    const auto& level = m_profile->memory.hierarchy[static_cast<std::size_t>(group.level)];
    return tr("Memory level %1").arg(QString::fromStdString(level.level));
}

QString ProfileFormModel::valueShown(const ProfileField& field) const {
    if (const auto it = m_refused.constFind(field.path); it != m_refused.constEnd())
        return it->text;
    const QString value = fieldText(*m_profile, field);
    if (value.isEmpty())
        return tr("not known");
    if (value == "true" && field.kind == FieldKind::Choice)
        return tr("yes");
    if (value == "false" && field.kind == FieldKind::Choice)
        return tr("no");
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    const QString shown = isNumber && field.kind == FieldKind::Number ? numberText(number) : value;
    return field.unit.isEmpty() || !isNumber ? shown
                                             : tr("%1 %2", "value and unit").arg(shown, field.unit);
}

QString ProfileFormModel::sourceShown(const ProfileField& field) const {
    const hardware::Provenance* source = fieldProvenance(*m_profile, field);
    if (!source)
        return {};
    QStringList parts{sourceText(source->source)};
    for (const std::string* part : {&source->date, &source->reference})
        if (!part->empty())
            parts << QString::fromStdString(part == &source->date ? part->substr(0, 10) : *part);
    return parts.join(" · ");
}

QString ProfileFormModel::problemOf(const ProfileField& field) const {
    if (const auto it = m_refused.constFind(field.path); it != m_refused.constEnd())
        return it->message;
    const QString path = QString::fromStdString(fieldProvenancePath(*m_profile, field));
    for (const ProfileProblem& problem : m_problems) {
        const bool here =
            problem.path == field.path || problem.path == path ||
            // sizes are written with their unit: size_kb
            (field.kind == FieldKind::Bytes &&
             (problem.path.startsWith(field.path + "_") || problem.path.startsWith(path + "_")));
        if (!problem.path.isEmpty() && here)
            return problem.remedy.isEmpty()
                       ? problem.message
                       : tr("%1. %2", "problem. remedy").arg(problem.message, problem.remedy);
    }
    return {};
}

QVariant ProfileFormModel::fieldData(const ProfileField& field, int column, int role) const {
    const QString problem = problemOf(field);
    switch (role) {
    case Qt::DisplayRole:
        if (column == Field)
            return fieldLabel(field);
        if (column == Value)
            return valueShown(field);
        return problem.isEmpty() ? sourceShown(field) : problem;
    case Qt::EditRole:
        if (const auto it = m_refused.constFind(field.path); it != m_refused.constEnd())
            return it->text;
        return fieldText(*m_profile, field);
    case Qt::ToolTipRole:
        if (column == Field)
            return fieldHelp(field);
        if (!problem.isEmpty())
            return problem;
        return column == Value ? fieldHelp(field) : sourceShown(field);
    case Qt::AccessibleTextRole:
        if (column == Value)
            return tr("%1: %2", "field: value").arg(fieldLabel(field), valueShown(field));
        break;
    case ChoicesRole:
        return field.choices;
    case PathRole:
        return field.path;
    case ProblemRole:
        return problem;
    case UnitRole:
        return field.unit;
    case SourceRole:
        if (const auto* source = fieldProvenance(*m_profile, field))
            return static_cast<int>(source->source);
        break;
    default:
        break;
    }
    return {};
}

QVariant ProfileFormModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_profile)
        return {};
    if (const ProfileField* field = fieldAt(index))
        return fieldData(*field, index.column(), role);
    if (index.column() != Field)
        return {};
    if (role == Qt::DisplayRole)
        return groupTitle(m_groups[static_cast<std::size_t>(index.row())]);
    if (role == Qt::FontRole) {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    return {};
}

QVariant ProfileFormModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Field:
        return tr("Field");
    case Value:
        return tr("Value");
    case Source:
        return tr("Where it comes from");
    default:
        return {};
    }
}

Qt::ItemFlags ProfileFormModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (m_editable && index.column() == Value && fieldAt(index))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool ProfileFormModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const ProfileField* field = fieldAt(index);
    if (!field || role != Qt::EditRole || index.column() != Value || !m_editable)
        return false;
    if (value.toString() == data(index, Qt::EditRole).toString())
        return true; // nothing was changed, so nothing is to be undone
    emit edited(ProfileField(*field), value.toString());
    return true;
}

} // namespace metainfer::widgets
