; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Without any work-group operation the one region is a loop over the work-items, whatever it does: a kernel that stores
; one value for all stays a loop, as LLVM takes that out itself.

; CHECK-LABEL: define void @wg.same(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store i32 1, ptr addrspace(1)
define void @wg.same(ptr %args, ptr %context) "wherry-kernel"="same" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  store i32 1, ptr addrspace(1) %out
  ret void
}

!0 = !{}
