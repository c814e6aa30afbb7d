// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The workbench: options, theme, language, engine, window.
#include "shell/main_window.h"
#include "shell/memory.h"
#include "shell/screenshots.h"

#include "engine/engine.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>

namespace {

using namespace metainfer;

QSize sizeFrom(const QString& text) {
    const QStringList parts = text.split('x');
    return parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
}

} // namespace

int main(int argc, char** argv) {
    workbench::useOneHeap();
    QApplication app(argc, argv);
    QApplication::setOrganizationName("MetaInfer");
    QApplication::setApplicationName("workbench");
    QApplication::setApplicationVersion(METAINFER_VERSION);
    widgets::rememberSystemPalette();

    QCommandLineParser parser;
    parser.setApplicationDescription("Adapts trained models and target devices to each other.");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        "files", "Session folders, models, deployments or profiles to open", "[FILE...]");
    const QCommandLineOption screenshot("screenshot", "Write every place as PNG into DIR and end",
                                        "DIR");
    const QCommandLineOption theme("theme", "light, dark or system", "THEME");
    const QCommandLineOption language("language", "en, zh_CN or system", "LANGUAGE");
    const QCommandLineOption size("size", "Size of the window, e.g. 1280x800", "WxH");
    parser.addOptions({screenshot, theme, language, size});
    parser.process(app);

    // A picture shows what was asked for, not what the user last did, and changes nothing of
    // theirs.
    QTemporaryDir scratch;
    const bool pictures = parser.isSet(screenshot);
    QSettings kept;
    QSettings fresh(scratch.filePath("settings.ini"), QSettings::IniFormat);
    QSettings& settings = pictures ? fresh : kept;
    if (parser.isSet(theme))
        settings.setValue("theme", parser.value(theme));
    if (parser.isSet(language))
        settings.setValue("language", parser.value(language));

    const auto engine = engine::createEngine();
    workbench::Jobs jobs;
    workbench::Workspace workspace(*engine, jobs, settings);
    workbench::Languages languages;
    languages.apply(settings.value("language", "system").toString());
    workbench::MainWindow window(workspace, languages);
    window.setScheme(settings.value("theme", "system").toString());
    if (parser.isSet(size)) {
        const QSize wanted = sizeFrom(parser.value(size));
        if (wanted.width() < 320 || wanted.height() < 240) {
            qCritical("metainfer-workbench: --size %s: write WIDTHxHEIGHT, at least 320x240",
                      qPrintable(parser.value(size)));
            return 2;
        }
        window.resize(wanted);
    }
    if (!pictures)
        workspace.restore();
    for (const QString& file : parser.positionalArguments())
        workspace.openFile(file);
    window.show();
    if (pictures)
        workbench::takeScreenshots(window, parser.value(screenshot));
    return QApplication::exec();
}
