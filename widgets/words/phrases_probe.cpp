// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What probing a device says.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfProbe() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "concurrent streams"),
        QT_TRANSLATE_NOOP("EngineWords", "sustained rate"),
        QT_TRANSLATE_NOOP("EngineWords", "open dimensions"),
        QT_TRANSLATE_NOOP("EngineWords", "first inferences"),
        QT_TRANSLATE_NOOP("EngineWords", "alignment of %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 over %2 KiB: %3"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 %2 over %3: %4"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is %2: only devices that run models can be probed"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "probe `local`, or a device that `metainfer device list` shows"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "compute, memory, cores and heat: %1 has no agent, only its operators can be probed"),
        QT_TRANSLATE_NOOP("EngineWords", "sizes of the caches: %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 has no agent: its machine cannot be measured beside the runtime"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 us, then %2 us"),
        QT_TRANSLATE_NOOP("EngineWords", "all cores"),
        QT_TRANSLATE_NOOP("EngineWords", "`kind` of a finding is `%1`, which is not known"),
        QT_TRANSLATE_NOOP("EngineWords", "while reading %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the journal of a probe"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 times the time of fp32"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 runs as %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 runs in %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 in steps of %2"),
        QT_TRANSLATE_NOOP("EngineWords", "the probe of %1 that was interrupted cannot be gone on "
                                         "with, %2 changed since: it begins anew"),
        QT_TRANSLATE_NOOP("EngineWords", "going on with the probe of %1: %2 steps are done"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "a probe of %1 was interrupted after %2 steps; this one begins anew "
                          "(metainfer probe %3 --resume goes on with it)"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "What was measured is kept: metainfer probe %1 --suite %2 --resume goes on with it."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 changed since %2 (%3): older results count less"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "no instruction multiplies this type; it is computed in float32"),
        QT_TRANSLATE_NOOP("EngineWords", "not a time to start at: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the time to start at is over: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the time to start at is more than a year away: %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Write a time of day like 22:00, a while like +30m or +8h, or a date and "
                          "time like 2026-12-31T22:00 (with a Z at its end: UTC)."),
    };
    return phrases;
}

} // namespace metainfer::widgets
