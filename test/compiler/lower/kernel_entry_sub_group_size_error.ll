; RUN: not wherry-opt -passes=kernel-entry -disable-output %s 2>&1 | FileCheck %s
; A size that the device does not list in CL_DEVICE_SUB_GROUP_SIZES_INTEL fails the build.

; CHECK: error: {{.*}}'four'{{.*}}8, 16 or 32
define spir_kernel void @four() !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 4}
