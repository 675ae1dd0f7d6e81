; RUN: wherry-opt -passes=choose-lane-dimension %s 2>&1 | FileCheck %s
; A local size that is not known and that the kernel can see: its x size may be all there is, so lanes stay along dimension 0.

; CHECK:       remark: lanes along dimension 0, though {{.*}} dimension 1 {{.*}}: the size of work-groups is not known
; CHECK-LABEL: define void @wg.fixed(
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.fixed(ptr %args, ptr %context) "wherry-kernel"="fixed"  {
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
