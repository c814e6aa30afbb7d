// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's meaning in words of the current language.
#pragma once

#include "engine/events.h"
#include "session/session_folder.h"

#include <QCoreApplication>
#include <QString>

namespace metainfer::workbench {

class SessionPresenter;
struct EventLine;

class SessionWords {
    Q_DECLARE_TR_FUNCTIONS(SessionWords)

  public:
    static QString stage(engine::Stage stage);
    static QString stage(const std::string& name); ///< as in decision.json
    static QString state(session::State state);
    /// The state with its sign: "▶ Adapting", "✓ Done"; empty while nothing was read.
    static QString headline(const SessionPresenter& session);
    /// Why it failed; empty when it did not. A pause is no failure.
    static QString failure(const SessionPresenter& session);
    /// What the engine is doing: the phrases of WorkDone; unknown ones as they are.
    static QString work(const std::string& what);
    static QString event(const engine::Event& event);
    /// The same; the first of a run also says when the run began.
    static QString event(const EventLine& line);
    /// ✓ ★ ✕ ⓘ !: what kind of event it is, without colour.
    static QString sign(const engine::Event& event);
    /// The headline of a decision: what came out, in one sentence.
    static QString answer(const Json& decision);
    static QString remark(const std::string& code, const std::string& text);
};

} // namespace metainfer::workbench
