; RUN: wherry-opt -passes=module-info %s | FileCheck %s --check-prefixes=BOTH,LATER
; RUN: sed 's/"wherry.part", i32 1/"wherry.part", i32 0/' %s | wherry-opt -passes=module-info | FileCheck %s --check-prefixes=BOTH,FIRST
; Of a program in parts, each part puts its kernels into one section, which the linker joins; the first one's constant
; for the runtime begins there and counts them all.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; BOTH: @kernels = private constant [1 x {{.*}}@wg.kernel{{.*}}section "wherry_kernels", align 8
; BOTH: @llvm.compiler.used = appending global [1 x ptr] [ptr @kernels]
; LATER-NOT: @wherry_module
; FIRST: @__start_wherry_kernels = external hidden global i8
; FIRST: @wherry_module = {{.*}}constant { {{.*}} } { i32 {{-?[0-9]+}}, i32 7, ptr @__start_wherry_kernels, ptr null,
define void @wg.kernel(ptr %args, ptr %context) #0 !wherry.args !10 {
  ret void
}

attributes #0 = { "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-args-bytes"="0" }

!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
!1 = !{i32 1, !"wherry.part", i32 1}
!2 = !{i32 1, !"wherry.kernels_of_all_parts", i32 7}
!10 = !{}
