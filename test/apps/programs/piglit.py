# SPDX-License-Identifier: Apache-2.0
# needs: piglit
"""Piglit's tests of OpenCL: some 4200, ten minutes. Those below fail by what the tests or their package ask for."""

import bz2
import json
import pathlib
import shutil
import subprocess

import results

KNOWN = {
    "api@clgetextensionfunctionaddressforplatform": "the loader's function does not look at the platform",
    "api@clgetdeviceinfo": "wants OpenCL C 1.1 of CL_DEVICE_OPENCL_C_VERSION, which is 1.2 on devices of 3.0 and later",
    "api@clgetcommandqueueinfo": "asks a host queue for CL_QUEUE_SIZE, which is CL_INVALID_COMMAND_QUEUE",
    "api@clcreateprogramwithbinary": "makes a kernel of a program that it has not built",
    "api@clgetkernelarginfo": "wants an error where the information is at hand without -cl-kernel-arg-info",
    "api@clsetkernelarg": "wants an error for local arguments of no bytes, which OpenCL 3.1 allows",
    "program@build@include-directories": "Debian's package lacks the file that it includes",
}
folder = pathlib.Path("results")
shutil.rmtree(folder, ignore_errors=True)
subprocess.run(["piglit", "run", "cl", str(folder)], stdout=subprocess.DEVNULL, timeout=3000, check=True)
with bz2.open(folder / "results.json.bz2") as file:
    tests = json.load(file)["tests"]
for name, test in tests.items():
    parts = {key: value for key, value in test.get("subtests", {}).items() if key != "__type__"}
    for part, outcome in parts.items() if parts else [("", test["result"])]:
        if outcome == "pass":
            results.passed += 1
        elif outcome in ("skip", "notrun") or name in KNOWN:
            results.skipped += 1
            print(f"{name} {part}: {KNOWN.get(name, outcome)}")
        else:
            results.failed += 1
            print(f"{name} {part}: FAILED: {outcome}")
results.end()
