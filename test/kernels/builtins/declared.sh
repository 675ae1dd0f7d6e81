#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every builtin that Clang declares for our features is defined by builtins.bc, under the very name that
# a kernel's call gets: each prototype of Clang's opencl-c.h becomes a call, compiled as a user's program is.
#   declared.sh <LLVM's tools> <builtins.bc> <-cl-ext list> <intrinsics.def> <scratch directory>
set -eu
tools=$1 library=$2 extensions=$3 intrinsics=$4 scratch=$5
mkdir -p "$scratch"
cd "$scratch"
headers=$("$tools/clang" -print-resource-dir)/include

# Declared by this header alone: read_write images with samplers, or with levels of a mipmap; writes to read-only ones;
# blocks of 16 longs.
missing_by_intent='read_write.*(sampler_t|_t, int[24]?, int, (float|u?int4))|block_write.*read_only|_ul16'

"$tools/llvm-nm" --defined-only "$library" | awk '{ print $3 }' | sort > defined
failed=0
for version in CL1.2 CL3.0; do
  front_end="$tools/clang -cc1 -triple spir64 -cl-std=$version -cl-ext=$extensions -internal-isystem $headers
    -finclude-default-header -x cl"
  : > empty.cl
  $front_end -E -P empty.cl -o declarations
  awk -v intent="$missing_by_intent" '
    BEGIN { print "#pragma OPENCL EXTENSION cl_khr_fp16 : enable" }
    /overloadable/ && /\);[ ]*$/ && $0 !~ intent {
      if (/ intel_[a-z0-9_]+\(/) print  # in the header alone
      gsub(/__attribute__\(\([a-z_]*\)\)/, "")
      if (!match($0, /[a-z_0-9A-Z]+\(/)) next
      name = substr($0, RSTART, RLENGTH - 1)
      list = substr($0, RSTART + RLENGTH)
      sub(/\);[ ]*$/, "", list)
      count = list == "void" || list == "" ? 0 : split(list, parameters, ",")
      calls = ""; declared = ""
      for (i = 1; i <= count; i++) {
        p = parameters[i]
        if (sub(/\[[0-9]\]/, " *", p)) p = "__private " p
        sub(/\*[ ]*[A-Za-z_]+[ ]*$/, "*", p)
        if (p !~ /\*[ ]*$/ && p ~ /[a-z0-9_]+ +[A-Za-z_0-9]+ *$/ &&
            p !~ / (u?(char|short|int|long)|float|double|half)(2|3|4|8|16)? *$/ && p !~ /_t *$/) sub(/[A-Za-z_0-9]+ *$/, "", p)
        extent = match(p, /\[[0-9]\]/) ? substr(p, RSTART, RLENGTH) : ""
        sub(/\[[0-9]\]/, "", p)
        declared = declared (i > 1 ? ", " : "") p " p" i extent
        calls = calls (i > 1 ? ", " : "") "p" i
      }
      if (count == 0) declared = "void"
      printf "void probe_%d(%s) { %s(%s); }\n", NR, declared, name, calls
    }' declarations > probe.cl
  $front_end -fdeclare-opencl-builtins -w -O0 -disable-llvm-passes -emit-llvm-bc probe.cl -o probe.bc
  # The front end of wherryc makes event_t a pointer.
  "$tools/llvm-nm" -u probe.bc | awk '{ print $2 }' | sed 's/9ocl_event/P14__wherry_event/g' | sort > called
  comm -23 called defined > undefined
  echo "$version: $(wc -l < called) builtins called, $(wc -l < undefined) not defined"
  if [ "$(wc -l < called)" -lt 10000 ]; then echo "too few: has the header changed?"; failed=1; fi
  if [ -s undefined ]; then c++filt < undefined | head -${WHERRY_SHOW:-40}; failed=1; fi
done

# The library itself asks for nothing but the compiler's intrinsics.
"$tools/llvm-nm" -u "$library" | awk '{ print $2 }' | while read -r name; do
  grep -q "($name," "$intrinsics" || echo "$name"
done > strangers
if [ -s strangers ]; then echo "undefined in the library:"; cat strangers; failed=1; fi
exit $failed
