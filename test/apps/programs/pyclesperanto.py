# SPDX-License-Identifier: Apache-2.0
# pip: pyclesperanto==0.25.1 numpy scipy
"""pyclesperanto (CLIc): image operations in 3D, against SciPy and NumPy."""

import numpy as np
import pyclesperanto as cle
from scipy import ndimage
import results

cle.select_backend("opencl")
random = np.random.default_rng(1)
volume = ndimage.gaussian_filter(random.random((20, 40, 50)).astype(np.float32), 1) * 100
other = random.random((20, 40, 50)).astype(np.float32)
inner = (slice(6, -6),) * 3


def close(got, expected, tolerance=1e-3, where=slice(None)):
    np.testing.assert_allclose(
        np.asarray(cle.pull(got))[where], np.asarray(expected)[where], rtol=tolerance, atol=tolerance
    )


def labels():
    mask = (volume > 52).astype(np.uint8)
    count = ndimage.label(mask, box)[1]
    assert np.asarray(cle.pull(cle.connected_components_labeling(mask))).max() == count, count


box = np.ones((3, 3, 3))
cases = {
    "sum of two": lambda: close(cle.add_images_weighted(volume, other, None, 2, 3), 2 * volume + 3 * other),
    "product": lambda: close(cle.multiply_images(volume, other), volume * other, 1e-2),
    "absolute difference": lambda: close(cle.absolute_difference(volume, other), np.abs(volume - other)),
    "power": lambda: close(cle.power(volume, None, 1.5), volume**1.5, 1e-2),
    "threshold": lambda: close(cle.greater_constant(volume, None, 50), volume > 50),
    "Gaussian blur": lambda: close(
        cle.gaussian_blur(volume, None, 1, 1, 1), ndimage.gaussian_filter(volume, 1), 1e-1, inner
    ),
    "mean filter": lambda: close(cle.mean_box(volume, None, 1, 1, 1), ndimage.uniform_filter(volume, 3), 1e-2, inner),
    "median filter": lambda: close(
        cle.median_box(volume, None, 1, 1, 1), ndimage.median_filter(volume, 3), 1e-3, inner
    ),
    "maximum filter": lambda: close(
        cle.maximum_box(volume, None, 1, 1, 1), ndimage.maximum_filter(volume, 3), 1e-3, inner
    ),
    "minimum filter": lambda: close(
        cle.minimum_box(volume, None, 1, 1, 1), ndimage.minimum_filter(volume, 3), 1e-3, inner
    ),
    "maximum along z": lambda: close(cle.maximum_z_projection(volume), volume.max(axis=0)),
    "sum along z": lambda: close(cle.sum_z_projection(volume), volume.sum(axis=0), 1e-2),
    "transposition": lambda: close(cle.transpose_xy(volume), volume.transpose(0, 2, 1)),
    "sum of all": lambda: np.testing.assert_allclose(cle.sum_of_all_pixels(volume), volume.sum(), rtol=1e-4),
    "labels": labels,
}
for name, function in cases.items():
    results.case(name, function)
results.end()
