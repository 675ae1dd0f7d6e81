; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; argument (a second instruction, or steps in another order) is missed: the kernel reads and writes memory that the copy
; left undefined, or the source's values where work-items have written others.
; A store through a second address of the local argument stands in the way of reading it in place.

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     @__wherry_readable_in_place
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %to_local = getelementptr inbounds i8, ptr %context, i64 56
  %local_memory = load ptr addrspace(3), ptr %to_local, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_offset = getelementptr inbounds i8, ptr %args, i64 8
  %offset = load i64, ptr %to_offset, !invariant.load !0
  %tile = getelementptr inbounds i8, ptr addrspace(3) %local_memory, i64 %offset
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 32, i64 4, i64 1, i64 1, i64 0)
  %second = getelementptr inbounds i8, ptr addrspace(3) %local_memory, i64 4
  %tile.second = getelementptr inbounds i8, ptr addrspace(3) %second, i64 %offset
  store float 1.0, ptr addrspace(3) %tile.second
  %value = load float, ptr addrspace(3) %tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
