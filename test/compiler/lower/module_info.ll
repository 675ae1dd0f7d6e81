; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; The runtime reads what a binary holds from one exported constant, in the layout of kernel_abi/abi.h: the version, the
; kernels with their arguments, sizes and flags, the language and the options. Only that constant is exported.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG: [[OUT:@.*]] = private constant [4 x i8] c"out\00"
; CHECK-DAG: [[INTS:@.*]] = private constant [5 x i8] c"int*\00"
; CHECK-DAG: [[N:@.*]] = private constant [2 x i8] c"n\00"
; CHECK-DAG: [[UINT:@.*]] = private constant [5 x i8] c"uint\00"
; CHECK-DAG: [[KERNEL:@.*]] = private constant [7 x i8] c"kernel\00"
; CHECK-DAG: [[NONE:@.*]] = private constant [1 x i8] zeroinitializer
; Name, type, kind, access, qualifiers, offset, size, alignment, pointee's size, pointee's alignment.
; CHECK: [[ARGS:@.*]] = private constant [2 x
; CHECK-SAME: { ptr [[OUT]], ptr [[INTS]], i32 1, i32 0, i32 2, i32 0, i32 8, i32 8, i32 0, i32 4 }
; CHECK-SAME: { ptr [[N]], ptr [[UINT]], i32 0, i32 0, i32 0, i32 8, i32 4, i32 4, i32 0, i32 0 }
; CHECK: [[KERNELS:@.*]] = private constant [1 x
; Arguments, their bytes, flags, local bytes, context bytes, private bytes; required size, hint; arrays, sub-group size;
; stack bytes, which are a symbol that the linker is given.
; CHECK-SAME: { ptr [[KERNEL]], ptr [[NONE]], ptr [[ARGS]], ptr @wg.kernel, ptr @__executable_start, ptr @_etext, ptr @_end, i32 2, i32 12, i32 2048, i32 64, i64 24, i64 40, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 16, ptr null, i32 0, ptr null, i64 0, i32 0, i32 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 0, i32 16, i32 33, ptr null, ptr null, i64 ptrtoint (ptr @wherry_stack.wg.kernel to i64), i64 0 }
; CHECK: @wherry_module = {{.*}}constant { {{.*}} } { i32 {{-?[0-9]+}}, i32 1, ptr [[KERNELS]], ptr null, ptr null, i32 300, i32 0, i64 56 }
; CHECK: define internal void @wg.kernel(
define void @wg.kernel(ptr %args, ptr %context) #0 !wherry.args !10 !kernel_arg_name !13 !kernel_arg_type !14 !kernel_arg_addr_space !15 !kernel_arg_access_qual !16 !kernel_arg_type_qual !17 {
  ret void
}

attributes #0 = { "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-args-bytes"="12" "wherry-local-bytes"="64" "wherry-context-bytes"="24" "wherry-private-bytes"="40" "wherry-sub-group-size"="16" "wherry-streamed-bytes"="4" "wherry-lanes"="16" "wherry-other-widths"="33" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
!1 = !{i32 7, !"wherry.program_scope_bytes", i64 56}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 4, i32 4, i32 0, i1 false}
!13 = !{!"out", !"n"}
!14 = !{!"int*", !"uint"}
!15 = !{i32 1, i32 0}
!16 = !{!"none", !"none"}
!17 = !{!"restrict", !""}
