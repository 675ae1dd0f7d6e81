#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_images' JSON as docs/measurements/images.md's tables: table.py TIMES.json, with the columns Wherry, First, Intel, PoCL.

A ratio is the median of the rounds' ratios.
"""

import json
import statistics
import sys


def main(path):
    cases = {}
    for case in json.load(open(path))["cases"]:
        name, kind = case["case"].split(".")
        cases.setdefault(name, {})[kind] = case

    def times(case, column):
        return case["results"].get(column, {}).get("wall_ns") if case else None

    def ratio(slow, fast):
        """How many times faster `fast` is."""
        if not slow or not fast:
            return ""
        value = statistics.median(a / b for a, b in zip(slow, fast))
        return f"{value:.2f}" if value < 10 else f"{value:.1f}"

    print("| case | image | / buffer | first / buffer | / C++ | x Intel | x PoCL |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, kinds in cases.items():
        image, buffer = kinds["image"], kinds.get("buffer")
        mine, by_hand = times(image, "Wherry"), times(buffer, "Wherry")
        if not mine:
            continue
        rate = image["work"] / statistics.median(mine) * 1e9
        columns = [f"{rate:.4g}", ratio(by_hand, mine), ratio(by_hand, times(image, "First")),
                   ratio(times(image, "C++"), mine), ratio(times(image, "Intel"), mine), ratio(times(image, "PoCL"), mine)]
        print(f"| `{name}` | " + " | ".join(columns) + " |")


main(sys.argv[1])
