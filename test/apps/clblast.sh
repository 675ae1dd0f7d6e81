#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# CLBlast's own tests of some routines (Debian's clblast-tests), against CPU BLAS; 77: not installed.
for routine in "$@"; do
  test="clblast_test_$routine"
  command -v "$test" >/dev/null || { echo "skipped: no $test"; exit 77; }
  "$test" -platform 0 -device 0 || exit 1
done
