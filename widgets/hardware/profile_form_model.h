// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile as a form: groups with their fields, each with its value, its source, and what is wrong
// with it.
#pragma once

#include "hardware/profile_fields.h"
#include "hardware/profile_problem.h"

#include <QAbstractItemModel>
#include <QHash>

#include <memory>

namespace metainfer::widgets {

/// What was typed into a field and refused.
struct RefusedText {
    QString text;
    QString message; ///< with the legal range and the remedy
};

class ProfileFormModel : public QAbstractItemModel {
    Q_OBJECT

  public:
    enum Column { Field, Value, Source, ColumnCount };
    enum Role { ChoicesRole = Qt::UserRole, PathRole, ProblemRole, SourceRole, UnitRole };

    explicit ProfileFormModel(QObject* parent = nullptr);

    /// Null = nothing to show.
    void setProfile(std::shared_ptr<const hardware::Profile> profile);
    void setProblems(std::vector<ProfileProblem> problems);
    void setRefused(QHash<QString, RefusedText> refused);
    /// False while the text holds mistakes that the form cannot show.
    void setEditable(bool editable);
    void retranslate();

    /// Null for groups.
    const ProfileField* fieldAt(const QModelIndex& index) const;
    QModelIndex indexOf(const QString& path, Column column = Value) const;
    /// Level of the memory hierarchy that the row or its group belongs to; -1 = none.
    int levelAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  signals:
    /// Somebody typed; the profile shown changes when `setProfile` brings another.
    void edited(const metainfer::widgets::ProfileField& field, const QString& text);

  private:
    struct Group {
        FieldGroup group;
        int level = -1;
        std::vector<ProfileField> fields;
    };
    static std::vector<Group> groupsOf(const hardware::Profile& profile);
    QString groupTitle(const Group& group) const;
    QVariant fieldData(const ProfileField& field, int column, int role) const;
    QString valueShown(const ProfileField& field) const;
    QString sourceShown(const ProfileField& field) const;
    QString problemOf(const ProfileField& field) const;
    void announceChange();

    std::shared_ptr<const hardware::Profile> m_profile;
    std::vector<Group> m_groups;
    std::vector<ProfileProblem> m_problems;
    QHash<QString, RefusedText> m_refused;
    bool m_editable = true;
};

} // namespace metainfer::widgets
