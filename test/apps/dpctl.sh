#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SYCL on Wherry: part of dpctl's own tests, with the SYCL run-time of PyPI's packages (270 MB), installed once in the
# folder $1; 77: PyPI cannot be reached.
set -e
packages="dpctl==0.22.1 intel-sycl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 intel-cmplr-lib-ur==2026.2.0 umf==1.2.0
  tcmlib==1.6.0 numpy==2.4.6"
if [ ! -e "$1/installed" ]; then
  rm -rf "$1"
  python3 -m venv "$1" || { echo "skipped: python3 makes no virtual environment"; exit 77; }
  # Without what they depend on: another OpenCL driver is among it.
  timeout 300 "$1/bin/pip" install -q --no-cache-dir --no-deps $packages >"$1/log" 2>&1 &&
    timeout 100 "$1/bin/pip" install -q --no-cache-dir pytest >>"$1/log" 2>&1 ||
    { tail -3 "$1/log"; echo "skipped: PyPI's packages are not to be had"; exit 77; }
  touch "$1/installed"
fi
cd "$1"
export LD_LIBRARY_PATH="$1/lib"
bin/python -c '
import dpctl
names = [p.name for p in dpctl.get_platforms()]
assert names == ["Wherry"], names
assert dpctl.get_devices(), "no device"
'
tests=$(bin/python -c 'import os, dpctl; print(os.path.dirname(dpctl.__file__))')/tests
# Those left out build C++ extensions.
exec bin/python -m pytest -q -p no:cacheprovider -k "not cython_api" \
  "$tests"/test_sycl_device.py "$tests"/test_sycl_event.py "$tests"/test_sycl_kernel_submit.py \
  "$tests"/test_sycl_program.py "$tests"/test_sycl_queue.py "$tests"/test_sycl_usm.py
