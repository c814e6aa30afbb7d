// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A desk with a session of known candidates on it.
#pragma once

#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"

namespace metainfer::test {

struct SessionDesk : Desk {
    std::filesystem::path session{folder.filePath("session").toStdString()};
    bool written = writeSession(session).has_value();
};

} // namespace metainfer::test
