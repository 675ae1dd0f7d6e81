# SPDX-License-Identifier: Apache-2.0
# pip: sasmodels==1.1.0 pyopencl==2026.1.4
"""sasmodels: scattering of particles of many shapes on OpenCL against the same models compiled by a C compiler."""

import numpy as np
from sasmodels.core import build_model, load_model_info
from sasmodels.data import empty_data1D
from sasmodels.direct_model import DirectModel
import results

q = np.logspace(-3, -0.5, 100)


def model(name, kind):
    info = load_model_info(name)
    got, expected = (
        DirectModel(empty_data1D(q, resolution=0), build_model(info, dtype=kind, platform=platform))()
        for platform in ("ocl", "dll")
    )
    np.testing.assert_allclose(got, expected, rtol=1e-6 if kind == "double" else 1e-3)


names = (
    "sphere cylinder core_shell_sphere ellipsoid lamellar parallelepiped vesicle fractal hollow_cylinder "
    "barbell bcc_paracrystal dab gaussian_peak guinier hardsphere mono_gauss_coil onion pearl_necklace polymer_micelle "
    "power_law raspberry star_polymer triaxial_ellipsoid"
).split()
for name in names:
    results.case(name, model, name, "double")
    if name in ("sphere", "cylinder", "dab", "guinier"):
        results.case(f"{name}, single precision", model, name, "single")
results.end()
