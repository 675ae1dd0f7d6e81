# SPDX-License-Identifier: Apache-2.0
# pip: qmctoolscl==1.2.4 pyopencl==2026.1.4
"""QMCToolsCL: quasi-random points on OpenCL against the same functions in C and in Python."""
import inspect

import qmctoolscl
import results

print([name for name in dir(qmctoolscl)])
print(inspect.getdoc(qmctoolscl.lat_gen_linear))
results.end()
