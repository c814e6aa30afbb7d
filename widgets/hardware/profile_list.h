// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of profiles: one to show, any number to compare.
#pragma once

#include <QAbstractListModel>
#include <QListView>

#include <vector>

namespace metainfer::widgets {

struct ProfileItem {
    QString key;    ///< file
    QString name;   ///< of the device
    QString detail; ///< "NPU · AMD · measured"
    QString tip;
    bool broken = false; ///< the file does not load
};

class ProfileListModel : public QAbstractListModel {
    Q_OBJECT

  public:
    enum Role { KeyRole = Qt::UserRole, DetailRole, BrokenRole, ColorRole };

    using QAbstractListModel::QAbstractListModel;

    void setItems(std::vector<ProfileItem> items);
    const std::vector<ProfileItem>& items() const { return m_items; }
    /// Checked ones in order of the list.
    QStringList compared() const;
    void setCompared(const QStringList& keys);
    /// Index into Colors::series of those that plots show; -1 = none.
    void setColors(const QHash<QString, int>& colors);
    int rowOf(const QString& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

  signals:
    void comparedChanged();

  private:
    std::vector<ProfileItem> m_items;
    QStringList m_compared;
    QHash<QString, int> m_colors;
};

/// Two lines an entry, a box to check, and the colour that stands for it in the plots.
class ProfileList : public QListView {
    Q_OBJECT

  public:
    explicit ProfileList(QWidget* parent = nullptr);

  protected:
    void mousePressEvent(QMouseEvent* event) override;
};

} // namespace metainfer::widgets
