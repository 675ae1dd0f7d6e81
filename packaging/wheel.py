# SPDX-License-Identifier: Apache-2.0
"""wheel.py TREE PACKAGING VERSION GLIBC OUT: makes a wheel of an installed tree, for any Python 3."""

import base64
import hashlib
import os
import sys
import time
import zipfile

tree, packaging, version, glibc, out = sys.argv[1:]
tag = f"py3-none-manylinux_{glibc.replace('.', '_')}_x86_64"
info = f"wherry-{version}.dist-info"
date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]

files = {}  # name: (bytes, is executable)


def add_folder(source, name):
    for folder, _, names in os.walk(source):
        for each in names:
            path = os.path.join(folder, each)
            if not os.path.islink(path):  # bin/wherryc: a wheel has entry points instead
                where = os.path.normpath(os.path.join(name, os.path.relpath(path, source)))
                files[where] = (open(path, "rb").read(), os.access(path, os.X_OK))


def template(name):
    return open(os.path.join(packaging, "python", name)).read().replace("@VERSION@", version)


for part in ("bin", "lib", "include"):
    add_folder(os.path.join(tree, part), f"wherry/{part}")
add_folder(os.path.join(tree, "share/doc/wherry/licences"), f"{info}/licenses")
files[f"{info}/sboms/wherry.spdx"] = (open(os.path.join(tree, "share/doc/wherry/wherry.spdx"), "rb").read(), False)
for name in ("__init__.py", "__main__.py"):
    files[f"wherry/{name}"] = (template(name).encode(), False)
# PyOpenCL's loader reads the vendor files in this folder of its own; $ORIGIN is that folder.
files["pyopencl/.libs/wherry.icd"] = (b"$ORIGIN/../../wherry/lib/libwherry.so\n", False)

licences = sorted({line.split("|")[1].strip() for line in open(os.path.join(packaging, "components"))
                   if "|" in line and not line.startswith("#")} | {"Apache-2.0"})
expression = " AND ".join(f"({licence})" if " " in licence else licence for licence in licences)
metadata = template("METADATA").replace("@LICENCES@", expression)
metadata = metadata.replace("@LICENCE_FILES@\n", "".join(
    f"License-File: {name.split('/', 2)[2]}\n" for name in sorted(files) if name.startswith(f"{info}/licenses/")))
files[f"{info}/METADATA"] = (metadata.encode(), False)
files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: tools/package\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False)
files[f"{info}/entry_points.txt"] = (
    b"[console_scripts]\nwherry-info = wherry.__main__:main\nwherryc = wherry:_compiler\n", False)
record = "".join(
    f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
    for name, (data, _) in sorted(files.items()))
files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), False)

path = os.path.join(out, f"wherry-{version}-{tag}.whl")
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
    # The metadata stands last, as PEP 427 recommends.
    for name, (data, executable) in sorted(files.items(), key=lambda file: (file[0].startswith(info), file[0])):
        entry = zipfile.ZipInfo(name, date)
        entry.create_system = 3
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, data)
size = os.path.getsize(path) / (1 << 20)
print(f"{path}: {size:.1f} MiB")
if size > 60:
    sys.exit("the wheel is larger than 60 MiB")
