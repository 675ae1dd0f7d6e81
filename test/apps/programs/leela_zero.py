# SPDX-License-Identifier: Apache-2.0
# needs: /usr/games/leelaz
"""Leela Zero: what a random network says of a position of Go, on OpenCL and on the CPU."""

import random
import re
import subprocess

import results

BLOCKS, FILTERS = 2, 16
random.seed(1)


def line(out, count, scale=0.1, least=None):
    values = (random.uniform(least, 1.0) if least is not None else random.gauss(0, scale) for _ in range(count))
    out.write(" ".join(f"{v:.4f}" for v in values) + "\n")


def convolution(out, of, to, size):
    line(out, of * to * size * size)
    line(out, to)
    line(out, to)
    line(out, to, least=0.5)


with open("net.txt", "w") as out:
    out.write("1\n")
    convolution(out, 18, FILTERS, 3)
    for _ in range(2 * BLOCKS):
        convolution(out, FILTERS, FILTERS, 3)
    convolution(out, FILTERS, 2, 1)
    line(out, 2 * 361 * 362)
    line(out, 362)
    convolution(out, FILTERS, 1, 1)
    line(out, 361 * 256)
    line(out, 256)
    line(out, 256)
    line(out, 1)


def evaluate(moves, *options):
    said = subprocess.run(
        ["/usr/games/leelaz", "-w", "net.txt", "--gtp", "-t", "1", "--noponder", "-d", *options],
        input="\n".join([*(f"play {move}" for move in moves), "heatmap", "quit", ""]),
        text=True,
        capture_output=True,
        timeout=400,
    )
    text = said.stderr + said.stdout
    numbers = [int(n) for row in re.findall(r"^(?:\s+\d+){19}\s*$", text, re.M) for n in row.split()]
    rate = re.search(r"winrate: ([0-9.]+)", text)
    assert len(numbers) == 361 and rate, text[-2000:]
    return numbers, float(rate[1])


def position(moves, *options):
    (got, rate), (expected, expected_rate) = evaluate(moves, *options), evaluate(moves, "--cpu-only")
    assert max(abs(a - b) for a, b in zip(got, expected)) <= 3, "the map of moves"  # of 1000
    assert abs(rate - expected_rate) < 2e-3, (rate, expected_rate)


opening = ["b Q16", "w D4", "b C16", "w Q3"]
results.case("empty board", position, [], "--gpu", "0", "--precision", "single")
results.case("opening", position, opening, "--gpu", "0", "--precision", "single")
results.end()
