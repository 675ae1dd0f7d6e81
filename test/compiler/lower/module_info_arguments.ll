; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; What clGetKernelArgInfo reports of each argument: kind (0 value, 1 global, 2 constant, 3 local, 6 pipe), access (1
; read only, 2 write only, 3 both), qualifiers (1 const, 2 restrict, 4 volatile, 8 pipe). A structure is a value, whatever
; space its pointer has; a pipe's pointer is one to global memory. What Clang kept no name of has none.

target datalayout = "e-i64:64-i128:128-S128"

; CHECK-DAG: [[NONE:@.*]] = private constant [1 x i8] zeroinitializer
; CHECK: = private constant [6 x {
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 2, i32 0, i32 1, i32 0,
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 3, i32 0, i32 0, i32 8,
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 1, i32 0, i32 7, i32 16,
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 6, i32 1, i32 8, i32 24,
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 6, i32 2, i32 8, i32 32,
; CHECK-SAME: { ptr [[NONE]], ptr {{@[^,]*}}, i32 0, i32 0, i32 0, i32 40, i32 16,
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-regions"="1" !wherry.args !10 !kernel_arg_type !20 !kernel_arg_addr_space !21 !kernel_arg_access_qual !22 !kernel_arg_type_qual !23 {
  ret void
}

!10 = !{!11, !12, !13, !14, !15, !16}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
!14 = !{i32 24, i32 8, i32 8, i32 1, i1 true}
!15 = !{i32 32, i32 8, i32 8, i32 1, i1 true}
!16 = !{i32 40, i32 16, i32 8, i32 0, i1 false}
!20 = !{!"int*", !"float*", !"int*", !"int", !"int", !"pair"}
!21 = !{i32 2, i32 3, i32 1, i32 1, i32 1, i32 0}
!22 = !{!"none", !"none", !"none", !"read_only", !"write_only", !"none"}
!23 = !{!"const", !"", !"const restrict volatile", !"pipe", !"pipe", !""}
