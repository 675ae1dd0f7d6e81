# SPDX-License-Identifier: Apache-2.0
# pip-alone: sumpy==2022.1 boxtree==2021.1 loopy==2024.1 pymbolic==2022.2 pytools==2023.1.1 cgen==2020.1 genpy==2022.1
# pip-alone: arraycontext==2021.1 islpy==2023.2.5
# pip: pyopencl==2023.1.4 numpy==1.26.4 scipy==1.14.1 sympy==1.14.0 mako pyrsistent immutabledict immutables codepy colorama
"""sumpy: sums over sources of fundamental solutions, direct and by multipole and local expansions, against NumPy."""

import numpy as np
import pyopencl as cl
import scipy.special
import sumpy.toys as toys
from sumpy.kernel import AxisTargetDerivative, BiharmonicKernel, HelmholtzKernel, LaplaceKernel, YukawaKernel
from sumpy.p2p import P2P
import results

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)
hankel = scipy.special.hankel1
SOLUTIONS = {  # (kernel, its arguments): the fundamental solution of a distance
    "Laplace 2D": (LaplaceKernel(2), {}, lambda r: -np.log(r) / (2 * np.pi)),
    "Laplace 3D": (LaplaceKernel(3), {}, lambda r: 1 / (4 * np.pi * r)),
    "Helmholtz 2D": (HelmholtzKernel(2), {"k": 1.3}, lambda r: 0.25j * hankel(0, 1.3 * r)),
    "Helmholtz 3D": (HelmholtzKernel(3), {"k": 1.3}, lambda r: np.exp(1.3j * r) / (4 * np.pi * r)),
    "Yukawa 2D": (YukawaKernel(2), {"lam": 1.3}, lambda r: -scipy.special.k0(1.3 * r) / (2 * np.pi)),
    "biharmonic 2D": (BiharmonicKernel(2), {}, lambda r: r**2 * np.log(r) / (8 * np.pi)),
}


def points(dimensions, count, centre):
    return np.ascontiguousarray(random.uniform(-0.5, 0.5, (dimensions, count)) + np.reshape(centre, (dimensions, 1)))


def sums(solution, targets, sources, strengths):
    distances = np.sqrt(((targets[:, :, None] - sources[:, None, :]) ** 2).sum(axis=0))
    return (solution(distances) * strengths).sum(axis=1)


def direct(name):
    kernel, arguments, solution = SOLUTIONS[name]
    targets, sources = points(kernel.dim, 300, [3, 0, 0][: kernel.dim]), points(kernel.dim, 500, [0] * kernel.dim)
    strengths = random.standard_normal(500)
    p2p = P2P(context, [kernel], exclude_self=False, value_dtypes=np.complex128 if kernel.is_complex_valued else None)
    _, (got,) = p2p(queue, targets, sources, (strengths,), out_host=True, **arguments)
    np.testing.assert_allclose(got, sums(solution, targets, sources, strengths), rtol=1e-9, atol=1e-9)


def gradient():
    targets, sources = points(3, 300, [3, 0, 0]), points(3, 500, [0, 0, 0])
    strengths = random.standard_normal(500)
    p2p = P2P(context, [AxisTargetDerivative(axis, LaplaceKernel(3)) for axis in range(3)], exclude_self=False)
    _, got = p2p(queue, targets, sources, (strengths,), out_host=True)
    difference = targets[:, :, None] - sources[:, None, :]
    distances = np.sqrt((difference**2).sum(axis=0))
    expected = (-difference / (4 * np.pi * distances**3) * strengths).sum(axis=2)
    np.testing.assert_allclose(np.array(list(got)), expected, rtol=1e-9, atol=1e-9)


def without_itself():
    particles, strengths = points(3, 700, [0, 0, 0]), random.standard_normal(700)
    p2p = P2P(context, [LaplaceKernel(3)], exclude_self=True)
    itself = np.arange(700, dtype=np.int32)
    _, (got,) = p2p(queue, particles, particles, (strengths,), out_host=True, target_to_source=itself)
    with np.errstate(divide="ignore"):
        distances = np.sqrt(((particles[:, :, None] - particles[:, None, :]) ** 2).sum(axis=0))
        inverse = np.where(np.eye(700, dtype=bool), 0, 1 / distances)
    np.testing.assert_allclose(got, (inverse * strengths).sum(axis=1) / (4 * np.pi), rtol=1e-9, atol=1e-9)


def expansions(name, order, tolerance):
    """Sources into a multipole, moved; that into a local expansion, moved; each against the sum itself."""
    kernel, arguments, solution = SOLUTIONS[name]
    dimensions = kernel.dim
    toy = toys.ToyContext(context, kernel, extra_kernel_kwargs=arguments)
    origin, far = np.zeros(dimensions), np.array([5, 1, 0.5][:dimensions])
    sources, strengths = points(dimensions, 50, origin), random.standard_normal(50)
    potential = toys.PointSources(toy, sources, weights=strengths)
    targets = points(dimensions, 40, far)
    expected = sums(solution, targets, sources, strengths)
    multipole = toys.multipole_expand(potential, origin, order=order, rscale=1)
    moved = toys.multipole_expand(multipole, origin + 0.1, order=order, rscale=1)
    local = toys.local_expand(moved, far, order=order, rscale=1)
    moved_local = toys.local_expand(local, far + 0.05, order=order, rscale=1)
    for expansion in potential, multipole, moved, local, moved_local:
        error = np.abs(expansion.eval(targets) - expected).max() / np.abs(strengths).sum()
        assert error < tolerance, (type(expansion).__name__, error)


for name in SOLUTIONS:
    results.case(f"direct sums, {name}", direct, name)
results.case("gradients", gradient)
results.case("particles without themselves", without_itself)
results.case("expansions, Laplace 2D", expansions, "Laplace 2D", 8, 1e-6)
results.case("expansions, Laplace 3D", expansions, "Laplace 3D", 4, 1e-4)
results.case("expansions, Helmholtz 2D", expansions, "Helmholtz 2D", 8, 1e-5)
results.end()
