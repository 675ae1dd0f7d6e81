# SPDX-License-Identifier: Apache-2.0
# pip: pyFAI==2026.9.0 pyopencl==2026.1.4 mako pytest
"""pyFAI: its own tests of OpenCL."""

import sys
import results

results.tests([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "pyFAI.opencl"])
results.end()
