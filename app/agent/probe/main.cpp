// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer-runner-probe: what this machine's cores and memory can sustain, without any runtime.
#include "runner_loop.h"

int main() {
    return metainfer::runner::serve({});
}
