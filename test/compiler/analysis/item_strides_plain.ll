; RUN: wherry-opt -passes='print<item-strides>' -disable-output %s 2>&1 | FileCheck %s
; Of a matrix of 1024 columns the address grows by an element along dimension 0, and by a row along dimension 1.

; CHECK-LABEL: item-strides of 'wg.matrix':
; CHECK-NEXT:    %out: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %x: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %y: along 0 stride 0, along 1 stride 1
; CHECK-NEXT:    %z: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %row: along 0 stride 0, along 1 stride 1024
; CHECK-NEXT:    %at: along 0 stride 1, along 1 stride 1024
; CHECK-NEXT:    %place: along 0 stride 4, along 1 stride 4096

define void @wg.matrix(ptr %args, ptr %context) "wherry-kernel"="matrix" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %row = shl i64 %y, 10
  %at = or disjoint i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %at
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
