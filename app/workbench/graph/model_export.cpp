// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place: the graph as SVG, HTML, PNG, and in the clipboard.
#include "graph/graph_image.h"
#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/model_place.h"

#include "base/file.h"
#include "drawing/writers.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>

namespace metainfer::workbench {

void ModelPlace::exportPicture() {
    const auto& model = graph().model();
    if (!model)
        return;
    const QString name = QString::fromStdString(model->path.stem().string());
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Export the graph"), name + ".svg",
        tr("SVG picture (*.svg);;PNG picture (*.png);;Interactive page (*.html)"), &filter);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += filter.contains(".png") ? ".png" : filter.contains(".html") ? ".html" : ".svg";
    exportTo(file);
}

void ModelPlace::exportTo(const QString& file) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == "png")
        exportPng(file);
    else if (suffix == "html")
        exportHtml(file);
    else
        exportSvg(file);
}

void ModelPlace::written(const Status& status) {
    if (!status)
        workspace().say(status.error());
}

void ModelPlace::exportSvg(const QString& file) {
    const auto& view = pane(m_side).view();
    if (!view.picture())
        return;
    workspace().jobs().run<Status>(
        tr("Writing %1").arg(QFileInfo(file).fileName()), this,
        [layout = view.picture()->layout, overlay = view.overlay(), theme = view.look().theme,
         path = file.toStdString()](const JobContext&) {
            drawing::SvgOptions options;
            options.theme = theme;
            options.overlay = overlay.get();
            return writeFileAtomically(path, drawing::svgDocument(*layout, options));
        },
        [this](Status status) { written(status); });
}

void ModelPlace::exportHtml(const QString& file) {
    const auto& model = graph().model();
    if (!model)
        return;
    workspace().jobs().run<Status>(
        tr("Writing %1").arg(QFileInfo(file).fileName()), this,
        [diagram = model->diagram, overlay = pane(m_side).view().overlay(),
         path = file.toStdString()](const JobContext& context) -> Status {
            drawing::HtmlOptions options;
            options.overlay = overlay.get();
            MI_ASSIGN(const auto page, drawing::htmlDocument(diagram, options, context.cancel));
            return writeFileAtomically(path, page);
        },
        [this](Status status) { written(status); });
}

void ModelPlace::exportPng(const QString& file) {
    const auto& view = pane(m_side).view();
    if (!view.picture())
        return;
    workspace().jobs().run<Status>(
        tr("Writing %1").arg(QFileInfo(file).fileName()), this,
        [picture = view.picture(), fonts = view.fonts(), look = view.look(),
         file](const JobContext&) -> Status {
            const QImage image = widgets::wholeImage(*picture, *fonts, look, 2);
            if (image.isNull() || !image.save(file, "PNG"))
                return fail(ErrorCode::Io, "cannot write " + file.toStdString(),
                            "check the folder and the free space, or export SVG");
            return {};
        },
        [this](Status status) { written(status); });
}

void ModelPlace::copyImage() {
    QApplication::clipboard()->setPixmap(pane(m_side).view().grab());
}

} // namespace metainfer::workbench
