# SPDX-License-Identifier: Apache-2.0
# needs: clblast_test_xaxpy
# CLBlast's own tests of some routines, against a BLAS of the CPU: CLBLAST_ROUTINES="xgemm xtrsm ..." names others.
. "$PYTHONPATH/results.sh"
for routine in ${CLBLAST_ROUTINES:-xaxpy xdot xger}; do
  try "$routine" "clblast_test_$routine" -platform 0 -device 0
done
end
