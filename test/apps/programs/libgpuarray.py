# SPDX-License-Identifier: Apache-2.0
"""libgpuarray (pygpu): operations on arrays on OpenCL, against NumPy."""

import sys

try:
    import numpy as np
    import pygpu
    from pygpu import elemwise
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

context = pygpu.init("opencl0:0")
random = np.random.default_rng(1)
a, b = (random.standard_normal((40, 60)).astype("float32") for _ in range(2))
x, y = (pygpu.array(each, context=context) for each in (a, b))


def close(got, expected):
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-5, atol=1e-5)


def elementwise():
    ours = elemwise.GpuElemwise(
        context,
        "c = a * b + 1",
        [
            elemwise.arg("a", "float32", read=True),
            elemwise.arg("b", "float32", read=True),
            elemwise.arg("c", "float32", write=True),
        ],
    )
    out = pygpu.empty(a.shape, "float32", context=context)
    ours(x, y, out)
    close(out, a * b + 1)


cases = {
    "upload and download": lambda: close(x, a),
    "elementwise": elementwise,
    "slices": lambda: close(x[3:30:2, ::-1].copy(), a[3:30:2, ::-1]),
    "transposition": lambda: close(x.T.copy(), a.T),
    "conversion": lambda: close(x.astype("float64"), a.astype("float64")),
    "taken": lambda: close(x.take1(pygpu.array(np.array([5, 1, 30]), context=context)), a[[5, 1, 30]]),
    "filled": lambda: close(pygpu.zeros((100, 7), "int32", context=context), np.zeros((100, 7))),
}
for name, function in cases.items():
    results.case(name, function)
results.end()
