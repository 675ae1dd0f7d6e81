# SPDX-License-Identifier: Apache-2.0
"""A plug-in of pytest: the picture that SciPy would download is blots instead."""

import numpy as np
import scipy.datasets
from scipy import ndimage


def ascent():
    random = np.random.default_rng(1)
    picture = sum(ndimage.gaussian_filter(random.standard_normal((512, 512)), size) * size for size in (2, 5, 12, 30))
    return np.uint8(255 * (picture - picture.min()) / np.ptp(picture))


scipy.datasets.ascent = ascent
