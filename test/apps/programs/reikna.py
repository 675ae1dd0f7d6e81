# SPDX-License-Identifier: Apache-2.0
# pip: reikna==0.9.0 pyopencl==2026.1.4 numpy==2.4.6
"""reikna: FFT, products, sums, scans, transposition and random numbers, against NumPy."""

import numpy as np
from reikna import cluda
from reikna.algorithms import PureParallel, Reduce, Scan, Transpose, predicate_sum
from reikna.cbrng import CBRNG
from reikna.core import Annotation, Parameter, Type
from reikna.fft import FFT, FFTShift
from reikna.linalg import EntrywiseNorm, MatrixMul
import results

thread = cluda.ocl_api().Thread.create()
random = np.random.default_rng(1)


def normal(*shape, dtype=np.complex64):
    values = random.standard_normal(shape) + (1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else 0)
    return values.astype(dtype)


def run(computation, output, *inputs):
    result = thread.empty_like(output)
    computation.compile(thread)(result, *(thread.to_device(x) if isinstance(x, np.ndarray) else x for x in inputs))
    return result.get()


def fft(shape, axes):
    a = normal(*shape)
    expected = np.fft.fftn(a, axes=axes)
    got = run(FFT(a, axes=axes), a, a)
    assert np.abs(got - expected).max() < 1e-4 * np.abs(expected).max()


def product(n, k, m, kind):
    a, b = normal(n, k, dtype=kind), normal(k, m, dtype=kind)
    computation = MatrixMul(a, b)
    np.testing.assert_allclose(run(computation, computation.parameter.output, a, b), a @ b, rtol=1e-3, atol=1e-3)


def reduction():
    a = random.integers(0, 100, (50, 60, 70)).astype(np.int64)
    computation = Reduce(a, predicate_sum(np.int64), axes=(0, 2))
    got = run(computation, computation.parameter.output, a)
    np.testing.assert_array_equal(got, a.sum(axis=(0, 2)))


def scan(exclusive):
    a = random.integers(0, 100, 100_003).astype(np.int64)
    got = run(Scan(a, predicate_sum(np.int64), exclusive=exclusive), a, a)
    expected = np.cumsum(a)
    np.testing.assert_array_equal(got, np.concatenate([[0], expected[:-1]]) if exclusive else expected)


def transpose():
    a = normal(33, 70, 129)
    computation = Transpose(a, axes=(2, 0, 1))
    np.testing.assert_array_equal(run(computation, computation.parameter.output, a), a.transpose(2, 0, 1))


def shift():
    a = normal(31, 64)
    np.testing.assert_array_equal(run(FFTShift(a), a, a), np.fft.fftshift(a))


def norm():
    a = normal(1000)
    computation = EntrywiseNorm(a, order=2)
    np.testing.assert_allclose(run(computation, computation.parameter.output, a), np.linalg.norm(a), rtol=1e-5)


def uniform():
    array = Type(np.float64, shape=(100_000,))
    generator = CBRNG.uniform_float(array, 1, sampler_kwds={"low": 0, "high": 1})
    counters = thread.to_device(generator.create_counters())
    numbers = thread.empty_like(array)
    generator.compile(thread)(counters, numbers)
    x = numbers.get()
    assert 0 <= x.min() and x.max() < 1 and abs(x.mean() - 0.5) < 0.01 and abs(x.var() - 1 / 12) < 0.01


for shape, axes in ((1024,), (0,)), ((64, 64), (0, 1)), ((10, 1000), (1,)), ((7, 13, 60), (0, 1, 2)), ((2, 8191), (1,)):
    results.case(f"FFT of {shape} along {axes}", fft, shape, axes)
for kind in np.float32, np.float64, np.complex64:
    results.case(f"product of {kind.__name__}", product, 65, 130, 77, kind)
results.case("sums along two of three axes", reduction)
results.case("scan", scan, False)
results.case("exclusive scan", scan, True)
results.case("transposition", transpose)
results.case("FFT shift", shift)
results.case("norm", norm)
results.case("random numbers", uniform)
results.end()
