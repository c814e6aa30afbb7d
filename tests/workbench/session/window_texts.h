// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every text that a window shows or would show: labels, buttons, tables with their tips, plots,
// menus; and which of them read like an English sentence.
#pragma once

#include "plot/plot_view.h"
#include "session/code_panel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextDocument>

namespace metainfer::test {

class WindowTexts {
  public:
    struct Text {
        QString text, where;
    };
    QList<Text> texts;

    /// Of every widget inside that can be seen now.
    void collect(QWidget* root, const QString& place) {
        m_place = place;
        take(root);
        for (QWidget* widget : root->findChildren<QWidget*>())
            if (widget->isVisibleTo(root))
                take(widget);
    }

    /// The texts that are still English, once each. `names`: what stays as it is in any language,
    /// for example operators of the model.
    QStringList english(const QSet<QString>& names) const {
        QStringList found;
        QSet<QString> seen;
        for (const Text& one : texts)
            if (const QString words = sentenceIn(one.text, names);
                !words.isEmpty() && !seen.contains(one.text)) {
                seen << one.text;
                found << one.where + ": “" + around(one.text, words) + "” [" + words + "]";
            }
        return found;
    }

    /// Three words in a row that are no names, or two in small letters; or nothing. Code, paths,
    /// units and identifiers are no words.
    static QString sentenceIn(QString text, const QSet<QString>& names) {
        static const QRegularExpression tag("<[^>]*>"), code("`[^`]*`|“[^”]*”|\"[^\"]*\"");
        if (Qt::mightBeRichText(text))
            text.replace(tag, " ");
        text.replace(code, "\n");
        static const QRegularExpression gap(R"([ \t]+)"), word("^[A-Za-z][a-z']+[,;:.]?$"),
            small("^[a-z']{3,} [a-z']{3,}");
        for (const QString& line : text.split('\n')) {
            QStringList run;
            const QStringList parts = line.split(gap, Qt::SkipEmptyParts);
            for (const QString& part : parts) {
                const bool isWord =
                    word.match(part).hasMatch() &&
                    !names.contains(QString(part).remove(QRegularExpression("\\W")));
                if (isWord)
                    run << part;
                if (run.size() >= 3 || (run.size() == 2 && small.match(run.join(' ')).hasMatch()))
                    return run.join(' ');
                if (!isWord || part.contains(QRegularExpression("[,;:.]$")))
                    run.clear();
            }
        }
        return {};
    }

  private:
    static constexpr int kMostRows = 400;

    static QString around(const QString& text, const QString& words) {
        const qsizetype at = std::max<qsizetype>(0, text.indexOf(words.section(' ', 0, 0)));
        return text.mid(std::max<qsizetype>(0, at - 60), 260);
    }

    void add(const QString& text, const QObject* of, const char* what) {
        if (!text.trimmed().isEmpty())
            texts.append({text, m_place + ", " + of->metaObject()->className() + " " +
                                    of->objectName() + " " + what});
    }
    void take(QWidget* widget) {
        for (const QWidget* up = widget; up; up = up->parentWidget())
            if (qobject_cast<const widgets::CodePanel*>(up) && widget->inherits("QPlainTextEdit"))
                return; // YAML and commands
        add(widget->toolTip(), widget, "tip");
        add(widget->accessibleName(), widget, "name");
        add(widget->accessibleDescription(), widget, "description");
        add(widget->windowTitle(), widget, "title");
        if (const auto* label = qobject_cast<QLabel*>(widget))
            add(label->text(), label, "text");
        if (const auto* button = qobject_cast<QAbstractButton*>(widget))
            add(button->text(), button, "text");
        if (const auto* box = qobject_cast<QGroupBox*>(widget))
            add(box->title(), box, "title");
        if (const auto* edit = qobject_cast<QLineEdit*>(widget))
            add(edit->placeholderText(), edit, "placeholder");
        if (const auto* edit = qobject_cast<QTextEdit*>(widget))
            add(edit->toPlainText(), edit, "text");
        if (const auto* edit = qobject_cast<QPlainTextEdit*>(widget))
            if (!edit->objectName().contains("yaml", Qt::CaseInsensitive))
                add(edit->toPlainText(), edit, "text");
        if (const auto* tabs = qobject_cast<QTabWidget*>(widget))
            for (int i = 0; i < tabs->count(); ++i) {
                add(tabs->tabText(i), tabs, "tab");
                add(tabs->tabToolTip(i), tabs, "tab's tip");
            }
        if (const auto* box = qobject_cast<QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i) {
                add(box->itemText(i), box, "choice");
                add(box->itemData(i, Qt::ToolTipRole).toString(), box, "choice's tip");
            }
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget))
            if (!qobject_cast<QHeaderView*>(widget) && view->model())
                takeModel(*view->model(), {}, view);
        if (auto* plot = qobject_cast<widgets::PlotView*>(widget))
            takePlot(*plot);
        for (const QAction* action : widget->actions()) {
            add(action->text(), widget, "action");
            add(action->toolTip(), widget, "action's tip");
            add(action->statusTip(), widget, "action's hint");
        }
    }
    void takeModel(const QAbstractItemModel& model, const QModelIndex& parent, const QWidget* of) {
        if (!parent.isValid())
            for (int column = 0; column < model.columnCount(); ++column)
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                    add(model.headerData(column, Qt::Horizontal, role).toString(), of, "head");
        for (int row = 0; row < std::min(model.rowCount(parent), kMostRows); ++row)
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex at = model.index(row, column, parent);
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                      int(Qt::AccessibleDescriptionRole)})
                    add(at.data(role).toString(), of, "cell");
                if (column == 0 && model.hasChildren(at))
                    takeModel(model, at, of);
            }
    }
    void takePlot(widgets::PlotView& plot) {
        add(plot.dataText(), &plot, "data");
        for (std::size_t s = 0; s < plot.series().size(); ++s)
            for (std::size_t i = 0; i < plot.series()[s].x.size() && i < kMostRows; ++i)
                add(plot.tipOf({s, i}), &plot, "point's tip");
    }

    QString m_place;
};

} // namespace metainfer::test
