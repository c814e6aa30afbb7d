// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The command palette.
#include "shell/command_palette.h"

#include "theme/colors.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::widgets {
namespace {

QString plainText(const QAction* action) {
    const QString own =
        action->property("commandText").toString(); // where the text alone is too little
    static const QRegularExpression mnemonic(R"(\(&\w\)|&|…)"); // Chinese texts have "(&O)"
    return QString(own.isEmpty() ? action->text() : own).remove(mnemonic).trimmed();
}

constexpr int kKeysRole = Qt::UserRole + 1;
constexpr int kIcon = 16;

/// The keys stand at the end of the line, in every line at the same place.
class CommandDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const Colors& colors = Colors::of(option.palette);
        painter->save();
        painter->setPen(option.state & QStyle::State_Selected ? colors.onAccent : colors.textMuted);
        painter->drawText(option.rect.adjusted(8, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(kKeysRole).toString());
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 8);
    }
};

} // namespace

int matchScore(const QString& query, const QString& text) {
    int score = 0;
    qsizetype at = -1;
    for (const QChar letter : query) {
        if (letter.isSpace())
            continue;
        const qsizetype found = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        if (found < 0)
            return -1;
        const bool wordStart = found == 0 || !text[found - 1].isLetterOrNumber();
        score += 1 + (wordStart ? 3 : 0) + (found == at + 1 && at >= 0 ? 4 : 0);
        at = found;
    }
    return score;
}

CommandPalette::CommandPalette(QList<QAction*> actions, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_actions(std::move(actions))
    , m_query(new QLineEdit(this))
    , m_list(new QListWidget(this)) {
    setObjectName("commandPalette");
    setWindowTitle(tr("Commands"));
    auto* layout = new QVBoxLayout(this);
    m_query->setPlaceholderText(tr("Type a command"));
    m_query->setAccessibleName(tr("Command"));
    m_query->setClearButtonEnabled(true);
    m_query->installEventFilter(this);
    m_list->setAccessibleName(tr("Matching commands"));
    m_list->setIconSize({kIcon, kIcon});
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    layout->addWidget(m_query);
    layout->addWidget(m_list);
    resize(520, 380);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::refill);
    connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    refill();
    m_query->setFocus();
}

void CommandPalette::refill() {
    QList<std::pair<int, QAction*>> found;
    for (QAction* action : std::as_const(m_actions)) {
        int score = matchScore(m_query->text(), plainText(action));
        if (score < 0) { // by its English name, whatever the language; behind the others
            const QString name = action->objectName().remove("action_").replace('_', ' ');
            score = matchScore(m_query->text(), name) > 0 ? 0 : -1;
        }
        if (action->isEnabled() && score >= 0)
            found.append({-score, action});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    m_list->clear();
    QPixmap room(kIcon, kIcon); // texts begin at one place, with an icon or without
    room.fill(Qt::transparent);
    for (const auto& [score, action] : found) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(action->icon().isNull() ? QIcon(room) : action->icon(),
                                         plainText(action), m_list);
        item->setData(Qt::UserRole, QVariant::fromValue(action));
        item->setData(kKeysRole, keys);
        if (!keys.isEmpty())
            item->setData(Qt::AccessibleDescriptionRole, keys);
    }
    if (found.isEmpty()) {
        auto* item = new QListWidgetItem(tr("No command fits"), m_list);
        item->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    auto* action = item ? item->data(Qt::UserRole).value<QAction*>() : nullptr;
    if (!action)
        return;
    accept();
    emit aboutToRun(action);
    action->trigger();
}

void CommandPalette::paintEvent(QPaintEvent*) {
    QPainter painter(this); // without a frame of the window system it would melt into the window
    painter.setPen(Colors::of(this).outline);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_query && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace metainfer::widgets
