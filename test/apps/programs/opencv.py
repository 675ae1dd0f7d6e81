# SPDX-License-Identifier: Apache-2.0
# pip: opencv-python-headless==5.0.0.93 numpy
"""OpenCV: functions on UMat (OpenCL) against the same on arrays (the CPU)."""

import os

os.environ["OPENCV_OPENCL_DEVICE"] = ":CPU:"  # it looks for GPUs alone else
import cv2
import numpy as np
import results

random = np.random.default_rng(1)
picture = cv2.GaussianBlur(random.integers(0, 256, (240, 320, 3), dtype=np.uint8), (5, 5), 2)
grey, other = picture[..., 0].copy(), picture[..., 1].copy()
real = random.random((240, 320), dtype=np.float32)
kernel, turn = np.ones((3, 3), np.uint8), cv2.getRotationMatrix2D((160, 120), 30, 1.2)
view = np.float32([[1, 0.1, 3], [0.05, 0.9, 2], [1e-4, 2e-4, 1]])
map_x, map_y = np.float32(np.tile(np.arange(320), (240, 1)) * 0.9), np.float32(
    np.tile(np.arange(240), (320, 1)).T * 1.05
)


def alike(function, inputs, mean, worst):
    got, expected = function(*map(cv2.UMat, inputs)), function(*inputs)
    got, expected = (each if isinstance(each, tuple) else (each,) for each in (got, expected))
    for ours, theirs in zip(got, expected, strict=True):
        ours = np.asarray(ours.get() if isinstance(ours, cv2.UMat) else ours, dtype=np.float64)
        theirs = np.asarray(theirs, dtype=np.float64)
        assert ours.shape == theirs.shape, (ours.shape, theirs.shape)
        difference = np.abs(ours - theirs)
        assert difference.mean() <= mean and difference.max() <= worst, (difference.mean(), difference.max())


