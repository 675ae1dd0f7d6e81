# SPDX-License-Identifier: Apache-2.0
# pip: openmm==8.6.1 numpy
"""OpenMM: forces and energies of a system of 400 particles on its OpenCL platform, against its reference."""

import numpy as np
import openmm
import results

random = np.random.default_rng(1)
SIDE, N = 3.0, 400


def system(*forces, periodic=True):
    whole = openmm.System()
    for _ in range(N):
        whole.addParticle(39.9)
    if periodic:
        whole.setDefaultPeriodicBoxVectors((SIDE, 0, 0), (0, SIDE, 0), (0, 0, SIDE))
    for force in forces:
        whole.addForce(force)
    return whole


def positions():
    """A grid, a little disturbed: no two particles lie on each other."""
    across = int(np.ceil(N ** (1 / 3)))
    grid = np.stack(np.meshgrid(*[np.arange(across)] * 3), -1).reshape(-1, 3)[:N] * (SIDE / across)
    return grid + random.uniform(-0.05, 0.05, grid.shape)


def nonbonded(method):
    force = openmm.NonbondedForce()
    for i in range(N):
        force.addParticle(0.3 if i % 2 else -0.3, 0.25, 0.8)
    force.setNonbondedMethod(method)
    force.setCutoffDistance(1.0)
    return force


def chain():
    bonds, angles, torsions = openmm.HarmonicBondForce(), openmm.HarmonicAngleForce(), openmm.PeriodicTorsionForce()
    for i in range(N - 1):
        bonds.addBond(i, i + 1, 0.3, 1000)
    for i in range(N - 2):
        angles.addAngle(i, i + 1, i + 2, 1.9, 50)
    for i in range(N - 3):
        torsions.addTorsion(i, i + 1, i + 2, i + 3, 3, 0.4, 2)
    return bonds, angles, torsions


def state(whole, platform, at, steps=0):
    integrator = openmm.VerletIntegrator(0.001)
    context = openmm.Context(whole, integrator, openmm.Platform.getPlatformByName(platform))
    context.setPositions(at)
    integrator.step(steps)
    got = context.getState(getForces=True, getEnergy=True, getPositions=True)
    return (
        got.getForces(asNumpy=True)._value,
        got.getPotentialEnergy()._value + got.getKineticEnergy()._value,
        got.getPositions(asNumpy=True)._value,
    )


def forces(*of, periodic=True):
    at = positions()
    whole = system(*of, periodic=periodic)
    (f, e, _), (expected_f, expected_e, _) = (state(whole, platform, at) for platform in ("OpenCL", "Reference"))
    scale = np.sqrt((expected_f**2).sum(axis=1)).mean()
    assert np.sqrt(((f - expected_f) ** 2).sum(axis=1)).mean() < 1e-3 * scale
    assert abs(e - expected_e) < 1e-3 * abs(expected_e), (e, expected_e)


def motion():
    at = positions()
    whole = system(nonbonded(openmm.NonbondedForce.CutoffPeriodic))
    p, expected = (state(whole, platform, at, 20)[2] for platform in ("OpenCL", "Reference"))
    assert np.abs(p - expected).max() < 1e-3, np.abs(p - expected).max()


kinds = openmm.NonbondedForce
results.case("without a cutoff", lambda: forces(nonbonded(kinds.NoCutoff), periodic=False))
results.case("with a cutoff", lambda: forces(nonbonded(kinds.CutoffPeriodic)))
results.case("Ewald's sums", lambda: forces(nonbonded(kinds.Ewald)))
results.case("particle mesh Ewald", lambda: forces(nonbonded(kinds.PME)))
results.case("bonds, angles, torsions", lambda: forces(*chain(), periodic=False))
results.case("20 steps", motion)
results.end()
