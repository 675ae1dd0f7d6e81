# SPDX-License-Identifier: Apache-2.0
# needs: /usr/lib/x86_64-linux-gnu/libclFFT.so.2
"""clFFT: transforms of many lengths, in one to three dimensions, both precisions, against NumPy."""

import ctypes
import sys

try:
    import numpy as np
    import pyopencl as cl
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

lib = ctypes.CDLL("libclFFT.so.2")
context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
SINGLE, DOUBLE, INTERLEAVED, FORWARD, BACKWARD = 1, 2, 1, -1, 1
random = np.random.default_rng(1)


def check(code):
    assert code == 0, f"clFFT's error {code}"


def transform(shape, kind, batch=3):
    data = (random.standard_normal((batch, *shape)) + 1j * random.standard_normal((batch, *shape))).astype(kind)
    plan = ctypes.c_size_t()
    lengths = (ctypes.c_size_t * 3)(*reversed(shape))
    check(lib.clfftCreateDefaultPlan(ctypes.byref(plan), ctypes.c_void_p(context.int_ptr), len(shape), lengths))
    check(lib.clfftSetPlanPrecision(plan, SINGLE if kind is np.complex64 else DOUBLE))
    check(lib.clfftSetLayout(plan, INTERLEAVED, INTERLEAVED))
    check(lib.clfftSetResultLocation(plan, 1))
    check(lib.clfftSetPlanBatchSize(plan, ctypes.c_size_t(batch)))
    queues = (ctypes.c_void_p * 1)(queue.int_ptr)
    check(lib.clfftBakePlan(plan, 1, queues, None, None))
    size = ctypes.c_size_t()
    check(lib.clfftGetTmpBufSize(plan, ctypes.byref(size)))
    flags = cl.mem_flags.READ_WRITE
    scratch = cl.Buffer(context, flags, size.value) if size.value else None
    buffer = cl.Buffer(context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
    memory = (ctypes.c_void_p * 1)(buffer.int_ptr)
    got = np.empty_like(data)
    axes = tuple(range(1, data.ndim))
    for direction, expected in (FORWARD, np.fft.fftn(data, axes=axes)), (BACKWARD, data):
        check(
            lib.clfftEnqueueTransform(
                plan,
                direction,
                1,
                queues,
                0,
                None,
                None,
                memory,
                None,
                ctypes.c_void_p(scratch.int_ptr if scratch else None),
            )
        )
        cl.enqueue_copy(queue, got, buffer)
        worst = np.abs(got - expected).max() / np.abs(expected).max()
        assert worst < (1e-5 if kind is np.complex64 else 1e-12), worst
    check(lib.clfftDestroyPlan(ctypes.byref(plan)))


class Setup(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint), ("minor", ctypes.c_uint), ("patch", ctypes.c_uint), ("flags", ctypes.c_ulong)]


check(lib.clfftSetup(ctypes.byref(Setup(2, 12, 2, 0))))
shapes = [
    (n,)
    for n in (
        2,
        3,
        5,
        7,
        8,
        11,
        13,
        16,
        30,
        64,
        100,
        121,
        169,
        210,
        256,
        343,
        1000,
        1024,
        2048,
        3125,
        4096,
        6000,
        8192,
        10000,
        16384,
        32768,
        65536,
    )
]
shapes += [(16, 16), (30, 42), (64, 256), (128, 1024), (512, 512), (8, 8, 8), (12, 20, 30), (32, 64, 16)]
for kind in np.complex64, np.complex128:
    for shape in shapes:
        results.case(f"{kind.__name__} {shape}", transform, shape, kind)
lib.clfftTeardown()
results.end()
