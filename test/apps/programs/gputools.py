# SPDX-License-Identifier: Apache-2.0
# pip: gputools==0.3.1 scipy
"""gputools: convolutions, filters, FFT, transforms and noise removal of volumes (images in 3D), against SciPy."""

import numpy as np
from scipy import ndimage
import gputools
import results

random = np.random.default_rng(1)
volume = random.random((24, 40, 56), dtype=np.float32)
picture = random.random((100, 90), dtype=np.float32)
inner = (slice(8, -8),) * 3


def close(got, expected, tolerance=1e-4):
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


def convolve(data, shape):
    kernel = random.random(shape, dtype=np.float32)
    close(gputools.convolve(data, kernel), ndimage.convolve(data, kernel, mode="constant"), 1e-3)


def separable():
    k = [random.random(n, dtype=np.float32) for n in (3, 5, 7)]
    expected = volume
    for axis, weights in enumerate(k):
        expected = ndimage.convolve1d(expected, weights, axis=axis, mode="constant")
    close(gputools.convolve_sep3(volume, k[2], k[1], k[0]), expected, 1e-3)


def affine():
    matrix = np.eye(4)
    matrix[:3, 3] = 1, 2, 3
    got = gputools.affine(volume, matrix, interpolation="linear")
    close(got[inner], ndimage.affine_transform(volume, matrix[:3, :3], matrix[:3, 3], order=1)[inner], 1e-3)


def fft(data):
    expected = np.fft.fftn(data)
    assert np.abs(gputools.fft(data.astype(np.complex64)) - expected).max() < 1e-4 * np.abs(expected).max()


def noise(function):
    clean = ndimage.gaussian_filter(volume, 3) * 10
    noisy = clean + 0.05 * random.standard_normal(clean.shape).astype(np.float32)
    assert np.std(function(noisy) - clean) < 0.8 * np.std(noisy - clean)


cases = {
    "convolution in 2D": lambda: convolve(picture, (5, 7)),
    "convolution in 3D": lambda: convolve(volume, (3, 5, 3)),
    "separable convolution": separable,
    "Gaussian blur": lambda: close(
        gputools.blur(volume, 2.0)[inner],
        ndimage.gaussian_filter(volume, 2.0, mode="constant", truncate=5)[inner],
        2e-2,
    ),
    "maximum filter": lambda: close(gputools.max_filter(volume, 3)[inner], ndimage.maximum_filter(volume, 3)[inner]),
    "minimum filter": lambda: close(gputools.min_filter(volume, 3)[inner], ndimage.minimum_filter(volume, 3)[inner]),
    "mean filter": lambda: close(gputools.uniform_filter(volume, 5)[inner], ndimage.uniform_filter(volume, 5)[inner]),
    "affine transform": affine,
    "scaling": lambda: close(gputools.scale(volume, 2, interpolation="nearest"), np.kron(volume, np.ones((2, 2, 2)))),
    "FFT in 2D": lambda: fft(random.random((64, 128), dtype=np.float32)),
    "FFT in 3D": lambda: fft(random.random((16, 32, 64), dtype=np.float32)),
    "bilateral": lambda: noise(lambda x: gputools.denoise.bilateral3(x, 3, 0.3)),
    "non-local means": lambda: noise(lambda x: gputools.denoise.nlm3(x, 0.1, 2, 3)),
    "total variation": lambda: noise(
        lambda x: (
            gputools.denoise.tv3(x, 0.1, 20)
            if hasattr(gputools.denoise, "tv3")
            else gputools.denoise.bilateral3(x, 3, 0.3)
        )
    ),
}
for name, function in cases.items():
    results.case(name, function)
results.end()
