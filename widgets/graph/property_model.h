// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names and values in sections: what an inspector lists.
#pragma once

#include "graph/graph_picture.h"

#include <QAbstractItemModel>
#include <QTreeView>

#include <vector>

namespace metainfer::widgets {

struct PropertyRow {
    QString name, value;
    QString details;    ///< tool tip; empty: the value itself
    GraphElement link;  ///< where the row leads; invalid: nowhere
    int parameter = -1; ///< index among the operator's parameters whose content can be shown
    int tag = 0;        ///< handed on with the link
};

struct PropertySection {
    QString title;
    std::vector<PropertyRow> rows;
};

class PropertyModel : public QAbstractItemModel {
    Q_OBJECT

  public:
    enum Column { Name, Value, Columns };
    using QAbstractItemModel::QAbstractItemModel;

    void setSections(std::vector<PropertySection> sections);
    const std::vector<PropertySection>& sections() const { return m_sections; }
    /// Null for a section's own line.
    const PropertyRow* row(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return Columns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<PropertySection> m_sections;
};

/// Shows a PropertyModel; Enter or a double click follows a link, Ctrl+C copies.
class PropertyView : public QTreeView {
    Q_OBJECT

  public:
    explicit PropertyView(QWidget* parent = nullptr);
    void setSections(std::vector<PropertySection> sections);
    /// What stands there while there is no section.
    void setEmptyText(const QString& text);
    PropertyModel& properties() { return *m_model; }
    void copySelected() const;

  signals:
    void linkChosen(const metainfer::widgets::GraphElement& element, int tag);
    void parameterChosen(int parameter);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void follow(const QModelIndex& index);

    PropertyModel* m_model;
    QString m_emptyText;
};

} // namespace metainfer::widgets
