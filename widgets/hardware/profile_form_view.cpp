// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form's view and the editors of its cells.
#include "hardware/profile_form_view.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace metainfer::widgets {
namespace {

class FieldDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        const QStringList choices = index.data(ProfileFormModel::ChoicesRole).toStringList();
        const QString label =
            index.siblingAtColumn(ProfileFormModel::Field).data(Qt::DisplayRole).toString();
        if (choices.isEmpty()) {
            auto* edit = new QLineEdit(parent);
            edit->setFrame(false);
            edit->setAccessibleName(label);
            edit->setPlaceholderText(index.data(ProfileFormModel::UnitRole).toString());
            return edit;
        }
        Q_UNUSED(option);
        auto* box = new QComboBox(parent);
        box->setAccessibleName(label);
        for (const QString& choice : choices)
            box->addItem(choiceText(choice), choice);
        // A choice is made with one click, not with a second one elsewhere.
        connect(box, &QComboBox::activated, this, [this, box] {
            auto* self = const_cast<FieldDelegate*>(this);
            emit self->commitData(box);
            emit self->closeEditor(box);
        });
        return box;
    }

    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        const QString value = index.data(Qt::EditRole).toString();
        if (auto* box = qobject_cast<QComboBox*>(editor))
            box->setCurrentIndex(std::max(0, box->findData(value)));
        else if (auto* edit = qobject_cast<QLineEdit*>(editor))
            edit->setText(value);
    }

    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor))
            model->setData(index, box->currentData(), Qt::EditRole);
        else if (auto* edit = qobject_cast<QLineEdit*>(editor))
            model->setData(index, edit->text(), Qt::EditRole);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem shown = option;
        const Colors& colors = Colors::of(option.widget);
        const bool selected = option.state & QStyle::State_Selected;
        const bool wrong = !index.data(ProfileFormModel::ProblemRole).toString().isEmpty();
        const bool isField = index.parent().isValid();
        const bool muted = isField && (index.column() == ProfileFormModel::Source ||
                                       index.data(Qt::EditRole).toString().isEmpty());
        if (!selected && wrong && index.column() != ProfileFormModel::Field)
            shown.palette.setColor(QPalette::Text, colors.danger);
        else if (!selected && muted && index.column() != ProfileFormModel::Field)
            shown.palette.setColor(QPalette::Text, colors.textMuted);
        QStyledItemDelegate::paint(painter, shown, index);
    }

    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() == ProfileFormModel::Source &&
            !index.data(ProfileFormModel::ProblemRole).toString().isEmpty())
            option->text.prepend(QStringLiteral("✕ "));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(std::max(size.height(), option.fontMetrics.height() + 10));
        return size;
    }

  private:
    static QString choiceText(const QString& choice) {
        if (choice.isEmpty())
            return ProfileFormModel::tr("not known");
        if (choice == "true")
            return ProfileFormModel::tr("yes");
        if (choice == "false")
            return ProfileFormModel::tr("no");
        return choice;
    }
};

} // namespace

ProfileFormView::ProfileFormView(QWidget* parent)
    : QTreeView(parent) {
    setItemDelegate(new FieldDelegate(this));
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setTextElideMode(Qt::ElideRight);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed | SelectedClicked);
}

void ProfileFormView::setForm(ProfileFormModel* model) {
    m_form = model;
    setModel(model);
    header()->setStretchLastSection(true);
    header()->resizeSection(ProfileFormModel::Field, 190);
    header()->resizeSection(ProfileFormModel::Value, 130);
    connect(model, &QAbstractItemModel::modelReset, this, &QTreeView::expandAll);
    expandAll();
}

void ProfileFormView::goToField(const QString& path) {
    const QModelIndex index = m_form ? m_form->indexOf(path) : QModelIndex();
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    scrollTo(index, PositionAtCenter);
    setFocus();
}

void ProfileFormView::copyRow() {
    QStringList cells;
    for (int column = 0; column < ProfileFormModel::ColumnCount; ++column)
        cells << currentIndex().siblingAtColumn(column).data().toString();
    QApplication::clipboard()->setText(cells.join('\t'));
}

void ProfileFormView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copyRow();
    // Enter edits the value wherever in the row one stands.
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && state() != EditingState && m_form && m_form->fieldAt(currentIndex())) {
        const QModelIndex value = currentIndex().siblingAtColumn(ProfileFormModel::Value);
        setCurrentIndex(value);
        return edit(value);
    }
    QTreeView::keyPressEvent(event);
}

void ProfileFormView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_form)
        return;
    QMenu menu(this);
    const QModelIndex value = currentIndex().siblingAtColumn(ProfileFormModel::Value);
    const bool editable = m_form->flags(value) & Qt::ItemIsEditable;
    QAction* change = menu.addAction(tr("&Edit value"), this, [this, value] { edit(value); });
    change->setEnabled(editable);
    QAction* remove = menu.addAction(tr("&Not known (remove)"), this, [this, value] {
        m_form->setData(value, QString(), Qt::EditRole);
    });
    remove->setEnabled(editable);
    menu.addAction(themedIcon("copy", palette()), tr("&Copy"), this, [this] { copyRow(); });
    menu.addSeparator();
    menu.addAction(tr("&Add memory level"), this, [this] { emit addLevelAsked(); });
    const int level = m_form->levelAt(currentIndex());
    QAction* drop = menu.addAction(tr("Remove this &memory level"), this,
                                   [this, level] { emit removeLevelAsked(level); });
    drop->setEnabled(level >= 0);
    menu.exec(event->globalPos());
}

} // namespace metainfer::widgets
