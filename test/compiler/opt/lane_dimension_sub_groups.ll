; RUN: wherry-opt -passes=choose-lane-dimension %s 2>&1 | FileCheck %s
; Sub-groups go along dimension 0 first (OpenCL 3.0 API, 3.2.1), so a kernel that sees them is left alone.

; CHECK:       remark: lanes along dimension 0, though {{.*}} dimension 1 {{.*}}: sub-groups take work-items in their order
; CHECK-LABEL: define void @wg.lanes(
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.lanes(ptr %args, ptr %context) "wherry-kernel"="lanes" "wherry-local-size"="8,8,1" "wherry-sub-groups" "wherry-sub-group-size"="8" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
