# SPDX-License-Identifier: Apache-2.0
# pip-alone: dpctl==0.22.1 intel-sycl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 intel-cmplr-lib-ur==2026.2.0 umf==1.2.0
# pip-alone: tcmlib==1.6.0 numpy==2.4.6
# pip: pytest
"""dpctl: part of its own tests, on Intel's SYCL run-time (270 MB). What they depend on has another OpenCL driver."""

import os
import sys

folder = os.path.join(sys.prefix, "lib")
if os.environ.get("LD_LIBRARY_PATH") != folder:  # read at the start alone
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "LD_LIBRARY_PATH": folder})
import dpctl
import results

names = [platform.name for platform in dpctl.get_platforms()]
assert names == ["Wherry"] and dpctl.get_devices(), names
tests = os.path.join(os.path.dirname(dpctl.__file__), "tests")
files = ("sycl_device", "sycl_event", "sycl_kernel_submit", "sycl_program", "sycl_queue", "sycl_usm")
results.tests(
    [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "not cython_api",  # those build C++ extensions
        *(os.path.join(tests, f"test_{name}.py") for name in files),
    ]
)
results.end()