cases = {
    "add": (lambda a, b: cv2.add(a, b), grey, other),
    "subtract": (lambda a, b: cv2.subtract(a, b), grey, other),
    "absdiff": (lambda a, b: cv2.absdiff(a, b), grey, other),
    "multiply": (lambda a, b: cv2.multiply(a, b), real, real),
    "divide": (lambda a, b: cv2.divide(a, b), real, real + 1),
    "min": (lambda a, b: cv2.min(a, b), grey, other),
    "bitwise_and": (lambda a, b: cv2.bitwise_and(a, b), grey, other),
    "compare": (lambda a, b: cv2.compare(a, b, cv2.CMP_GT), grey, other),
    "addWeighted": (lambda a, b: cv2.addWeighted(a, 0.3, b, 0.7, 5), grey, other),
    "magnitude": (lambda a, b: cv2.magnitude(a, b), real, real),
    "exp": (cv2.exp, real),
    "log": (cv2.log, real + 1),
    "pow": (lambda a: cv2.pow(a, 1.7), real),
    "inRange": (lambda a: cv2.inRange(a, 50, 200), grey),
    "cvtColor to grey": (lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2GRAY), picture),
    "cvtColor to HSV": (lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2HSV), picture),
    "cvtColor to Lab": (lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2LAB), picture),
    "cvtColor to YUV": (lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2YUV), picture),
    "split": (lambda a: tuple(cv2.split(a)), picture),
    "merge": (lambda a, b: cv2.merge([a, b]), grey, other),
    "transpose": (cv2.transpose, picture),
    "flip": (lambda a: cv2.flip(a, -1), picture),
    "copyMakeBorder": (lambda a: cv2.copyMakeBorder(a, 5, 6, 7, 8, cv2.BORDER_REFLECT), picture),
    "resize, linear": (lambda a: cv2.resize(a, (500, 333)), picture),
    "resize, area": (lambda a: cv2.resize(a, (160, 120), interpolation=cv2.INTER_AREA), picture),
    "resize, cubic": (lambda a: cv2.resize(a, (500, 333), interpolation=cv2.INTER_CUBIC), picture),
    "warpAffine": (lambda a: cv2.warpAffine(a, turn, (320, 240)), picture),
    "warpPerspective": (lambda a: cv2.warpPerspective(a, view, (320, 240)), picture),
    "remap": (lambda a: cv2.remap(a, map_x, map_y, cv2.INTER_LINEAR), picture),
    "pyrDown": (cv2.pyrDown, picture),
    "pyrUp": (cv2.pyrUp, picture),
    "blur": (lambda a: cv2.blur(a, (5, 5)), picture),
    "boxFilter": (lambda a: cv2.boxFilter(a, -1, (3, 7)), picture),
    "GaussianBlur": (lambda a: cv2.GaussianBlur(a, (7, 7), 1.5), picture),
    "medianBlur": (lambda a: cv2.medianBlur(a, 5), picture),
    "bilateralFilter": (lambda a: cv2.bilateralFilter(a, 7, 40, 5), grey),
    "Laplacian": (lambda a: cv2.Laplacian(a, cv2.CV_32F), grey),
    "Sobel": (lambda a: cv2.Sobel(a, cv2.CV_32F, 1, 0), grey),
    "Scharr": (lambda a: cv2.Scharr(a, cv2.CV_32F, 0, 1), grey),
    "filter2D": (lambda a: cv2.filter2D(a, cv2.CV_32F, np.float32([[0, 1, 2], [3, 4, 5], [6, 7, 9]])), grey),
    "sepFilter2D": (lambda a: cv2.sepFilter2D(a, cv2.CV_32F, np.float32([1, 2, 1]), np.float32([1, 0, -1])), grey),
    "erode": (lambda a: cv2.erode(a, kernel), grey),
    "dilate": (lambda a: cv2.dilate(a, kernel), grey),
    "morphologyEx": (lambda a: cv2.morphologyEx(a, cv2.MORPH_GRADIENT, kernel), grey),
    "threshold": (lambda a: cv2.threshold(a, 100, 255, cv2.THRESH_BINARY)[1], grey),
    "adaptiveThreshold": (
        lambda a: cv2.adaptiveThreshold(a, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 11, 2),
        grey,
    ),
    "Canny": (lambda a: cv2.Canny(a, 50, 150), grey),
    "equalizeHist": (cv2.equalizeHist, grey),
    "calcHist": (lambda a: cv2.calcHist([a], [0], None, [64], [0, 256]), grey),
    "LUT": (lambda a: cv2.LUT(a, np.arange(255, -1, -1, dtype=np.uint8)), grey),
    "integral": (cv2.integral, grey),
    "matchTemplate": (lambda a, b: cv2.matchTemplate(a, b, cv2.TM_SQDIFF), grey, other[:20, :30].copy()),
    "norm": (lambda a: np.float64(cv2.norm(a)), real),
    "meanStdDev": (cv2.meanStdDev, grey),
    "countNonZero": (lambda a: np.float64(cv2.countNonZero(a)), grey),
    "minMaxLoc": (lambda a: tuple(map(np.float64, cv2.minMaxLoc(a)[:2])), grey),
    "reduce": (lambda a: cv2.reduce(a, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F), grey),
    "normalize": (lambda a: cv2.normalize(a, None, 0, 255, cv2.NORM_MINMAX), real),
    "gemm": (lambda a, b: cv2.gemm(a, b, 1, None, 0), real, real.T.copy()),
    "CLAHE": (lambda a: cv2.createCLAHE(2, (8, 8)).apply(a), grey),
    "cornerMinEigenVal": (lambda a: cv2.cornerMinEigenVal(a, 3), grey),
    "cornerHarris": (lambda a: cv2.cornerHarris(a, 2, 3, 0.04), grey),
    "fastNlMeansDenoising": (lambda a: cv2.fastNlMeansDenoising(a, None, 10, 5, 11), grey[:80, :80].copy()),
}
for name, (function, *inputs) in cases.items():
    # The CPU rounds 8-bit results by fixed-point numbers: one step now and then, an edge of Canny's here and there.
    large = {
        "matchTemplate": 100,
        "gemm": 1e-3,
        "reduce": 1,
        "integral": 0,
        "norm": 1e-2,
        "fastNlMeansDenoising": 1,
    }.get(name, 0.5)
    results.case(name, alike, function, inputs, large, np.inf)
results.end()
