# SPDX-License-Identifier: Apache-2.0
"""Writes a made-up raw picture (NAME.dng, a camera's sensor of 16 bits a pixel) and darktable's settings for it (NAME.xmp).

python3 raw_picture.py NAME
"""

import math
import random
import struct
import sys

WIDTH, HEIGHT = 600, 400
BLACK, WHITE = 512, 15871
BYTE, ASCII, SHORT, LONG, RATIONAL, SRATIONAL = 1, 2, 3, 4, 5, 10
# Modules beside those of each raw picture, with their parameters' versions and parameters.
MODULES = [
    ("nlmeans", 2, (2.0, 20.0, 0.5, 1.0)),
    ("sharpen", 1, (2.0, 0.5, 0.5)),
    ("bilat", 3, (0, 50.0, 1.0, 0.25, 0.2)),
    ("velvia", 2, (25.0, 1.0)),
    ("vibrance", 2, (25.0,)),
    ("soften", 1, (20.0, 100.0, 0.33, 25.0)),
]


def sensor():
    random.seed(1)
    rows = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            light = (
                0.30 + 0.25 * math.sin(x * 0.03) * math.cos(y * 0.05),
                0.25 + 0.20 * math.sin((x + 2 * y) * 0.021),
                0.15 + 0.12 * math.cos(x * 0.011 - y * 0.04),
            )[(y & 1) + (x & 1)]  # red and green, green and blue
            rows += struct.pack("<H", BLACK + int(15000 * light) + random.randrange(120))
    return rows


def fractions(kind, *values):
    return b"".join(struct.pack("<" + kind + kind, round(value * 10000), 10000) for value in values)


def write_dng(path):
    pixels = sensor()
    short, long = (lambda *v: struct.pack(f"<{len(v)}H", *v)), (lambda *v: struct.pack(f"<{len(v)}I", *v))
    camera = b"Made up\0"
    matrix = fractions("i", 0.9, -0.3, -0.1, -0.4, 1.2, 0.2, -0.05, 0.2, 0.6)
    entries = [  # tag, type, values
        (254, LONG, long(0)),  # the picture itself
        (256, LONG, long(WIDTH)),
        (257, LONG, long(HEIGHT)),
        (258, SHORT, short(16)),  # bits
        (259, SHORT, short(1)),  # not compressed
        (262, SHORT, short(32803)),  # a colour filter array
        (271, ASCII, camera),
        (272, ASCII, camera),
        (273, LONG, None),  # where the pixels stand
        (274, SHORT, short(1)),
        (277, SHORT, short(1)),
        (278, LONG, long(HEIGHT)),
        (279, LONG, long(len(pixels))),
        (284, SHORT, short(1)),
        (33421, SHORT, short(2, 2)),
        (33422, BYTE, bytes((0, 1, 1, 2))),
        (50706, BYTE, bytes((1, 4, 0, 0))),  # DNG's version
        (50707, BYTE, bytes((1, 1, 0, 0))),
        (50708, ASCII, camera),
        (50711, SHORT, short(1)),
        (50713, SHORT, short(1, 1)),
        (50714, SHORT, short(BLACK)),
        (50717, LONG, long(WHITE)),
        (50721, SRATIONAL, matrix),
        (50728, RATIONAL, fractions("I", 0.5, 1, 0.6)),  # white
        (50778, SHORT, short(21)),  # daylight
    ]
    sizes = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, SRATIONAL: 8}
    behind = 8 + 2 + 12 * len(entries) + 4
    values, directory = bytearray(), bytearray(short(len(entries)))
    begin = behind + sum(len(data) for _, _, data in entries if data and len(data) > 4)
    for tag, kind, data in entries:
        data = data or long(begin)
        directory += struct.pack("<HHI", tag, kind, len(data) // sizes[kind])
        if len(data) > 4:
            directory += long(behind + len(values))
            values += data
        else:
            directory += data.ljust(4, b"\0")
    with open(path, "wb") as out:
        out.write(b"II*\0" + long(8) + directory + long(0) + values + pixels)


def write_xmp(path):
    items = ""
    for number, (name, version, values) in enumerate(MODULES):
        block = b"".join(struct.pack("<f" if isinstance(value, float) else "<i", value) for value in values).hex()
        items += (
            f'<rdf:li darktable:num="{number}" darktable:operation="{name}" darktable:enabled="1"'
            f' darktable:modversion="{version}" darktable:params="{block}" darktable:multi_name=""'
            ' darktable:multi_priority="0"/>\n'
        )
    with open(path, "w") as out:
        out.write(
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
            '<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"'
            f' darktable:raw_params="0" darktable:auto_presets_applied="0" darktable:history_end="{len(MODULES)}">\n'
            f"<darktable:history><rdf:Seq>\n{items}</rdf:Seq></darktable:history>\n"
            "</rdf:Description></rdf:RDF></x:xmpmeta>\n"
        )


write_dng(sys.argv[1] + ".dng")
write_xmp(sys.argv[1] + ".xmp")
