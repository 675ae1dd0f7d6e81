; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Dimension 0's neighbours reach neighbouring elements already: lanes stay along it, and no attribute says more.

; CHECK-LABEL: define void @wg.rows(
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.rows(ptr %args, ptr %context) "wherry-kernel"="rows" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %y, 1024
  %index = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
