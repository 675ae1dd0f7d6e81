# SPDX-License-Identifier: Apache-2.0
# pip: tinygrad==0.14.0 numpy==2.4.6
"""tinygrad on its OpenCL back end: operations, gradients and a small training, against NumPy."""

import os

os.environ["DEV"] = "CL"
import numpy as np
from tinygrad import Device, Tensor, dtypes
import results

random = np.random.default_rng(1)
a, b = (random.standard_normal((64, 96)).astype(np.float32) for _ in range(2))


def close(tensor, expected, tolerance=1e-4):
    np.testing.assert_allclose(tensor.numpy(), expected, rtol=tolerance, atol=tolerance)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def convolution():
    x, w = random.standard_normal((2, 3, 20, 20)).astype(np.float32), random.standard_normal((8, 3, 3, 3)).astype(
        np.float32
    )
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
    close(Tensor(x).conv2d(Tensor(w)), np.einsum("nchwij,ocij->nohw", windows, w), 1e-3)


def gradient():
    x, w = Tensor(a), Tensor(b.T.copy())
    of_x, of_w = (x @ w).relu().sum().gradient(x, w)
    mask = (a @ b.T > 0).astype(np.float32)
    close(of_x, mask @ b, 1e-3)
    close(of_w, a.T @ mask, 1e-3)


def training():
    """A net of two layers learns the sign of a product."""
    x = random.uniform(-1, 1, (512, 2)).astype(np.float32)
    y = (x[:, :1] * x[:, 1:] > 0).astype(np.float32)
    weights = [random.standard_normal(shape).astype(np.float32) for shape in ((2, 32), (32,), (32, 1), (1,))]
    moved = [np.zeros_like(each) for each in weights]
    model = lambda w: (Tensor(x) @ w[0] + w[1]).tanh() @ w[2] + w[3]
    for _ in range(80):
        tensors = [Tensor(each) for each in weights]
        gradients = model(tensors).binary_crossentropy_logits(Tensor(y)).gradient(*tensors)
        moved = [0.9 * m + g.numpy() for m, g in zip(moved, gradients)]
        weights = [w - 0.2 * m for w, m in zip(weights, moved)]
    right = ((model([Tensor(each) for each in weights]).numpy() > 0) == y).mean()
    assert right > 0.9, right


def indices():
    i = random.integers(0, 64, 50)
    close(Tensor(a)[Tensor(i.astype(np.int32))], a[i])


def integers():
    i, j = (random.integers(-1000, 1000, 999).astype(np.int32) for _ in range(2))
    np.testing.assert_array_equal((Tensor(i) * Tensor(j) ^ Tensor(j)).numpy(), i * j ^ j)
    np.testing.assert_array_equal(Tensor(i).cast(dtypes.int64).sum().numpy(), i.sum())


assert Device.DEFAULT == "CL", Device.DEFAULT
cases = {
    "sum of two": lambda: close(Tensor(a) + Tensor(b), a + b),
    "product of matrices": lambda: close(Tensor(a) @ Tensor(b.T.copy()), a @ b.T, 1e-3),
    "functions": lambda: close((Tensor(a).exp() + Tensor(b).sin()).tanh(), np.tanh(np.exp(a) + np.sin(b))),
    "softmax": lambda: close(Tensor(a).softmax(), softmax(a)),
    "sums along an axis": lambda: close(Tensor(a).sum(axis=0), a.sum(axis=0), 1e-3),
    "maximum": lambda: close(Tensor(a).max(axis=1), a.max(axis=1)),
    "cumulative sum": lambda: close(Tensor(a).cumsum(axis=1), a.cumsum(axis=1), 1e-3),
    "sort": lambda: close(Tensor(a).sort(dim=1)[0], np.sort(a, axis=1)),
    "half": lambda: close(Tensor(a).half() * 2, a.astype(np.float16) * 2),
    "double": lambda: close(Tensor(a.astype(np.float64)).sqrt().isnan().sum(), (a < 0).sum()),
    "transposition and pad": lambda: close(Tensor(a).T.pad(((1, 2), (3, 4))), np.pad(a.T, ((1, 2), (3, 4)))),
    "convolution": convolution,
    "gradients": gradient,
    "training": training,
    "indices": indices,
    "integers": integers,
}
for name, function in cases.items():
    results.case(name, function)
results.end()
