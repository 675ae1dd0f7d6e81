# SPDX-License-Identifier: Apache-2.0
"""Wherry, an OpenCL driver for CPUs.

PyOpenCL from PyPI finds it by itself. Programs that go through another OpenCL loader find it after use(), or with the
variables that use() sets. `python -m wherry` checks the installation.
"""

import os

__version__ = "@VERSION@"
__all__ = ["library", "use"]

_FOLDER = os.path.dirname(os.path.abspath(__file__))
library = os.path.join(_FOLDER, "lib", "libwherry.so")


def use():
    """Makes OpenCL loaders that are opened from now on, here and in child processes, find Wherry, and with ocl-icd no
    other driver. Variables that are set already are left alone."""
    os.environ.setdefault("OCL_ICD_VENDORS", library)  # ocl-icd
    os.environ.setdefault("OCL_ICD_FILENAMES", library)  # Khronos' loader


def _compiler():
    """The command wherryc."""
    import sys

    program = os.path.join(_FOLDER, "lib", "wherry", "wherryc")
    os.execv(program, [program, *sys.argv[1:]])
