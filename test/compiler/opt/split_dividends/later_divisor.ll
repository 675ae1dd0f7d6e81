; RUN: wherry-opt -passes=split-dividends,verify %s | FileCheck %s
; A divisor that is loaded between the divisions stays where it is: each division has a branch of its own.

; CHECK-LABEL: @wg.later(
; CHECK:         br i1 %turned
; CHECK:         urem i64 %y, %width
; CHECK:         urem i64 %x, %width
; CHECK:         %wide = load i64
; CHECK:         br i1 %turned
; CHECK:         udiv i64 %x, %wide
; CHECK:         udiv i64 %y, %wide
; CHECK:         ret void
define void @wg.later(ptr align 128 dereferenceable(32) %args, ptr align 8 dereferenceable(264) %context) #0 {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %width.place = getelementptr inbounds nuw i8, ptr %args, i64 8
  %width = load i64, ptr %width.place, align 8, !invariant.load !0
  %height.place = getelementptr inbounds nuw i8, ptr %args, i64 16
  %height = load i32, ptr %height.place, align 8, !invariant.load !0
  %rotated.place = getelementptr inbounds nuw i8, ptr %args, i64 24
  %rotated = load i32, ptr %rotated.place, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %turned = icmp ne i32 %rotated, 0
  %first = select i1 %turned, i64 %y, i64 %x
  %second = select i1 %turned, i64 %x, i64 %y
  %column = urem i64 %first, %width
  %wide = load i64, ptr addrspace(1) %out, align 8
  %row = udiv i64 %second, %wide
  %sum = add i64 %column, %row
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place, align 8
  ret void
}

declare i64 @__wherry_global_id(i32)

attributes #0 = { "wherry-kernel"="pattern" }
!0 = !{}
