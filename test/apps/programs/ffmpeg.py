# SPDX-License-Identifier: Apache-2.0
# needs: ffmpeg
"""FFmpeg's OpenCL filters against its filters of the same names on the CPU."""

import subprocess
import sys

try:
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

SOURCE = ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=0.5:r=10"]
OTHER = ["-f", "lavfi", "-i", "mandelbrot=s=320x240:r=10"]


def video(filters, *inputs, form="yuv420p"):
    command = [
        "ffmpeg",
        "-hide_banner",
        "-loglevel",
        "error",
        "-nostdin",
        "-init_hw_device",
        "opencl=cl",
        "-filter_hw_device",
        "cl",
        *inputs,
        "-filter_complex",
        filters,
        "-frames:v",
        "5",
        "-f",
        "rawvideo",
        "-pix_fmt",
        form,
        "-",
    ]
    done = subprocess.run(command, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()[-1000:]
    return np.frombuffer(done.stdout, np.uint8).astype(int)


def alike(device, host, *inputs, form="yuv420p", mean=0.3, worst=255):
    """`{}` in a chain stands for the upload to the device, or, on the host, for nothing."""
    got = video(device.replace("{}", f"format={form},hwupload") + f",hwdownload,format={form}", *inputs, form=form)
    expected = video(host.replace("{}", f"format={form}"), *inputs, form=form)
    assert got.size == expected.size > 0, (got.size, expected.size)
    difference = np.abs(got - expected)
    assert difference.mean() <= mean and difference.max() <= worst, (difference.mean(), difference.max())


def same(name, options="", **more):
    alike(f"{{}},{name}_opencl{options}", f"{{}},{name}{options}", *SOURCE, **more)


def program():
    with open("copy.cl", "w") as source:
        source.write("""
        const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        kernel void flip(write_only image2d_t to, unsigned int index, read_only image2d_t from) {
          int2 at = (int2)(get_global_id(0), get_global_id(1));
          write_imagef(to, (int2)(get_image_width(from) - 1 - at.x, at.y), read_imagef(from, plain, at));
        }""")
    alike("{},program_opencl=source=copy.cl:kernel=flip", "{},hflip", *SOURCE, form="rgba", worst=0)


def generated():
    with open("grey.cl", "w") as source:
        source.write("""
        kernel void grey(write_only image2d_t to, unsigned int index) {
          int2 at = (int2)(get_global_id(0), get_global_id(1));
          write_imagef(to, at, (float4)(at.x / 255.0f, at.y / 255.0f, 0, 1));
        }""")
    got = video(
        "openclsrc=source=grey.cl:kernel=grey:size=256x256:rate=10:format=rgba,hwdownload,format=rgba", form="rgba"
    ).reshape(-1, 256, 256, 4)
    assert (got[0, :, :, 0] == np.arange(256)).all() and (got[0, :, :, 1].T == np.arange(256)).all()


def two(device, host, form="yuv420p", **more):
    alike(
        f"[0]{{}}[a];[1]{{}}[b];[a][b]{device}",
        f"[0]{{}}[a];[1]{{}}[b];[a][b]{host}",
        *SOURCE,
        *OTHER,
        form=form,
        **more,
    )


def denoised():
    """It has no twin with the same numbers on the CPU: noise must become less."""
    clean = video("format=yuv420p", *SOURCE)
    noisy = video("format=yuv420p,noise=c0s=15:all_seed=1", *SOURCE)
    got = video("format=yuv420p,noise=c0s=15:all_seed=1,hwupload,nlmeans_opencl=s=4,hwdownload,format=yuv420p", *SOURCE)
    assert np.abs(got - clean).mean() < 0.8 * np.abs(noisy - clean).mean()


def steady(height):
    got = video(
        "format=yuv420p,hwupload,deshake_opencl,hwdownload,format=yuv420p",
        "-f",
        "lavfi",
        "-i",
        f"testsrc2=s=320x{height}:d=0.5:r=10",
    )
    assert got.size == 5 * 320 * height * 3 // 2 and got.std() > 20


def toned():
    got = video(
        "format=p010,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc,hwupload,"
        "tonemap_opencl=format=nv12:t=bt709:m=bt709:p=bt709,hwdownload,format=nv12",
        *SOURCE,
        form="nv12",
    )
    assert got.size == 5 * 320 * 240 * 3 // 2 and got.std() > 20


MATRIX = "='0 1 0 1 -4 1 0 1 0:0 1 0 1 -4 1 0 1 0:0 1 0 1 -4 1 0 1 0:0 1 0 1 -4 1 0 1 0:1:1:1:1:128:128:128:128'"
cases = {
    "avgblur": lambda: same("avgblur", "=3", mean=1),
    "boxblur": lambda: same("boxblur", "=3", mean=1),
    "unsharp": lambda: same("unsharp", "=lx=5:ly=5:la=1", mean=1),
    "convolution": lambda: same("convolution", MATRIX, mean=1),
    "sobel": lambda: same("sobel", mean=1),
    "prewitt": lambda: same("prewitt", mean=1),
    "roberts": lambda: same("roberts", mean=1),
    "erosion": lambda: same("erosion", mean=1),
    "dilation": lambda: same("dilation", mean=1),
    "transpose": lambda: same("transpose", "=clock", worst=0),
    "pad": lambda: same("pad", "=400:300:40:30", form="rgba", worst=0),
    "colorkey": lambda: same("colorkey", "=red:0.2:0.1", form="rgba", mean=1),
    "overlay": lambda: two("overlay_opencl=20:10", "overlay=20:10", mean=1),
    "xfade": lambda: two("xfade_opencl=fade:duration=0.4:offset=0.1", "xfade=fade:duration=0.4:offset=0.1", mean=1.5),
    "program": program,
    "openclsrc": generated,
    "nlmeans": denoised,
    "deshake, 240 lines": lambda: steady(240),
    "tonemap": toned,
}
for name, function in cases.items():
    results.case(name, function)
results.end()
