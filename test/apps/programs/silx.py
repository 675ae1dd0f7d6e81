# SPDX-License-Identifier: Apache-2.0
# pip: silx==3.1.3 pyopencl==2026.1.4 mako pytest pytest-xvfb scipy
"""silx: its own tests of OpenCL."""

import sys
import results

results.tests(
    [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "ascent", "--pyargs", "silx.opencl"]
)
results.end()
