; RUN: wherry-opt -passes='print<item-strides>' -disable-output %s 2>&1 | FileCheck %s
; Integers are taken not to wrap around: extensions keep strides, also those by shifts and by masks.

; CHECK-LABEL: item-strides of 'wg.extensions':
; CHECK-NEXT:    %out: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %x: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %y: along 0 stride 0, along 1 stride 1
; CHECK-NEXT:    %z: along 0 stride 0, along 1 stride 0
; CHECK-NEXT:    %id: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %moved: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %signed: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %unsigned: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %high: along 0 stride 4294967296, along 1 stride 0
; CHECK-NEXT:    %extended: along 0 stride 4, along 1 stride 0
; CHECK-NEXT:    %low: along 0 stride 1, along 1 stride 0
; CHECK-NEXT:    %byte: along 0 varying, along 1 stride 0
; CHECK-NEXT:    %negative: along 0 stride -4, along 1 stride 0

define void @wg.extensions(ptr %args, ptr %context) "wherry-kernel"="extensions" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %id = trunc i64 %x to i32
  %moved = sub i32 %id, 7
  %signed = sext i32 %moved to i64
  %unsigned = zext i32 %moved to i64
  %high = shl i64 %x, 32
  %extended = ashr exact i64 %high, 30
  %low = and i64 %x, 4294967295
  %byte = and i64 %x, 255
  %negative = mul i64 %x, -4
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
