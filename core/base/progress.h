// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a long call reports how far it is.
#pragma once

#include <functional>
#include <string>

namespace metainfer {

/// `fraction` in [0, 1], negative when unknown; `what` is a short English phrase for logs.
struct Progress {
    double fraction = -1;
    std::string what;
};

/// May be empty; called on the thread that does the work.
using ProgressSink = std::function<void(const Progress&)>;

inline void report(const ProgressSink& sink, double fraction, std::string what) {
    if (sink)
        sink(Progress{fraction, std::move(what)});
}

} // namespace metainfer
