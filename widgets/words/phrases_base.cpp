// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about files, folders and names.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfBase() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "Free some space or choose another folder."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Raise the limit on file sizes (ulimit -f), or choose another folder."),
        QT_TRANSLATE_NOOP("EngineWords", "Check the permissions or choose another folder."),
        QT_TRANSLATE_NOOP("EngineWords", "Check the path."),
        QT_TRANSLATE_NOOP("EngineWords", "Name a file, not a folder."),
        QT_TRANSLATE_NOOP("EngineWords", "Choose another folder."),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create folder %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create a folder in %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot read folder %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot read %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot write %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot open %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot start %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is a file, not a folder"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not a regular file"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 was changed while it was in use"),
        QT_TRANSLATE_NOOP("EngineWords", "Open it again."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1: %2 bytes at offset %3 lie outside the file of %4 bytes"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 became shorter while it was read"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is locked by another process"),
        QT_TRANSLATE_NOOP("EngineWords", "no temporary folder"),
        QT_TRANSLATE_NOOP("EngineWords", "No such file or directory"),
        QT_TRANSLATE_NOOP("EngineWords", "Permission denied"),
        QT_TRANSLATE_NOOP("EngineWords", "No space left on device"),
        QT_TRANSLATE_NOOP("EngineWords", "Is a directory"),
        QT_TRANSLATE_NOOP("EngineWords", "Not a directory"),
        QT_TRANSLATE_NOOP("EngineWords", "Read-only file system"),
        QT_TRANSLATE_NOOP("EngineWords", "File exists"),
        QT_TRANSLATE_NOOP("EngineWords", "Input/output error"),
        QT_TRANSLATE_NOOP("EngineWords", "Too many open files"),
        QT_TRANSLATE_NOOP("EngineWords", "Cannot allocate memory"),
        QT_TRANSLATE_NOOP("EngineWords", "Disk quota exceeded"),
        QT_TRANSLATE_NOOP("EngineWords", "File too large"),
        QT_TRANSLATE_NOOP("EngineWords", "Broken pipe"),
        QT_TRANSLATE_NOOP("EngineWords", "%1, line %2, column %3: not valid JSON"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: not valid JSON: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: its values nest deeper than %2 levels"),
        QT_TRANSLATE_NOOP("EngineWords", "Correct the file or write it anew."),
        QT_TRANSLATE_NOOP("EngineWords", "unknown log level: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create a pipe"),
        QT_TRANSLATE_NOOP("EngineWords", "no program to start was given"),
        QT_TRANSLATE_NOOP("EngineWords", "process %1 did not end in %2 ms"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot write to a pipe"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 ran longer than %2 ms"),
        QT_TRANSLATE_NOOP("EngineWords", "Did you mean %1 or %2?"),
        QT_TRANSLATE_NOOP("EngineWords", "Did you mean %1?"),
        QT_TRANSLATE_NOOP("EngineWords", "Known: %1."),
        QT_TRANSLATE_NOOP("EngineWords", "Known: %1, …"),
        QT_TRANSLATE_NOOP("EngineWords", "It has: %1."),
        QT_TRANSLATE_NOOP("EngineWords", "There are: %1. Name one like the input."),
        QT_TRANSLATE_NOOP("EngineWords", "cannot lock %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot list %1"),
        QT_TRANSLATE_NOOP("EngineWords", "exit code %1"),
    };
    return phrases;
}

} // namespace metainfer::widgets
