// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One mistake in the text of a profile, with its place in the text and in the form.
#pragma once

#include "base/result.h"

#include <QString>

#include <vector>

namespace metainfer::widgets {

struct ProfileProblem {
    int line = 0;    ///< from 1; 0 = the profile as a whole
    QString path;    ///< below `hardware`: "compute.cores"; empty = no single field
    QString message; ///< what is wrong and what is legal, without the file's name
    QString remedy;
    bool warning = false; ///< the profile loads all the same
    bool operator==(const ProfileProblem&) const = default;
};

/// Takes apart what the reader of profiles says: one problem a line of the message. `source` is the
/// name that the reader was given.
std::vector<ProfileProblem> problemsOf(const Error& error, const QString& source);
std::vector<ProfileProblem> warningsOf(const std::vector<std::string>& warnings,
                                       const QString& source);

} // namespace metainfer::widgets
