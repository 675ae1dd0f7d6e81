# SPDX-License-Identifier: Apache-2.0
"""The cases of a program: each prints a line; the end prints the sums that tools/programs reads."""

import re
import subprocess
import sys
import traceback

passed = failed = skipped = 0


def case(name, function, *arguments, known=None):
    """Runs a case that raises where it fails. `known`: why it fails today, which then fails nothing."""
    global passed, failed, skipped
    try:
        function(*arguments)
    except Exception as error:
        if known:
            skipped += 1
            print(f"{name}: fails as known: {known}", flush=True)
            return
        failed += 1
        traceback.print_exc()
        print(f"{name}: FAILED: {type(error).__name__}: {error}"[:2000], flush=True)
    else:
        if known:
            failed += 1
            print(f"{name}: FAILED: passes, though known to fail: {known}", flush=True)
            return
        passed += 1
        print(f"{name}: passed", flush=True)


def tests(command, seconds=3000):
    """A program's own tests by pytest, unittest or anything that ends with pytest's sums."""
    global passed, failed, skipped
    child = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds)
    print(child.stdout, flush=True)
    closing = [
        line for line in child.stdout.splitlines() if re.search(r"\d+ (passed|failed|errors?)\b.* in [0-9.]+s", line)
    ]
    sums = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|skipped|errors?)", "".join(closing[-1:]))}
    passed += sums.get("passed", 0)
    failed += sums.get("failed", 0) + sums.get("error", 0) + sums.get("errors", 0)
    skipped += sums.get("skipped", 0)
    if not sums:
        failed += 1


def end():
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed or not passed else 0)
