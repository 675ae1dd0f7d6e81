# SPDX-License-Identifier: Apache-2.0
# needs: clinfo
# launches none
# clinfo: every query answered.
. "$PYTHONPATH/results.sh"
clinfo >out 2>&1
each() { [ "$(grep -c "$1" out)" -ge "$2" ]; }
none() { ! grep -iE "$1" out; }
try "the device" each 'Device Type.*CPU' 1
try "a hundred queries" each '^  [A-Z]' 100
try "no query fails" none 'error [-0-9]|CL_[A-Z_]+ error|<get.*fail'
end
