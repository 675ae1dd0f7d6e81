# SPDX-License-Identifier: Apache-2.0
# needs: ufo-launch
"""UFO (tomography): filters against NumPy. It takes GPUs alone unless UFO_DEVICE_TYPE=cpu."""

import os
import subprocess
import sys

try:
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

random = np.random.default_rng(1)
picture = random.random((48, 64), dtype=np.float32)
picture.tofile("in.raw")
source = "read path=in.raw type=raw raw-width=64 raw-height=48 raw-bitdepth=32"


def launch(filters, start=source):
    command = ["ufo-launch", *start.split(), "!", *filters.split(), "!", "write", "filename=out.raw", "rescale=0"]
    subprocess.run(command, check=True, capture_output=True, timeout=100, env={**os.environ, "UFO_DEVICE_TYPE": "cpu"})
    out = np.fromfile("out.raw", np.float32)
    os.remove("out.raw")
    return out


def close(filters, expected):
    np.testing.assert_allclose(launch(filters), np.asarray(expected, np.float32).ravel(), rtol=1e-4, atol=1e-4)


windows = np.lib.stride_tricks.sliding_window_view(np.pad(picture, 1, mode="edge"), (3, 3))
cases = {
    "calculate": lambda: close("calculate expression='v*0.5f+1.0f'", picture * 0.5 + 1),
    "flip": lambda: close("flip direction=horizontal", picture[:, ::-1]),
    "transpose": lambda: close("transpose", picture.T),
    "crop": lambda: close("crop x=8 y=4 width=32 height=16", picture[4:20, 8:40]),
    "binarize": lambda: close("binarize threshold=0.5", picture >= 0.5),
    "FFT and back": lambda: close(
        "fft dimensions=1 ! ifft dimensions=1 crop-width=64", picture / 64
    ),  # clFFT divides, and so does UFO
    "rescale": lambda: resized("rescale factor=2", 4 * picture.size),
    "median filter": lambda: inner("median-filter size=3", np.median(windows, axis=(2, 3))),
    "Gaussian blur": lambda: blurred(),
}


def resized(filters, size):
    out = launch(filters)
    assert out.size == size and abs(out.mean() - picture.mean()) < 0.02, (out.size, out.mean())


def inner(filters, expected):
    np.testing.assert_allclose(launch(filters).reshape(48, 64)[2:-2, 2:-2], expected[2:-2, 2:-2], rtol=1e-4)


def blurred():
    out = launch("blur size=9 sigma=2").reshape(48, 64)
    weights = np.exp(-np.arange(-4, 5) ** 2 / 8)
    weights /= weights.sum()
    expected = picture
    for axis in 1, 0:  # UFO leaves out the last weight
        expected = sum(np.roll(expected, 4 - k, axis) * weights[k] for k in range(8))
    np.testing.assert_allclose(out[8:-8, 8:-8], expected[8:-8, 8:-8], rtol=1e-3)


for name, function in cases.items():
    results.case(name, function)
results.end()
