# SPDX-License-Identifier: Apache-2.0
# needs: clpeak
# clpeak: all of its tests run and measure something.
. "$PYTHONPATH/results.sh"
clpeak --kernel-latency --transfer-bandwidth --compute-integer --compute-sp --compute-dp --global-bandwidth >out 2>&1
numbers() { [ "$(grep -A${2:-5} "$1" out | grep -cE ': [0-9.]*[1-9]')" -ge "${2:-5}" ]; }
try "bandwidth" numbers 'Global memory bandwidth'
try "single precision" numbers 'Single-precision compute'
try "double precision" numbers 'Double-precision compute'
try "integers" numbers 'Integer compute (GIOPS)'
try "transfers" numbers 'Transfer bandwidth' 6
try "latency" numbers 'Kernel launch latency' 0
try "nothing fails" sh -c '! grep -iE "error|skipped" out'
end
