# SPDX-License-Identifier: Apache-2.0
# Sourced by tests of what becomes of a kernel with AVX-512, with WHERRYC as their first argument.
set -eu
wherryc=$1
grep -qw avx512vl /proc/cpuinfo || { echo "no AVX-512"; exit 0; }

# The instructions of a kernel on standard input, for this CPU.
instructions() { "$wherryc" - -o - --asm | sed -n '/^wg\./,/^\.Lfunc_end/p'; }
fail() { echo "$1"; exit 1; }
