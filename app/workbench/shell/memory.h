// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How the process takes memory.
#pragma once

namespace metainfer::workbench {

/// All threads take from one heap; to be called first in main. Models and pictures are made on one
/// thread and let go of on another: with a heap for each, what one has freed the others cannot use,
/// and a graph of a hundred thousand nodes takes a third more. Without effect but with glibc.
void useOneHeap();

} // namespace metainfer::workbench
