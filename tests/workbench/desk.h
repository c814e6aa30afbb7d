// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What every test of the workbench stands on: a workspace that touches nothing of the user's.
#pragma once

#include "session/workspace.h"
#include "shell/languages.h"
#include "shell/main_window.h"

#include "engine/engine.h"

#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace metainfer::test {

/// An engine that knows nothing of the user's devices and baselines either.
inline engine::EngineOptions engineOptions(const QTemporaryDir& folder) {
    engine::EngineOptions options;
    options.experience = folder.filePath("experience.sqlite").toStdString();
    options.devices = folder.filePath("devices").toStdString();
    options.baselines = folder.filePath("baselines.jsonl").toStdString();
    return options;
}

/// With an experience store and settings of its own.
struct Desk {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::unique_ptr<engine::Commands> engine = engine::createEngine(engineOptions(folder));
    workbench::Jobs jobs;
    workbench::Workspace workspace{*engine, jobs, settings};
    workbench::Languages languages;
};

/// With its own folder of profiles as well, and a window that can be closed and opened again.
struct WindowDesk {
    QTemporaryDir folder;
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<engine::Commands> engine; ///< from the first `open` on
    workbench::Jobs jobs;
    std::unique_ptr<workbench::Workspace> workspace;
    workbench::Languages languages;
    std::unique_ptr<workbench::MainWindow> window;

    WindowDesk()
        : settings(
              std::make_unique<QSettings>(folder.filePath("settings.ini"), QSettings::IniFormat)) {
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    }
    std::string experienceFile() const {
        return folder.filePath("experience.sqlite").toStdString();
    }
    void open(const QString& language, const char* place) {
        window.reset();
        if (!engine)
            engine = engine::createEngine(engineOptions(folder));
        workspace = std::make_unique<workbench::Workspace>(*engine, jobs, *settings);
        languages.apply(language);
        window = std::make_unique<workbench::MainWindow>(*workspace, languages);
        window->resize(1280, 800);
        window->show();
        window->showPlace(place);
    }
};

} // namespace metainfer::test
