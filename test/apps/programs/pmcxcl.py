# SPDX-License-Identifier: Apache-2.0
# pip: pmcxcl==0.7.5 numpy
"""pmcxcl (MCX): photons through a scattering cube: energy is conserved and light falls off
as diffusion and the law of Lambert and Beer say."""

import numpy as np
import pmcxcl
import results

settings = dict(
    nphoton=200_000,
    vol=np.ones((60, 60, 60), dtype=np.uint8),
    tstart=0,
    tend=5e-9,
    tstep=5e-9,
    seed=7,
    compileropt="-cl-std=CL3.0",  # it uses cl_ext_float_atomics, which OpenCL C 1.2 does not have
    srcpos=[30, 30, 0],
    issrcfrom0=1,
    srcdir=[0, 0, 1],
    prop=[[0, 0, 1, 1], [0.005, 1, 0.01, 1.0]],
)


def energy():
    stat = pmcxcl.run(settings)["stat"]
    assert abs(stat["energytot"] - settings["nphoton"]) < 1 and 0.1 < stat["energyabs"] / stat["energytot"] < 0.5, stat


def falls_off():
    """Beyond some mean free paths the fluence on the axis falls as exp(-mu_eff z) / z, mu_eff = sqrt(3 a (a + s'))."""
    flux = np.asarray(pmcxcl.run(settings)["flux"]).squeeze()
    axis = flux[28:32, 28:32].mean(axis=(0, 1))
    z = np.arange(60) + 0.5
    rate = -np.polyfit(z[12:35], np.log(axis[12:35] * z[12:35]), 1)[0]
    assert 0.8 < rate / np.sqrt(3 * 0.005 * (0.005 + 0.99)) < 1.5, rate


def symmetric():
    flux = np.asarray(pmcxcl.run(settings)["flux"]).squeeze()
    in_x, in_y = flux[:30].sum() / flux.sum(), flux[:, :30].sum() / flux.sum()
    assert abs(in_x - in_y) < 0.02, (in_x, in_y)


def clear():
    """Without scattering a beam decays as Lambert and Beer say."""
    flux = np.asarray(pmcxcl.run({**settings, "prop": [[0, 0, 1, 1], [0.02, 0, 1, 1]]})["flux"]).squeeze()
    beam = flux.sum(axis=(0, 1))
    np.testing.assert_allclose(beam[1:50] / beam[1], np.exp(-0.02 * np.arange(49)), rtol=0.02)


results.case("energy", energy)
results.case("light falls off", falls_off)
results.case("symmetry", symmetric)
results.case("a beam without scattering", clear)
results.end()
