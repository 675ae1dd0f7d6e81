# SPDX-License-Identifier: Apache-2.0
# pip: kernel-tuner==1.5.0 pyopencl==2026.1.4
"""Kernel Tuner: all variants of kernels, each compared with NumPy's answer by the tuner itself."""

import numpy as np
from kernel_tuner import run_kernel, tune_kernel
import results

ADD = """
kernel void add(global float *c, global const float *a, global const float *b, int n) {
  int i = get_global_id(0) * PER;
  for (int k = 0; k < PER; ++k) if (i + k < n) c[i + k] = a[i + k] + b[i + k];
}"""
TRANSPOSE = """
kernel void transpose(global float *out, global const float *in) {
  local float tile[block_size_y][block_size_x + PAD];
  int x = get_group_id(0) * block_size_x, y = get_group_id(1) * block_size_y;
  int i = get_local_id(0), j = get_local_id(1);
  tile[j][i] = in[(y + j) * SIZE + x + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = j * block_size_x + i; k < block_size_x * block_size_y; k += block_size_x * block_size_y)
    out[(x + k / block_size_y) * SIZE + y + k % block_size_y] = tile[k % block_size_y][k / block_size_y];
}"""
random = np.random.default_rng(1)


def tuned(name, source, size, arguments, answer, parameters, **more):
    found, _ = tune_kernel(
        name,
        source,
        size,
        arguments,
        parameters,
        answer=answer,
        lang="OpenCL",
        verbose=False,
        iterations=2,
        quiet=True,
        **more,
    )
    assert len(found) == np.prod([len(v) for v in parameters.values()]), len(found)
    assert all(isinstance(each["time"], float) for each in found), found


def add():
    n = np.int32(100_003)
    a, b = (random.standard_normal(n).astype(np.float32) for _ in range(2))
    tuned(
        "add",
        ADD,
        int(n),
        [np.zeros_like(a), a, b, n],
        [a + b, None, None, None],
        {"block_size_x": [32, 64, 256], "PER": [1, 4]},
        grid_div_x=["block_size_x", "PER"],
    )


def transpose():
    a = random.standard_normal((256, 256)).astype(np.float32)
    tuned(
        "transpose",
        TRANSPOSE,
        (256, 256),
        [np.zeros_like(a), a],
        [a.T.copy(), None],
        {"block_size_x": [8, 16, 32], "block_size_y": [4, 16], "PAD": [0, 1], "SIZE": [256]},
    )


def once():
    n = np.int32(1000)
    a, b = (random.standard_normal(n).astype(np.float32) for _ in range(2))
    got = run_kernel("add", ADD, int(n), [np.zeros_like(a), a, b, n], {"block_size_x": 64, "PER": 1}, lang="OpenCL")[0]
    np.testing.assert_array_equal(got, a + b)


results.case("a kernel run once", once)
results.case("6 variants of a sum", add)
results.case("12 variants of a transposition", transpose)
results.end()
