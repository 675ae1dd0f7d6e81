; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; A kernel without async copies is left alone, barriers or not, and is not marked as checked; so is a function that is no
; kernel.

; CHECK-LABEL: define void @wg.plain(
; CHECK-NEXT:    %out = load ptr addrspace(1), ptr %args
; CHECK-NEXT:    call void @__wherry_barrier(i32 1){{$}}
; CHECK-NEXT:    store i32 1, ptr addrspace(1) %out
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @helper(
; CHECK-NEXT:    call void @__wherry_wait_events(i32 0, ptr null){{$}}
; CHECK-NOT:     "wherry-checked"
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" {
  %out = load ptr addrspace(1), ptr %args
  call void @__wherry_barrier(i32 1)
  store i32 1, ptr addrspace(1) %out
  ret void
}

define void @helper() {
  call void @__wherry_wait_events(i32 0, ptr null)
  ret void
}

declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
!llvm.module.flags = !{!99}
!99 = !{i32 7, !"wherry.check_async", i32 1}
