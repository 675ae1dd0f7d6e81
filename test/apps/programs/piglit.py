# SPDX-License-Identifier: Apache-2.0
"""Piglit's tests of OpenCL: some 4200, ten minutes."""

import piglit_cl

piglit_cl.run(lambda number, name: True)
