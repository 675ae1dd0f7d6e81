# SPDX-License-Identifier: Apache-2.0
"""What PyOpenCL makes itself of arrays, reductions, scans and sorts: kernels by templates, against NumPy."""

import sys

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.algorithm
    import pyopencl.array
    import pyopencl.clmath
    import pyopencl.clrandom
    from pyopencl.reduction import ReductionKernel
    from pyopencl.scan import GenericScanKernel
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
n = 100_003
random = np.random.default_rng(1)


def elementwise():
    for kind in np.float32, np.float64, np.complex64:
        a, b = (random.standard_normal(n).astype(kind) for _ in range(2))
        x, y = cl.array.to_device(queue, a), cl.array.to_device(queue, b)
        np.testing.assert_allclose((3 * x * y - x / 2).get(), 3 * a * b - a / 2, rtol=1e-4, atol=1e-4)
    i = random.integers(-1000, 1000, n, dtype=np.int32)
    x = cl.array.to_device(queue, i)
    np.testing.assert_array_equal(((x ^ 77) & 255).get(), (i ^ 77) & 255)
    np.testing.assert_array_equal(cl.array.take(x, cl.array.arange(queue, 0, n, 2, dtype=np.int32)).get(), i[::2])


def functions():
    a = random.uniform(0.1, 10, n).astype(np.float32)
    x = cl.array.to_device(queue, a)
    for name in "sin", "exp", "log", "sqrt", "tanh":
        np.testing.assert_allclose(getattr(cl.clmath, name)(x).get(), getattr(np, name)(a), rtol=1e-5, atol=1e-6)


def reductions():
    a = random.standard_normal(n)
    x = cl.array.to_device(queue, a)
    np.testing.assert_allclose(cl.array.sum(x).get(), a.sum(), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(cl.array.dot(x, x).get(), a.dot(a), rtol=1e-9)
    assert cl.array.max(x).get() == a.max() and cl.array.min(x).get() == a.min()
    odd = ReductionKernel(context, np.int32, neutral="0", reduce_expr="a+b", map_expr="x[i] % 2", arguments="int *x")
    i = random.integers(0, 1000, n, dtype=np.int32)
    assert odd(cl.array.to_device(queue, i)).get() == (i % 2).sum()


def scans():
    i = random.integers(0, 10, n, dtype=np.int32)
    x = cl.array.to_device(queue, i)
    scan = GenericScanKernel(
        context,
        np.int32,
        arguments="int *x, int *out",
        input_expr="x[i]",
        scan_expr="a+b",
        neutral="0",
        output_statement="out[i] = item;",
    )
    out = cl.array.empty_like(x)
    scan(x, out)
    np.testing.assert_array_equal(out.get(), np.cumsum(i))
    few, count, _ = cl.algorithm.copy_if(x, "ary[i] > 6")
    np.testing.assert_array_equal(few.get()[: count.get()], i[i > 6])


def sorts():
    i = random.integers(0, 2**16, n, dtype=np.int32)
    sort = cl.algorithm.RadixSort(context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"])
    (sorted_,), _ = sort(cl.array.to_device(queue, i), key_bits=16)
    np.testing.assert_array_equal(sorted_.get(), np.sort(i))


def random_numbers():
    x = cl.clrandom.PhiloxGenerator(context, seed=3).uniform(queue, n, np.float32).get()
    assert 0 <= x.min() and x.max() < 1 and abs(x.mean() - 0.5) < 0.01


for test in elementwise, functions, reductions, scans, sorts, random_numbers:
    results.case(test.__name__, test)
results.end()
