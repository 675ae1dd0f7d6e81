# SPDX-License-Identifier: Apache-2.0
# pip: pyvkfft==2025.1.1 pyopencl==2026.1.4 scipy mako
"""pyvkfft (VkFFT): transforms of complex and real numbers and cosine transforms, against SciPy."""

import numpy as np
import pyopencl as cl
import pyopencl.array
import scipy.fft
from pyvkfft.fft import dctn, fftn, idctn, ifftn, irfftn, rfftn
import results

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)


def near(got, expected, kind):
    worst = np.abs(got - expected).max() / np.abs(expected).max()
    assert worst < (1e-5 if np.dtype(kind).itemsize <= (8 if np.dtype(kind).kind == "c" else 4) else 1e-12), worst


def complex_(shape, kind):
    a = (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(kind)
    there = fftn(cl.array.to_device(queue, a))
    near(there.get(), scipy.fft.fftn(a), kind)
    near(ifftn(there).get(), a, kind)


def real(shape, kind):
    a = random.standard_normal(shape).astype(kind)
    there = rfftn(cl.array.to_device(queue, a))
    near(there.get(), scipy.fft.rfftn(a), kind)
    near(irfftn(there).get(), a, kind)


def cosine(shape, kind, number):
    a = random.standard_normal(shape).astype(kind)
    there = dctn(cl.array.to_device(queue, a), dct_type=number)
    near(there.get(), scipy.fft.dctn(a, type=number), kind)
    near(idctn(there, dct_type=number).get(), a, kind)


for shape in (1024,), (60, 70), (17, 34), (8, 16, 32), (4099,), (30000,):
    for kind in np.complex64, np.complex128:
        results.case(f"{kind.__name__} {shape}", complex_, shape, kind)
for shape in (128, 128), (12, 30, 50):
    for kind in np.float32, np.float64:
        results.case(f"{kind.__name__} {shape}", real, shape, kind)
for number in 2, 3, 4:
    results.case(f"cosine transform {number}", cosine, (24, 48), np.float64, number)
results.end()
