; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Where work-items do not differ in the second dimension, the loop over the third one stands around the item loop:
; register blocking takes several of its iterations together.

; CHECK-LABEL: define void @wg.rows(
; CHECK:       y.r0:
; CHECK:       z.r0:
; CHECK:       x.r0:
; CHECK:       x.next.r0:
; CHECK:       z.next.r0:
; CHECK:       y.next.r0:
define void @wg.rows(ptr %args, ptr %context) "wherry-kernel"="rows" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %z = call i64 @__wherry_local_id(i32 2)
  %line = getelementptr [16 x i64], ptr addrspace(1) %out, i64 %z
  %place = getelementptr i64, ptr addrspace(1) %line, i64 %x
  store i64 %x, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32)
!0 = !{}
