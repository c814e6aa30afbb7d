// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of real models as SVG and HTML. METAINFER_PICTURES names a folder that keeps them.
#include "drawing_samples.h"
#include "ir/onnx_io.h"
#include "support/paths.h"

#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace metainfer;
using namespace metainfer::drawing;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> models() {
    std::vector<fs::path> found;
    const auto collect = [&](const fs::path& folder) {
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".onnx")
                found.push_back(entry.path());
    };
    collect(test::sourceDir() / "sample_models");
    if (const auto shared = test::sharedDir())
        collect(*shared / "models");
    if (const char* more = std::getenv("METAINFER_PICTURE_MODELS"))
        collect(more);
    std::sort(found.begin(), found.end());
    return found;
}

void keep(const fs::path& name, const std::string& content) {
    if (const char* folder = std::getenv("METAINFER_PICTURES"))
        std::ofstream(fs::path(folder) / name, std::ios::binary) << content;
}

QString xmlError(const std::string& text) {
    QXmlStreamReader reader(QByteArray::fromStdString(text));
    while (!reader.atEnd())
        reader.readNext();
    return reader.hasError()
               ? QString("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString())
               : QString();
}

} // namespace

class TestDrawingPictures : public QObject {
    Q_OBJECT

  private slots:
    void everyModelGivesWellFormedDocuments() {
        const auto paths = models();
        QVERIFY(paths.size() >= 4);
        for (const fs::path& path : paths) {
            auto model = ir::importOnnx(path);
            QVERIFY2(model.has_value(), path.c_str());
            QVERIFY(ir::inferShapes(*model, nullptr, {}).has_value());
            const auto diagram = test::diagramOf(*model);
            const std::string name =
                path.parent_path().filename().string() + "-" + path.stem().string();
            for (const bool all : {false, true}) {
                const auto layout = test::layoutOf(diagram, all ? Folding::allOpen(*diagram)
                                                                : Folding::automatic(*diagram));
                const Overlay overlay = modelOverlay(*diagram, *model, OverlayKind::Bytes);
                SvgOptions options;
                options.theme = all ? ThemeKind::Dark : ThemeKind::Light;
                if (all)
                    options.overlay = &overlay;
                const std::string svg = svgDocument(*layout, options);
                QVERIFY2(xmlError(svg).isEmpty(), qPrintable(xmlError(svg)));
                keep(name + (all ? "-open.svg" : ".svg"), svg);
            }
            const Overlay overlay = modelOverlay(*diagram, *model, OverlayKind::Bytes);
            HtmlOptions options;
            options.overlay = &overlay;
            const auto html = htmlDocument(diagram, options);
            QVERIFY(html.has_value());
            QVERIFY2(xmlError(*html).isEmpty(), qPrintable(xmlError(*html)));
            keep(name + ".html", *html);
        }
    }
};

QTEST_GUILESS_MAIN(TestDrawingPictures)
#include "tst_drawing_pictures.moc"
