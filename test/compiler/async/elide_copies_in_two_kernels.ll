; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; second one declines with "its address stands in a constant".
; Two kernels that use one local array, as where one kernel calls another, are both read in place.
; NOTE: kernel 'one': 'tile' is read in place
; NOTE: kernel 'two': 'tile' is read in place

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define void @wg.one(
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place(
; CHECK-LABEL: define void @wg.two(
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place(
define void @wg.one(ptr %args, ptr %context) "wherry-kernel"="one" !wherry.args !1 {
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  %value = load i32, ptr addrspace(3) @tile
  ret void
}

define void @wg.two(ptr %args, ptr %context) "wherry-kernel"="two" !wherry.args !1 {
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  %value = load i32, ptr addrspace(3) @tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
