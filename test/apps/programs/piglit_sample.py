# SPDX-License-Identifier: Apache-2.0
"""A part of piglit's tests of OpenCL: those of the host API and of builds, and one kernel in twelve."""

import piglit_cl

piglit_cl.run(lambda number, name: not name.startswith("program@execute@") or number % 12 == 0)
