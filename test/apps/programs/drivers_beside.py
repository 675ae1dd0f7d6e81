# SPDX-License-Identifier: Apache-2.0
# pip: numba==0.68.1 tbb==2023.2.0 numpy==2.4.6
"""Several OpenCL drivers and numba's threading layer by oneTBB in one process, in every order of loading: each brings a
oneTBB, an LLVM or an hwloc of its own. A driver is loaded by its library and asked for its platform as a loader does.
WHERRY_TEST_DRIVERS=LIBRARY:LIBRARY... names the others, else Debian's PoCL where it is there."""

import ctypes
import itertools
import os
import pathlib
import subprocess
import sys

import results

SOURCE = b"kernel void add(global int *out, int n) { out[get_global_id(0)] = get_global_id(0) + n; }"
ITEMS = 1000
# Places in the dispatch table, which cl_khr_icd lays down (cl_icd.h).
PLACES = {
    "clGetDeviceIDs": 2,
    "clCreateContext": 4,
    "clCreateCommandQueue": 9,
    "clCreateBuffer": 14,
    "clCreateProgramWithSource": 26,
    "clBuildProgram": 30,
    "clCreateKernel": 34,
    "clSetKernelArg": 38,
    "clEnqueueReadBuffer": 48,
    "clEnqueueNDRangeKernel": 59,
}


def platform_of(library):
    """The platform, by the function that loaders ask for it."""
    driver = ctypes.CDLL(library)
    address = driver.clGetExtensionFunctionAddress
    address.restype = ctypes.c_void_p
    ask = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_uint))(
        address(b"clIcdGetPlatformIDsKHR")
    )
    platform, count = ctypes.c_void_p(), ctypes.c_uint()
    error = ask(1, ctypes.byref(platform), ctypes.byref(count))
    assert error == 0 and count.value >= 1, f"{library}: {error}"
    return platform


def entry(platform, name, result=ctypes.c_int):
    table = ctypes.cast(ctypes.cast(platform, ctypes.POINTER(ctypes.c_void_p))[0], ctypes.POINTER(ctypes.c_void_p))
    return ctypes.CFUNCTYPE(result)(table[PLACES[name]])


def launch(library):
    platform = platform_of(library)
    call = lambda name, *arguments: entry(platform, name)(*arguments)
    make = lambda name, *arguments: ctypes.c_void_p(entry(platform, name, ctypes.c_void_p)(*arguments))
    error = ctypes.c_int()
    pointer, size, none = ctypes.byref, ctypes.c_size_t, ctypes.c_void_p()
    device = ctypes.c_void_p()
    assert call("clGetDeviceIDs", platform, ctypes.c_uint64(0xFFFFFFFF), 1, pointer(device), none) == 0
    context = make("clCreateContext", none, 1, pointer(device), none, none, pointer(error))
    queue = make("clCreateCommandQueue", context, device, ctypes.c_uint64(0), pointer(error))
    text = ctypes.c_char_p(SOURCE)
    program = make("clCreateProgramWithSource", context, 1, pointer(text), none, pointer(error))
    assert call("clBuildProgram", program, 1, pointer(device), none, none, none) == 0, f"{library}: build"
    kernel = make("clCreateKernel", program, b"add", pointer(error))
    buffer = make("clCreateBuffer", context, ctypes.c_uint64(1), size(4 * ITEMS), none, pointer(error))
    added = ctypes.c_int(5)
    assert call("clSetKernelArg", kernel, 0, size(8), pointer(buffer)) == 0
    assert call("clSetKernelArg", kernel, 1, size(4), pointer(added)) == 0
    items = size(ITEMS)
    assert call("clEnqueueNDRangeKernel", queue, kernel, 1, none, pointer(items), none, 0, none, none) == 0
    out = (ctypes.c_int * ITEMS)()
    assert call("clEnqueueReadBuffer", queue, buffer, 1, size(0), size(4 * ITEMS), out, 0, none, none) == 0
    assert list(out) == [i + 5 for i in range(ITEMS)], f"{library}: {list(out)[:4]}"


def numba_adds():
    os.environ["NUMBA_THREADING_LAYER"] = "tbb"
    ctypes.CDLL(f"{sys.prefix}/lib/libtbb.so.12")  # PyPI's, which numba's layer looks for by name alone
    import numba
    import numpy

    @numba.njit(parallel=True)
    def total(values):
        sum_ = 0
        for i in numba.prange(len(values)):
            sum_ += values[i]
        return sum_

    assert total(numpy.arange(100000)) == 4999950000
    assert numba.threading_layer() == "tbb"


def in_this_order(names):
    parts = [(numba_adds, ()) if name == "numba" else (launch, (name,)) for name in names]
    for _ in range(2):  # each once more, with all others there
        for part, arguments in parts:
            part(*arguments)


def in_a_process(names):
    subprocess.run([sys.executable, __file__, *names], check=True, timeout=600)


if len(sys.argv) > 1:
    in_this_order(sys.argv[1:])
    sys.exit(0)

vendors = pathlib.Path(os.environ["OCL_ICD_VENDORS"])
icd = vendors if vendors.is_file() else next(vendors.glob("*.icd"))
wherry = icd.read_text().strip()
named = os.environ.get("WHERRY_TEST_DRIVERS")
pocl = pathlib.Path("/usr/lib/x86_64-linux-gnu/libpocl.so.2")
others = named.split(":") if named else [str(pocl)] if pocl.exists() else []
all_of_them = [wherry, "numba", *others]
for order in itertools.permutations(all_of_them):
    results.case(", ".join(pathlib.Path(name).name for name in order), in_a_process, order)
results.end()
