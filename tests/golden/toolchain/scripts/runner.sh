#!/bin/sh
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
#
# Prints times as a tool would, copies its input to its output, or fails as METAINFER_TEST_TOOL says.
echo "$@" >> "$(dirname "$0")/ran.log"
case "$METAINFER_TEST_TOOL" in
crash) kill -SEGV $$;;
hang) sleep 600;;
memory) echo "fatal: out of memory" >&2; exit 1;;
silent) exit 0;;
odd) echo "line one"; echo "line two"; exit 7;;
esac
time=${METAINFER_TEST_TIME:-2}
i=0
while [ $i -lt "$2" ]; do echo "run $i: $time.5 ms"; i=$((i+1)); done
echo "layer a Conv 1.5"
echo "layer b Gemm 0.5"
echo "memory 3 MiB"
if [ -n "$3" ]; then cp "$3" "$4"; fi
