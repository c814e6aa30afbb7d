// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A path.
#include "session/path_field.h"

#include "theme/theme.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

namespace metainfer::widgets {
namespace {

QString droppedPath(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            return url.toLocalFile();
    return {};
}

} // namespace

PathField::PathField(Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_edit(new QLineEdit(this))
    , m_browse(new QToolButton(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_browse);
    m_edit->installEventFilter(this);
    m_browse->setObjectName("browse");
    m_browse->setIcon(themedIcon("folder", palette()));
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &PathField::changed);
    connect(m_browse, &QToolButton::clicked, this, &PathField::browse);
}

QString PathField::text() const {
    return m_edit->text();
}

void PathField::setText(const QString& text) {
    m_edit->setText(text);
}

void PathField::setTexts(const QString& name, const QString& filter, const QString& placeholder) {
    m_name = name;
    m_filter = filter;
    m_edit->setPlaceholderText(placeholder);
    m_edit->setAccessibleName(name);
    m_browse->setToolTip(tr("Choose %1").arg(name));
    m_browse->setAccessibleName(m_browse->toolTip());
}

void PathField::browse() {
    QString chosen;
    switch (m_kind) {
    case Kind::File:
        chosen = QFileDialog::getOpenFileName(this, m_name, m_edit->text(), m_filter);
        break;
    case Kind::Folder:
        chosen = QFileDialog::getExistingDirectory(this, m_name, m_edit->text());
        break;
    case Kind::NewFolder:
        // A session folder is made by the engine: what is chosen is where it goes.
        chosen = QFileDialog::getExistingDirectory(this, m_name,
                                                   QFileInfo(m_edit->text()).absolutePath());
        if (!chosen.isEmpty())
            chosen += "/" + QFileInfo(m_edit->text()).fileName();
        break;
    }
    if (!chosen.isEmpty())
        m_edit->setText(chosen);
}

void PathField::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        m_browse->setIcon(themedIcon("folder", palette()));
    QWidget::changeEvent(event);
}

bool PathField::eventFilter(QObject* watched, QEvent* event) {
    // The line edit would insert the URL's text; a path is wanted.
    if (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop) {
        auto* drop = static_cast<QDropEvent*>(event); // QDragEnterEvent is one
        if (const QString path = droppedPath(drop->mimeData()); !path.isEmpty()) {
            drop->acceptProposedAction();
            if (event->type() == QEvent::Drop)
                m_edit->setText(path);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace metainfer::widgets
