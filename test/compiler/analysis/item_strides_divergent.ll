; RUN: wherry-opt -passes='print<item-strides>' -disable-output %s 2>&1 | FileCheck %s
; What is loaded by an id, multiplied by another id, or chosen by a condition on ids varies. A phi of a stride and of
; a uniform value counts as one with the stride, a phi of different strides, or of three values, varies.

; CHECK-LABEL: item-strides of 'wg.divergent':
; CHECK-NEXT:    %out: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %x: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %y: along 0 stride 0, along 1 stride 1
; CHECK-NEXT:    %z: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %from: along 0 stride 8, along 1 stride 0
; CHECK-NEXT:    %loaded: along 0 varying, along 1 stride 0
; CHECK-NEXT:    %square: along 0 varying, along 1 varying
; CHECK-NEXT:    %left: along 0 varying, along 1 stride 0
; CHECK-NEXT:    %chosen: along 0 varying, along 1 varying
; CHECK-NEXT:    %twice: along 0 stride 2, along 1 stride 0
; CHECK-NEXT:    %low: along 0 stride 0, along 1 varying
; CHECK-NEXT:    %clamped: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %different: along 0 varying, along 1 stride 0
; CHECK-NEXT:    %three: along 0 varying, along 1 stride 0

define void @wg.divergent(ptr %args, ptr %context) "wherry-kernel"="divergent" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %from = getelementptr i64, ptr addrspace(1) %out, i64 %x
  %loaded = load i64, ptr addrspace(1) %from
  %square = mul i64 %x, %y
  %left = icmp ult i64 %x, 8
  %chosen = select i1 %left, i64 %x, i64 %y
  br i1 %left, label %then, label %other

then:
  %twice = shl i64 %x, 1
  %low = icmp ult i64 %y, 8
  br i1 %low, label %join, label %all

other:
  br i1 %left, label %join, label %all

join:
  %clamped = phi i64 [ %x, %then ], [ 0, %other ]
  %different = phi i64 [ %twice, %then ], [ %x, %other ]
  br label %all

all:
  %three = phi i64 [ %x, %then ], [ %x, %other ], [ %x, %join ]
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
