// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An editor for YAML.
#include "hardware/yaml_editor.h"

#include "theme/colors.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

namespace metainfer::widgets {
namespace {

constexpr int kMarginPadding = 8;
constexpr int kMarkWidth = 14;

class YamlHighlighter : public QSyntaxHighlighter {
  public:
    YamlHighlighter(QTextDocument* document, const QWidget* widget)
        : QSyntaxHighlighter(document)
        , m_widget(widget) {}

  protected:
    void highlightBlock(const QString& line) override {
        static const QRegularExpression key("(?:^|[\\s{,])(\"?[\\w.*:+-]+\"?)(?=:(?:\\s|$))");
        static const QRegularExpression text("\"(?:[^\"\\\\]|\\\\.)*\"");
        static const QRegularExpression number("(?<=[\\s\\[,:])-?\\d[\\d.eE+-]*(?=[\\s,}\\]]|$)");
        static const QRegularExpression comment("(?:^|\\s)#.*$");
        const Colors& colors = Colors::of(m_widget);
        paint(line, number, colors.series[1], 0);
        paint(line, key, colors.accent, 1);
        paint(line, text, colors.series[2], 0);
        for (auto it = comment.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            // A # within quotes begins no comment.
            if (line.left(match.capturedStart()).count('"') % 2 == 0)
                setFormat(static_cast<int>(match.capturedStart()),
                          static_cast<int>(match.capturedLength()), colors.textMuted);
        }
    }

  private:
    void paint(const QString& line, const QRegularExpression& what, const QColor& color,
               int group) {
        for (auto it = what.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart(group)),
                      static_cast<int>(match.capturedLength(group)), color);
        }
    }
    const QWidget* m_widget;
};

} // namespace

/// Line numbers and marks, left of the text.
class YamlEditor::Margin : public QWidget {
  public:
    explicit Margin(YamlEditor* editor)
        : QWidget(editor)
        , m_editor(editor) {}

  protected:
    void paintEvent(QPaintEvent* event) override { m_editor->paintMargin(event); }

  private:
    YamlEditor* m_editor;
};

YamlEditor::YamlEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_margin(new Margin(this))
    , m_highlighter(new YamlHighlighter(document(), this)) {
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEditor::layOutMargin);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int dy) {
        if (dy)
            m_margin->scroll(0, dy);
        else
            m_margin->update(0, area.y(), m_margin->width(), area.height());
    });
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            emit typed(toPlainText());
    });
    layOutMargin();
}

void YamlEditor::showText(const QString& text) {
    const QString before = toPlainText();
    if (before == text)
        return;
    m_showing = true;
    qsizetype start = 0, end = 0;
    const qsizetype shorter = std::min(before.size(), text.size());
    while (start < shorter && before[start] == text[start])
        ++start;
    while (end < shorter - start && before[before.size() - 1 - end] == text[text.size() - 1 - end])
        ++end;
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(start));
    cursor.setPosition(static_cast<int>(before.size() - end), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(start, text.size() - end - start));
    m_showing = false;
}

void YamlEditor::setProblems(const std::vector<ProfileProblem>& problems) {
    if (problems == m_problems)
        return;
    m_problems = problems;
    markProblems();
    m_margin->update();
}

void YamlEditor::goToLine(int line) {
    const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

void YamlEditor::markProblems() {
    const Colors& colors = Colors::of(this);
    QList<QTextEdit::ExtraSelection> marks;
    for (const ProfileProblem& problem : m_problems) {
        const QTextBlock block = document()->findBlockByNumber(problem.line - 1);
        if (problem.line < 1 || !block.isValid())
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(problem.warning ? colors.warning : colors.danger);
        marks << mark;
    }
    setExtraSelections(marks);
}

QString YamlEditor::problemText(int line) const {
    QStringList texts;
    for (const ProfileProblem& problem : m_problems)
        if (problem.line == line)
            texts << (problem.remedy.isEmpty() ? problem.message
                                               : problem.message + "\n" + problem.remedy);
    return texts.join("\n");
}

int YamlEditor::marginWidth() const {
    const int digits = static_cast<int>(QString::number(std::max(1, blockCount())).size());
    return kMarginPadding * 2 + kMarkWidth +
           fontMetrics().horizontalAdvance(QLatin1Char('9')) * std::max(2, digits);
}

void YamlEditor::layOutMargin() {
    setViewportMargins(marginWidth(), 0, 0, 0);
    const QRect inner = contentsRect();
    m_margin->setGeometry(inner.left(), inner.top(), marginWidth(), inner.height());
}

void YamlEditor::paintMargin(QPaintEvent* event) {
    const Colors& colors = Colors::of(this);
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), colors.window);
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    for (; block.isValid() && place.top() <= event->rect().bottom(); block = block.next()) {
        place = blockBoundingGeometry(block).translated(contentOffset());
        const int line = block.blockNumber() + 1;
        const auto problem =
            std::find_if(m_problems.begin(), m_problems.end(),
                         [line](const ProfileProblem& one) { return one.line == line; });
        const bool marked = problem != m_problems.end();
        const QColor color = !marked            ? colors.textMuted
                             : problem->warning ? colors.warning
                                                : colors.danger;
        painter.setPen(color);
        const QRectF row(0, place.top(), m_margin->width() - kMarginPadding, place.height());
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        if (marked)
            painter.drawText(QRectF(kMarginPadding / 2.0, place.top(), kMarkWidth, place.height()),
                             Qt::AlignCenter, problem->warning ? "!" : "✕");
    }
}

void YamlEditor::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo))
        return emit undoAsked();
    if (event->matches(QKeySequence::Redo))
        return emit redoAsked();
    QPlainTextEdit::keyPressEvent(event);
}

void YamlEditor::contextMenuEvent(QContextMenuEvent* event) {
    // The standard menu's undo would act on the history that is switched off.
    QMenu* menu = createStandardContextMenu(event->pos());
    const QList<QAction*> actions = menu->actions();
    for (QAction* action : actions)
        if (action->objectName() == "edit-undo" || action->objectName() == "edit-redo")
            menu->removeAction(action);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event->globalPos());
}

void YamlEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    layOutMargin();
}

void YamlEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->rehighlight();
        markProblems();
    }
}

bool YamlEditor::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint inside = viewport()->mapFromGlobal(help->globalPos());
        const int line = cursorForPosition(QPoint(0, inside.y())).blockNumber() + 1;
        QToolTip::showText(help->globalPos(), problemText(line), this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

} // namespace metainfer::widgets
