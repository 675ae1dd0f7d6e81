# SPDX-License-Identifier: Apache-2.0
# pip: loopy==2025.2 pyopencl==2026.1.4 mako numpy==2.4.6
"""Loopy: kernels that it generates, tiled, prefetched into local memory and unrolled, against NumPy."""

import loopy as lp
import numpy as np
import pyopencl as cl
from loopy.version import LOOPY_USE_LANGUAGE_VERSION_2018_2  # noqa: F401
import results

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)
a, b = (random.standard_normal((128, 128)).astype(np.float32) for _ in range(2))


def run(kernel, **inputs):
    return kernel(queue, out_host=True, **inputs)[1][0]


def split_loop():
    kernel = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i] + b[i]")
    kernel = lp.split_iname(kernel, "i", 64, outer_tag="g.0", inner_tag="l.0")
    x, y = random.standard_normal((2, 1003)).astype(np.float32)
    np.testing.assert_allclose(run(kernel, a=x, b=y), 2 * x + y, rtol=1e-6)


def product(prefetch, unroll):
    kernel = lp.make_kernel(
        "{[i,j,k]: 0<=i,j,k<128}",
        "out[i,j] = sum(k, a[i,k]*b[k,j])",
        [lp.GlobalArg("a,b,out", np.float32, shape=(128, 128))],
    )
    kernel = lp.split_iname(kernel, "i", 16, outer_tag="g.0", inner_tag="l.1")
    kernel = lp.split_iname(kernel, "j", 16, outer_tag="g.1", inner_tag="l.0")
    kernel = lp.split_iname(kernel, "k", 16, inner_tag="unr" if unroll else None)
    if prefetch:
        for name, tile in ("a", ["k_inner", "i_inner"]), ("b", ["j_inner", "k_inner"]):
            kernel = lp.add_prefetch(
                kernel,
                name,
                tile,
                fetch_outer_inames=frozenset({"i_outer", "j_outer", "k_outer"}),
                default_tag="l.auto",
            )
    np.testing.assert_allclose(run(kernel, a=a, b=b), a @ b, rtol=1e-3, atol=1e-3)


def transposition():
    kernel = lp.make_kernel(
        "{[i,j]: 0<=i,j<128}", "out[i,j] = a[j,i]", [lp.GlobalArg("a,out", np.float32, shape=(128, 128))]
    )
    kernel = lp.split_iname(kernel, "i", 16, outer_tag="g.0", inner_tag="l.1")
    kernel = lp.split_iname(kernel, "j", 16, outer_tag="g.1", inner_tag="l.0")
    kernel = lp.add_prefetch(kernel, "a", ["i_inner", "j_inner"], default_tag="l.auto")
    np.testing.assert_array_equal(run(kernel, a=a), a.T)


def stencil():
    kernel = lp.make_kernel(
        "{[i,j]: 0<=i,j<126}",
        "out[i,j] = a[i,j+1] + a[i+2,j+1] + a[i+1,j] + a[i+1,j+2] - 4*a[i+1,j+1]",
        [lp.GlobalArg("a", np.float32, shape=(128, 128)), lp.GlobalArg("out", np.float32, shape=(126, 126))],
    )
    kernel = lp.split_iname(kernel, "i", 18, outer_tag="g.0", inner_tag="l.1")
    kernel = lp.split_iname(kernel, "j", 14, outer_tag="g.1", inner_tag="l.0")
    kernel = lp.add_prefetch(kernel, "a", ["i_inner", "j_inner"], fetch_bounding_box=True, default_tag="l.auto")
    expected = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - 4 * a[1:-1, 1:-1]
    np.testing.assert_allclose(run(kernel, a=a), expected, rtol=1e-4, atol=1e-5)


def rows():
    kernel = lp.make_kernel(
        "{[i,k]: 0<=i,k<128}",
        "out[i] = sum(k, a[i,k])",
        [lp.GlobalArg("a", np.float32, shape=(128, 128)), lp.GlobalArg("out", np.float32, shape=(128,))],
    )
    kernel = lp.split_iname(kernel, "k", 32, inner_tag="l.0")
    kernel = lp.split_reduction_outward(kernel, "k_inner")
    kernel = lp.tag_inames(kernel, {"i": "g.0"})
    np.testing.assert_allclose(run(kernel, a=a), a.sum(axis=1), rtol=1e-4, atol=1e-4)


results.case("a loop split over groups", split_loop)
for prefetch in False, True:
    for unroll in False, True:
        results.case(f"a product{', prefetched' * prefetch}{', unrolled' * unroll}", product, prefetch, unroll)
results.case("a transposition through local memory", transposition)
results.case("a stencil, prefetched with its halo", stencil)
results.case("sums of rows over work-items", rows)
results.end()
