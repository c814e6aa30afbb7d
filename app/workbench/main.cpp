// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The workbench: options, theme, language, engine, window.
#include "session/dialog_prompts.h"
#include "shell/main_window.h"
#include "shell/memory.h"
#include "shell/screenshots.h"

#include "engine/engine.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace metainfer;

constexpr QSize kLeast(320, 240), kMost(8192, 8192);

/// The size written as "1280x800"; nothing when it is not one that can be drawn.
std::optional<QSize> sizeFrom(const QString& text) {
    const QStringList parts = text.split('x');
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(), parts[1].toInt());
    if (size.expandedTo(kLeast) != size || size.boundedTo(kMost) != size)
        return std::nullopt;
    return size;
}

int refuse(const QString& message) {
    std::fprintf(stderr, "metainfer-workbench: %s\n", qPrintable(message));
    return 2;
}

bool isGiven(int argc, char** argv, std::initializer_list<std::string_view> options) {
    return std::any_of(argv + 1, argv + argc, [&options](std::string_view argument) {
        return std::any_of(options.begin(), options.end(), [&argument](std::string_view option) {
            return argument.substr(0, argument.find('=')) == option;
        });
    });
}

/// Qt ends the program when it finds no display, so that is looked at before Qt begins. Pictures
/// and help need none.
bool chooseDisplay(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || isGiven(argc, argv, {"-platform"}))
        return true;
    if (isGiven(argc, argv,
                {"--screenshot", "-screenshot", "--help", "-h", "--help-all", "--version", "-v"})) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return true;
    }
    return !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

} // namespace

int main(int argc, char** argv) {
    workbench::useOneHeap();
    if (!chooseDisplay(argc, argv))
        return refuse("there is no display (DISPLAY is not set). Use the command line, `metainfer "
                      "--help`, or --screenshot DIR for pictures of a session");
    QApplication app(argc, argv);
    QApplication::setOrganizationName("MetaInfer");
    QApplication::setApplicationName("metainfer-workbench"); // for --help and --version
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
    QApplication::setApplicationName("workbench"); // the name of the settings
    const auto oneOf = [&parser](const QCommandLineOption& option, const QStringList& values) {
        return !parser.isSet(option) || values.contains(parser.value(option));
    };
    if (!oneOf(theme, {"light", "dark", "system"}))
        return refuse(QString("--theme %1: light, dark or system").arg(parser.value(theme)));
    if (!oneOf(language, {"en", "zh_CN", "system"}))
        return refuse(QString("--language %1: en, zh_CN or system").arg(parser.value(language)));
    const auto wanted = sizeFrom(parser.value(size));
    if (parser.isSet(size) && !wanted)
        return refuse(QString("--size %1: write WIDTHxHEIGHT, from %2x%3 to %4x%5")
                          .arg(parser.value(size))
                          .arg(kLeast.width())
                          .arg(kLeast.height())
                          .arg(kMost.width())
                          .arg(kMost.height()));

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

    // Pictures are taken while nobody is there.
    const auto prompts = pictures ? nullptr : std::make_shared<workbench::DialogPrompts>();
    engine::EngineOptions options;
    options.prompts = prompts;
    const auto engine = engine::createEngine(std::move(options));
    workbench::Jobs jobs;
    workbench::Workspace workspace(*engine, jobs, settings);
    workbench::Languages languages;
    languages.apply(settings.value("language", "system").toString());
    workbench::MainWindow window(workspace, languages);
    if (prompts) {
        prompts->setWindow(&window);
        QObject::connect(&jobs, &workbench::Jobs::cancelAsked, prompts.get(),
                         &workbench::DialogPrompts::dismiss);
        QObject::connect(&app, &QCoreApplication::aboutToQuit, prompts.get(),
                         &workbench::DialogPrompts::close);
    }
    window.setScheme(settings.value("theme", "system").toString());
    if (wanted)
        window.resize(*wanted);
    if (!pictures)
        workspace.restore();
    // Pictures of something else than what was asked for are none.
    std::optional<std::string> problem;
    if (pictures)
        QObject::connect(&workspace, &workbench::Workspace::problem, &window,
                         [&problem](const Error& error) { problem = error.text(); });
    for (const QString& file : parser.positionalArguments())
        workspace.openFile(file);
    window.show();
    if (!pictures)
        return QApplication::exec();
    if (wanted && window.size() != *wanted)
        return refuse(QString("--size %1: the window needs at least %2x%3")
                          .arg(parser.value(size))
                          .arg(window.width())
                          .arg(window.height()));
    if (!problem) {
        workbench::takeScreenshots(window, parser.value(screenshot));
        const int code = QApplication::exec();
        if (!problem)
            return code;
    }
    std::fprintf(stderr, "metainfer-workbench: %s\n", problem->c_str());
    return 1;
}
