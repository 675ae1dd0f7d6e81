# SPDX-License-Identifier: Apache-2.0
"""The self-check, wherry-info: through PyOpenCL's own loader if PyOpenCL is installed, otherwise the system's."""

import glob
import importlib.util
import os
import sys

import wherry


def main():
    program = os.path.join(os.path.dirname(wherry.__file__), "bin", "wherry-info")
    words = sys.argv[1:]
    spec = importlib.util.find_spec("pyopencl")
    home = os.path.dirname(spec.origin) if spec and spec.origin else ""
    loaders = sorted(glob.glob(os.path.join(home, ".libs", "libOpenCL*.so*"))) if home else []
    if "--loader" not in words:
        if loaders:
            os.environ["PYOPENCL_HOME"] = home  # as PyOpenCL sets it
            words += ["--loader", loaders[0]]
        else:
            wherry.use()
    sys.stdout.flush()
    os.execv(program, [program, *words])


if __name__ == "__main__":
    main()
