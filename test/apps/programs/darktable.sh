# SPDX-License-Identifier: Apache-2.0
# needs: darktable-cltest darktable-cli
# darktable: its kernels build, and a picture developed with OpenCL is that developed without.
. "$PYTHONPATH/results.sh"
export HOME=$PWD
/usr/bin/python3 - <<'END'
import random
random.seed(1)
with open("in.ppm", "wb") as out:
    out.write(b"P6 300 200 255 ")
    out.write(bytes((x * k + y) % 256 ^ random.randrange(8) for y in range(200) for x in range(300) for k in (1, 2, 3)))
END
darktable-cltest >cltest 2>&1
# It passes over CPUs until their eighth setting, "disabled", is 0.
sed -i -E '/^cldevice_v[0-9]+_[^=]*=([-0-9.]+ ){9}/s/=(([-0-9.]+ ){7})1 /=\10 /' .config/darktable/darktablerc
darktable-cltest >cltest 2>&1
builds() { grep 'FINALLY' cltest | grep -v 'NOT AVAILABLE' && ! grep -iE 'could not compile|failed to compile|BUILD_ERROR' cltest; }
try "all kernels build" builds
develop() {
  rm -f "$1.png" && darktable-cli in.ppm "$1.png" --core $2 --conf plugins/imageio/format/png/bpp=8 >"log.$1" 2>&1
}
alike() {
  develop device "-d opencl" && develop host --disable-opencl &&
    [ "$(compare -metric MAE device.png host.png null: 2>&1 | sed 's/ .*//; s/\..*//; s/.*e-.*/0/')" -le 65 ]  # of 65535
}
if command -v compare >/dev/null; then
  try "a picture developed" alike
else
  skipped=$((skipped + 1)) && echo "a picture developed: skipped: no compare (ImageMagick)"
fi
end
