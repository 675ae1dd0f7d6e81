#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gdb stops at a kernel's line in one work-item, and knows its source, arguments and variables, behind a barrier too.
# debugged.sh PROGRAM
set -eu
said=$(WHERRY_NUM_THREADS=1 gdb -nx -batch -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' \
  -ex 'break input.cl:7 if i == 5' -ex run -ex 'print twice' -ex 'print n' -ex 'print a[4]' -ex next -ex 'info line' \
  -ex 'delete' -ex continue "$1" 2>&1)
for expected in '7	  a\[i\] = twice;' '\$1 = 13' '\$2 = 3' '\$3 = 11' 'exited normally'; do
  echo "$said" | grep -q "$expected" || { echo "$said"; echo "gdb did not say: $expected"; exit 1; }
done
