# SPDX-License-Identifier: Apache-2.0
# needs: darktable-cltest darktable-cli
# darktable: its kernels build, and pictures developed with OpenCL are those developed without: a picture, and a raw
# picture through fourteen modules, all of them on the device.
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
develop() {  # develop NAME OPTION...: `inputs`
  local name=$1
  shift
  rm -f "$name.png"
  darktable-cli "${inputs[@]}" "$name.png" --core "$@" --conf plugins/imageio/format/png/bpp=8 >"log.$name" 2>&1
}
alike() {
  local inputs=("$@")
  develop device -d opencl -d perf && develop host --disable-opencl &&
    [ "$(compare -metric MAE device.png host.png null: 2>&1 | sed 's/ .*//; s/\..*//; s/.*e-.*/0/')" -le 65 ]  # of 65535
}
alike_raw() {  # the display's encoding has no kernel
  alike raw.dng raw.xmp && [ "$(grep -c 'processed .* on GPU' log.device)" -ge 14 ] &&
    ! grep 'processed .* on CPU' log.device | grep -v 'display encoding'
}
if command -v compare >/dev/null; then
  try "a picture developed" alike in.ppm
  /usr/bin/python3 "$PYTHONPATH/raw_picture.py" raw
  try "a raw picture developed" alike_raw
else
  skipped=$((skipped + 2)) && echo "two pictures developed: skipped: no compare (ImageMagick)"
fi
end
