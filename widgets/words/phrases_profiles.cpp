// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about the devices whose profiles come with it.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfProfiles() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "Small sibling of accelerator-x. A generic accelerator "
                                         "for examples and tests, not a product."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Deep-learning processor overlay for Zynq UltraScale+, two B4096 cores "
                          "as in the reference design of the ZCU104 board."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Server processor of the Zen 3 generation, one socket. No document "
                          "states peak rates; at the base clock 64 cores x 2 pipes x 8 lanes x 2 "
                          "operations x 2.45 GHz give 5017.6 GFLOP/s fp32."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Desktop processor of the Zen 4 generation. No document states peak rates; at the base "
            "clock 16 cores x 2 pipes x 8 lanes x 2 operations x 4.5 GHz give 2304 GFLOP/s fp32, "
            "with AVX2 as with AVX-512, whose operations pass twice."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Micro-NPU for microcontrollers, configuration with 256 multiply-accumulates per "
            "cycle, rate at 1 GHz. Memory belongs to the system around it and is not given here."),
        QT_TRANSLATE_NOOP("EngineWords", "Edge TPU on a PCIe module. Weights stay in its on-chip "
                                         "memory when they fit; host memory is behind the link."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "NPU of a phone processor. Little was published; what was not stays empty."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Data-centre GPU, SXM4 module. Rates without structured sparsity; fp64 and fp32 are "
            "those of the ordinary cores, the others those of the tensor cores."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Data-centre GPU, SXM5 module. Rates without structured sparsity; fp64 "
                          "and fp32 are those of the ordinary cores at 1980 MHz, the others those "
                          "of the tensor cores at 1830 MHz."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Embedded module; its Ampere GPU alone, without the two deep-learning "
                          "accelerators. Rates without structured sparsity."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Edge NPU with three cores; its maker rounds the int8 rate to 6 TOPS."),
        QT_TRANSLATE_NOOP("EngineWords", "Edge processor; its C7x DSP with the matrix "
                                         "multiplication accelerator (MMA), 8 TOPS."),
    };
    return phrases;
}

} // namespace metainfer::widgets
