# SPDX-License-Identifier: Apache-2.0
"""Piglit's tests of OpenCL, without its runner: from Debian's package if it is installed, which takes 2.1 GB, or else the
5 MB of the package that are OpenCL's, which apt fetches (34 MB) into this folder."""

import ast
import concurrent.futures
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import results

# What fails by what the tests or their package ask for.
KNOWN = {
    "api@clgetextensionfunctionaddressforplatform": "the loader's function does not look at the platform",
    "api@clgetdeviceinfo": "wants OpenCL C 1.1 of CL_DEVICE_OPENCL_C_VERSION, which is 1.2 on devices of 3.0 and later",
    "api@clgetcommandqueueinfo": "asks a host queue for CL_QUEUE_SIZE, which is CL_INVALID_COMMAND_QUEUE",
    "api@clcreateprogramwithbinary": "makes a kernel of a program that it has not built",
    "api@clgetkernelarginfo": "wants an error where the information is at hand without -cl-kernel-arg-info",
    "api@clsetkernelarg": "wants an error for local arguments of no bytes, which OpenCL 3.1 allows",
    "program@build@include-directories": "Debian's package lacks the file that it includes",
}
PLACE = "usr/lib/x86_64-linux-gnu"


def unpack(package, patterns):
    # As root, apt warns that it downloads without its sandbox.
    subprocess.run(["apt-get", "download", "-qq", package], stderr=subprocess.DEVNULL, timeout=60, check=True)
    (file,) = pathlib.Path().glob(f"{package}_*.deb")
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], stdout=subprocess.PIPE) as archive:
        names = [f"./{PLACE}/{pattern}" for pattern in patterns]
        subprocess.run(["tar", "-x", "--wildcards", *names], stdin=archive.stdout, check=True)
    file.unlink()


def find():
    """The folders of piglit and of libraries that it needs."""
    if pathlib.Path(f"/{PLACE}/piglit/bin/cl-program-tester").exists():
        return pathlib.Path(f"/{PLACE}/piglit"), ""
    here = pathlib.Path(PLACE).absolute()
    if not (here / "complete").exists():
        shutil.rmtree("usr", ignore_errors=True)
        try:
            unpack("piglit", ["piglit/bin/cl-*", "piglit/tests/cl*", "piglit/generated_tests/cl*", "piglit/lib*"])
            unpack("libegl1", ["libEGL*"])
            unpack("libglvnd0", ["libGLdispatch*"])
            unpack("libwaffle-1-0", ["libwaffle*"])
        except (OSError, ValueError, subprocess.SubprocessError) as wrong:
            print(f"skipped: Debian's package piglit is not to be had: {wrong}")
            sys.exit(77)
        (here / "complete").touch()
    return here / "piglit", f"{here / 'piglit/lib'}:{here}"


def execute(folder, libraries, command):
    program, *arguments = command
    paths = [folder / argument if (folder / argument).exists() else argument for argument in arguments]
    variables = dict(os.environ, PIGLIT_SOURCE_DIR=str(folder), LD_LIBRARY_PATH=libraries)
    try:
        done = subprocess.run(
            [folder / "bin" / program, *paths], env=variables, capture_output=True, text=True, errors="replace", timeout=600
        )
    except subprocess.TimeoutExpired:
        return {"": "timeout"}
    if done.returncode < 0:
        return {"": f"signal {-done.returncode}"}
    parts = dict(re.findall(r'^PIGLIT: \{"subtest": \{"(.*)" : "(\w+)"\}\}', done.stdout, re.MULTILINE))
    whole = re.findall(r'^PIGLIT: \{"result": "(\w+)"', done.stdout, re.MULTILINE)
    if not whole:
        return {"": "no result"}
    return parts or {"": whole[-1]}


def run(choose):
    """All tests that `choose` is true of, by number and name."""
    folder, libraries = find()
    with gzip.open(folder / "tests/cl.xml.gz") as file:
        listed = xml.etree.ElementTree.parse(file).getroot().findall("Test")
    tests = {}
    for number, test in enumerate(listed):
        if choose(number, test.get("name")):
            options = {option.get("name"): ast.literal_eval(option.get("value")) for option in test.findall("option")}
            tests[test.get("name")] = options.get("command") or ["cl-program-tester", options["filename"]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = pool.map(lambda command: execute(folder, libraries, command), tests.values())
        for name, parts in zip(tests, outcomes):
            for part, outcome in parts.items():
                if outcome == "pass":
                    results.passed += 1
                elif outcome in ("skip", "notrun") or name in KNOWN:
                    results.skipped += 1
                    print(f"{name} {part}: {KNOWN.get(name, outcome)}")
                else:
                    results.failed += 1
                    print(f"{name} {part}: FAILED: {outcome}")
    results.end()
