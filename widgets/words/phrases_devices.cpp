// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What devices that were added, their tests, and manual baselines say.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfDevices() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "a baseline needs the name of who made it"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Name the engineer or the team, for example: --who \"platform team\""),
        QT_TRANSLATE_NOOP("EngineWords", "%1 hours of work, legal: 0 to 100000"),
        QT_TRANSLATE_NOOP("EngineWords", "nothing was done by hand here"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Give the hand-made model, or the options that were found best (a "
                          "mapping signature such as \"threads=2;spin=off\")."),
        QT_TRANSLATE_NOOP("EngineWords", "the comparison has no result"),
        QT_TRANSLATE_NOOP("EngineWords", "the hand-made model's outputs differ from the original's "
                                         "(cosine %1); its speed is kept with that number"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "a baseline needs an id, a device, a model_hash and a ratio above 0"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no baseline '%1'"),
        QT_TRANSLATE_NOOP("EngineWords", "See the ids with: metainfer baseline list"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is a %2 device: %3"),
        QT_TRANSLATE_NOOP("EngineWords", "there is nothing live to read"),
        QT_TRANSLATE_NOOP("EngineWords", "nobody waits for it"),
        QT_TRANSLATE_NOOP("EngineWords", "it cannot be held"),
        QT_TRANSLATE_NOOP("EngineWords", "nothing is known of its caches"),
        QT_TRANSLATE_NOOP("EngineWords", "its power mode cannot be set"),
        QT_TRANSLATE_NOOP("EngineWords", "an SSH device needs an address"),
        QT_TRANSLATE_NOOP("EngineWords", "Write user@host or user@host:port."),
        QT_TRANSLATE_NOOP("EngineWords", "a toolchain device needs an adapter"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Name one of `metainfer device list`, or a YAML file of your own."),
        QT_TRANSLATE_NOOP("EngineWords", "'%1' is no name for a device"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Use 1 to 64 letters, digits, '.', '_' and '-', and begin with a letter or a digit."),
        QT_TRANSLATE_NOOP("EngineWords", "'local' is this machine itself"),
        QT_TRANSLATE_NOOP("EngineWords", "Choose another name for the device."),
        QT_TRANSLATE_NOOP("EngineWords", "write user@host or user@host:port"),
        QT_TRANSLATE_NOOP("EngineWords", "write the name by which the device is called"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "keep `ssh` for a machine, `toolchain` for a vendor's compiler"),
        QT_TRANSLATE_NOOP("EngineWords", "stands beside `ssh`; it must be one of them"),
        QT_TRANSLATE_NOOP("EngineWords", "names neither `ssh` nor `toolchain`"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "write `ssh:` with an `address`, or `toolchain:` with an adapter's name"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no device '%1'"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Add one with: metainfer device add user@host --name NAME"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: its name is '%2'"),
        QT_TRANSLATE_NOOP("EngineWords", "Write `name: %1`, or rename the file."),
        QT_TRANSLATE_NOOP("EngineWords", "there is a device '%1' already"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Choose another name with --name, or remove that one: metainfer device remove %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot remove %1"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Add one with `metainfer device add user@host --name NAME`. For a profile write "
            "`hardware:` instead of `device:`; results are then simulated."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "what people reached by hand on %1 is not known yet. To have it measured "
                          "beside the search: metainfer baseline record MODEL --device %2 "
                          "--mapping OPTIONS --who NAME (this is asked once)"),
        QT_TRANSLATE_NOOP("EngineWords", "read what it is"),
        QT_TRANSLATE_NOOP("EngineWords", "open %1"),
        QT_TRANSLATE_NOOP("EngineWords", "run the sample model %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1: a runtime is chosen for a machine; this is a %2 device"),
        QT_TRANSLATE_NOOP("EngineWords", "Leave the part after the colon away."),
        QT_TRANSLATE_NOOP("EngineWords", "sending %1: %2 of %3 MiB"),
        QT_TRANSLATE_NOOP("EngineWords", "%1, not probed yet"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 has not been probed, so predictions are rough. Probe "
                                         "it once with: metainfer probe %2")};
    return phrases;
}

} // namespace metainfer::widgets
