# SPDX-License-Identifier: Apache-2.0
# pip: lightgbm==4.7.0 numpy scikit-learn
"""LightGBM with device_type=gpu (OpenCL): trained models against those of the CPU, and against the truth."""

import lightgbm
import numpy as np
from sklearn import datasets, metrics
import results


def train(x, y, **more):
    models = {}
    for device in "gpu", "cpu":
        settings = dict(
            device_type=device,
            num_leaves=15,
            min_data_in_leaf=5,
            verbose=-1,
            seed=1,
            num_threads=2,
            gpu_use_dp=True,
            **more,
        )
        models[device] = lightgbm.train(settings, lightgbm.Dataset(x, y), num_boost_round=20)
    return models["gpu"].predict(x), models["cpu"].predict(x)


def regression(bins):
    x, y = datasets.make_regression(4000, 12, noise=1, random_state=1)
    gpu, cpu = train(x, y, objective="regression", max_bin=bins)
    ours, theirs = metrics.r2_score(y, gpu), metrics.r2_score(y, cpu)
    assert ours > 0.7 and abs(ours - theirs) < 0.01, (ours, theirs)


def classes(load, objective, **more):
    x, y = load(return_X_y=True)
    gpu, cpu = train(x, y, objective=objective, **more)
    label = (lambda p: p.argmax(axis=1)) if gpu.ndim > 1 else (lambda p: p > 0.5)
    ours, theirs = (metrics.accuracy_score(y, label(p)) for p in (gpu, cpu))
    assert ours > 0.95 and abs(ours - theirs) < 0.01, (ours, theirs)


for bins in 15, 63, 255:
    results.case(f"regression, {bins} bins", regression, bins)
results.case("two classes", classes, datasets.load_breast_cancer, "binary")
results.case("ten classes", lambda: classes(datasets.load_digits, "multiclass", num_class=10))
results.end()
