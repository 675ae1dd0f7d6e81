# SPDX-License-Identifier: Apache-2.0
# needs: gegl
"""GEGL (GIMP's image operations) with and without OpenCL. GEGL_USE_OPENCL=yes asks for GPUs alone: it takes `cpu`."""

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
y, x = np.mgrid[0:160, 0:240]
picture = np.stack([x + y, 2 * x, 3 * y], -1) // 2 % 256 // 8 * 8 + random.integers(0, 8, (160, 240, 3))
with open("in.ppm", "wb") as out:
    out.write(b"P6\n240 160\n255\n" + picture.astype(np.uint8).tobytes())


def develop(operation, device):
    subprocess.run(
        ["gegl", "in.ppm", "-o", "out.ppm", "--", *operation.split()],
        check=True,
        capture_output=True,
        env={**os.environ, "GEGL_USE_OPENCL": device},
        timeout=200,
    )
    with open("out.ppm", "rb") as made:
        return np.frombuffer(made.read()[-picture.size :], np.uint8).astype(int)


def alike(operation):
    difference = np.abs(develop(operation, "cpu") - develop(operation, "no"))
    assert difference.mean() < 0.5, (difference.mean(), difference.max())


KNOWN = {
    name: "GEGL's kernel differs from its C code: Intel's driver gives the same picture as Wherry"
    for name in ("snn-mean", "noise-reduction iterations=2", "oilify")
}
for operation in (
    "box-blur radius=4",
    "levels in-low=0.2",
    "brightness-contrast contrast=1.4",
    "pixelize",
    "snn-mean",
    "gaussian-blur-selective blur-radius=3",
    "motion-blur-linear length=10",
    "noise-reduction iterations=2",
    "bilateral-filter",
    "color-temperature",
    "invert-linear",
    "value-invert",
    "threshold value=0.4",
    "stretch-contrast",
    "high-pass",
    "alien-map",
    "oilify",
    "texturize-canvas",
    "waves",
    "mono-mixer",
    "color-exchange",
    "posterize levels=5",
):
    results.case(operation, alike, f"gegl:{operation}", known=KNOWN.get(operation))
results.end()
