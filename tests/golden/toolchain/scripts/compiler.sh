#!/bin/sh
# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
#
# Copies the model, and keeps count.
echo "$@" >> "$(dirname "$0")/converted.log"
case "$METAINFER_TEST_TOOL" in
no_operator) echo "error: operator NonZero (node nz) has no kernel" >&2; exit 3;;
nothing) exit 0;;
esac
cp "$1" "$2"
