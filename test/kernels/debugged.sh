#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gdb stops at a kernel's line in one work-item, and knows its source, arguments and variables, behind a barrier too.
# And gdb's own commands of work-items: one is followed over a barrier, others of its work-group are looked at.
# And a kernel from SPIR-V with debug information: its file need not exist.
# debugged.sh PROGRAM GDB.PY MODULE.SPVASM
set -eu
said=$(WHERRY_NUM_THREADS=1 gdb -nx -batch -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' \
  -ex 'break input.cl:7 if i == 5' -ex run -ex 'print twice' -ex 'print n' -ex 'print a[4]' -ex next -ex 'info line' \
  -ex 'delete' -ex continue "$1" 2>&1)
for expected in '7	  a\[i\] = twice;' '\$1 = 13' '\$2 = 3' '\$3 = 11' 'exited normally'; do
  echo "$said" | grep -q "$expected" || { echo "$said"; echo "gdb did not say: $expected"; exit 1; }
done

said=$(WHERRY_NUM_THREADS=1 gdb -nx -batch -x "$2" -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' \
  -ex 'wherry where' -ex 'wherry break input.cl:3 18' -ex run -ex 'delete' -ex 'wherry where' -ex 'wherry next' \
  -ex 'wherry next' -ex 'print j' -ex 'wherry next' -ex 'wherry next' -ex 'wherry next' -ex 'wherry locals' -ex 'wherry locals 1' \
  -ex 'wherry switch 4' -ex 'print twice' -ex 'print tile' -ex 'wherry locals 16' -ex 'wherry locals x' -ex continue "$1" 2>&1)
for expected in 'the frame is of no kernel' '^3	  int twice' '^5	  for' '^6	    twice += j;' '\$1 = 0' '^7	  a\[i\] = twice;' \
  'global id (18,0,0), local id (2,0,0) of (16,1,1), work-group (1,0,0)' '^twice = 39$' '^twice = 37$' '^i = 17$' \
  '^n = 3 (of the whole work-group)' 'global id (20,0,0), local id (4,0,0)' '\$2 = 40' '\$3 = {16, 17, 18, 19, ' \
  'work-item (16,0,0) is outside of the work-group, which has (16,1,1)' 'not an id: x' 'exited normally'; do
  echo "$said" | grep -q "$expected" || { echo "$said"; echo "gdb did not say: $expected"; exit 1; }
done

said=$(WHERRY_NUM_THREADS=1 gdb -nx -batch -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' \
  -ex 'break a.cl:6' -ex run -ex 'info locals' -ex 'info args' -ex 'ptype p' -ex up -ex 'info locals' -ex continue \
  --args "$1" "$3" 2>&1)
for expected in 'k (n=3) at /tmp/a.cl:6' '^inner = 5$' '^n = 3$' '^p = {first = {1, 2}, next = ' 'struct Pair {' \
  'exited normally'; do
  echo "$said" | grep -q "$expected" || { echo "$said"; echo "gdb did not say: $expected"; exit 1; }
done
