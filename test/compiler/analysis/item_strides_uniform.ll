; RUN: wherry-opt -passes='print<item-strides>' -disable-output %s 2>&1 | FileCheck %s
; What is computed from arguments, from dimension 2, or from another dimension of the ids is uniform; an id of an
; unknown dimension varies.

; CHECK-LABEL: item-strides of 'wg.uniform':
; CHECK-NEXT:    %out: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %x: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %y: along 0 stride 0, along 1 stride 1
; CHECK-NEXT:    %z: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %which: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %any: along 0 varying, along 1 varying
; CHECK-NEXT:    %sum: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %deep: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %value: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %across: along 0 stride 0, along 1 stride 32

define void @wg.uniform(ptr %args, ptr %context) "wherry-kernel"="uniform" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %which = load i32, ptr %context
  %any = call i64 @__wherry_local_id(i32 %which)
  %sum = add i64 %z, 5
  %deep = getelementptr float, ptr addrspace(1) %out, i64 %sum
  %value = load float, ptr addrspace(1) %deep
  %across = getelementptr [8 x float], ptr addrspace(1) %out, i64 %y, i64 %sum
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
