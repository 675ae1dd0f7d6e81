#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_images' JSON as docs/measurements/images.md's table.

table.py TIMES.json..., of the drivers Wherry, First, Intel, PoCL. A ratio is the median of the rounds' ratios, within a
file. A column of a later file is taken where those before have none.
"""

import json
import statistics
import sys


def ratio(slow, fast):
    """How many times faster `fast` is."""
    if not slow or not fast:
        return ""
    value = statistics.median(a / b for a, b in zip(slow, fast))
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def rows_of(path):
    """The columns of each case."""
    cases = {}
    for case in json.load(open(path))["cases"]:
        name, kind = case["case"].split(".")
        cases.setdefault(name, {})[kind] = case

    def times(case, column):
        return case["results"].get(column, {}).get("wall_ns") if case else None

    for name, kinds in cases.items():
        image, buffer = kinds["image"], kinds.get("buffer")
        mine, by_hand = times(image, "Wherry"), times(buffer, "Wherry")
        if mine:
            rate = image["work"] / statistics.median(mine) * 1e9
            first = ratio(by_hand, times(image, "First"))
            others = [ratio(times(image, other), mine) for other in ("C++", "Intel", "PoCL")]
            yield name, [f"{rate:.4g}", ratio(by_hand, mine), first] + others


def main(paths):
    table = {}
    for path in paths:
        for name, columns in rows_of(path):
            known = table.setdefault(name, columns)
            table[name] = [old or new for old, new in zip(known, columns)]
    print("| case | image | / buffer | first / buffer | / C++ | x Intel | x PoCL |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, columns in table.items():
        print(f"| `{name}` | " + " | ".join(columns) + " |")


main(sys.argv[1:])
