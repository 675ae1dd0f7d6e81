; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; What is divided by a product with the number of columns is the row divided by the rest. The host asks whether the
; product wraps around.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:       [[ROW:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:       udiv i64 [[ROW]], {{%.*}}
; CHECK-NOT:   udiv

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       icmp uge i64 {{%.*}}, 1
; CHECK:       mul i64
; CHECK:       icmp eq i64
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %at.h = getelementptr inbounds i8, ptr %args, i64 20
  %h = load i32, ptr %at.h, align 4, !invariant.load !0
  %plane = mul i32 %w, %h
  %id = call i64 @__wherry_global_id(i32 0)
  %i = trunc i64 %id to i32
  %z = udiv i32 %i, %plane
  %column = urem i32 %i, %w
  %place = add i32 %z, %column
  %to = getelementptr float, ptr addrspace(1) %out, i32 %place
  store float 0.0, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
!0 = !{}
