// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What links to agents, and the agents' sessions, say.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfLinks() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords",
                          "the agent on %1 is version %2 (protocol %3.%4) and does not know `%5`"),
        QT_TRANSLATE_NOOP("EngineWords", "update it"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 cannot be reached any more (%2)"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "see that it is switched on and connected; the next call tries again"),
        QT_TRANSLATE_NOOP("EngineWords", "see the device's log: something ends the agent there"),
        QT_TRANSLATE_NOOP("EngineWords", "start it by hand on the device to see what it says"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the agent on %1 is version %2 and speaks protocol %3.%4, this program %5.%6"),
        QT_TRANSLATE_NOOP("EngineWords", "the agent on %1 was lost %2 times during `%3`"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "the agent on %1 was started anew during `%2`, so the device was not held"),
        QT_TRANSLATE_NOOP("EngineWords", "measure again"),
        QT_TRANSLATE_NOOP("EngineWords", "the connection ended (%1); next try in %2 s"),
        QT_TRANSLATE_NOOP("EngineWords", "the agent does not answer"),
        QT_TRANSLATE_NOOP("EngineWords", "while sending the weights of %1"),
        QT_TRANSLATE_NOOP("EngineWords", "while sending %1 to %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 ends early on the device"),
        QT_TRANSLATE_NOOP("EngineWords", "the agent has %1 bytes of %2, %3 were sent"),
        QT_TRANSLATE_NOOP("EngineWords", "while asking %1 what it has"),
        QT_TRANSLATE_NOOP("EngineWords", "`data` is not base64"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create an event"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the device has no room in %1: %2 bytes are needed, %3 are free"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "free some space there, or set METAINFER_CACHE to another folder where the agent runs"),
        QT_TRANSLATE_NOOP("EngineWords", "let the user of the agent write there, or set "
                                         "METAINFER_CACHE to another folder where the agent runs"),
        QT_TRANSLATE_NOOP("EngineWords", "the chunk at %1 does not follow the one before"),
        QT_TRANSLATE_NOOP("EngineWords", "send the chunks in order, from offset 0"),
        QT_TRANSLATE_NOOP("EngineWords", "the chunks have the hash %1, not %2"),
        QT_TRANSLATE_NOOP("EngineWords", "send them again"),
        QT_TRANSLATE_NOOP("EngineWords", "the agent has no %1"),
        QT_TRANSLATE_NOOP("EngineWords", "no chunk of %1 was sent"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot write %1 in the agent's cache"),
        QT_TRANSLATE_NOOP("EngineWords", "the device is measuring for process %1 (%2) since %3"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 ran longer than allowed"),
        QT_TRANSLATE_NOOP("EngineWords", "`%1` is no name within the command's folder"),
        QT_TRANSLATE_NOOP("EngineWords", "give a relative one without `..`"),
        QT_TRANSLATE_NOOP("EngineWords", "`arguments` names no command to run"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot take %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the end of its messages: %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "`model_files` names %1, which lies outside the model's folder"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot lay out %1"),
        QT_TRANSLATE_NOOP("EngineWords", "another session has set the power mode (%1)"),
        QT_TRANSLATE_NOOP("EngineWords", "wait until it ends"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot set %1 to %2"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "let the user of the agent write that file, or set the mode on the device by hand"),
        QT_TRANSLATE_NOOP("EngineWords", "the device has no power mode `%1`"),
        QT_TRANSLATE_NOOP("EngineWords", "it lets nobody choose one"),
        QT_TRANSLATE_NOOP("EngineWords", "possible: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "`%1` names no file of the session"),
        QT_TRANSLATE_NOOP("EngineWords", "it is `new:` and letters, digits, '.', '-', '_'"),
        QT_TRANSLATE_NOOP("EngineWords", "the session has no file %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the request that makes it must run first; make it again"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not this user's alone"),
        QT_TRANSLATE_NOOP("EngineWords", "remove it, or set TMPDIR to another folder"),
        QT_TRANSLATE_NOOP("EngineWords", "1 to 64 letters, digits, '-' and '_'"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot listen at %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the session's agent does not listen at %1"),
        QT_TRANSLATE_NOOP("EngineWords", "end the process that holds %1"),
        QT_TRANSLATE_NOOP("EngineWords", "a request is longer than 64 MiB"),
        QT_TRANSLATE_NOOP("EngineWords", "send blobs in chunks"),
        QT_TRANSLATE_NOOP("EngineWords", "a request is not a JSON object"),
        QT_TRANSLATE_NOOP("EngineWords", "send one JSON object a line"),
        QT_TRANSLATE_NOOP("EngineWords", "the agent speaks protocol %1.%2, the program %3.x"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot create a folder for temporary files"),
        QT_TRANSLATE_NOOP("EngineWords", "set TMPDIR to a folder that can be written"),
        QT_TRANSLATE_NOOP("EngineWords", "while sending inputs to %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the agent on %1 tells outputs of %2 runs, %3 were asked for"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 holds %2 MiB with what it started, its limit is %3 MiB"),
        QT_TRANSLATE_NOOP("EngineWords", "what was sent as %1 has the hash %2, not %3"),
    };
    return phrases;
}

} // namespace metainfer::widgets
