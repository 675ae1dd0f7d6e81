; RUN: wherry-opt -passes=eliminate-redundancy %s | FileCheck %s
; A load is made again behind a barrier, a store that may be to the same memory, and where it is volatile; an id is asked for
; once.

; CHECK-LABEL: @wg.k(
; CHECK:         %first = load i32, ptr addrspace(3) %tile
; CHECK:         call void @__wherry_barrier(i32 1)
; CHECK:         %second = load i32, ptr addrspace(3) %tile
; CHECK:         store i32 1, ptr addrspace(3) %other
; CHECK:         %third = load i32, ptr addrspace(3) %tile
; CHECK:         load volatile i32
; CHECK:         load volatile i32
; CHECK-NOT:     load
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context, ptr addrspace(3) %tile, ptr addrspace(3) %other, ptr addrspace(1) %out) "wherry-kernel"="k" {
  %x = call i64 @__wherry_local_id(i32 0)
  %first = load i32, ptr addrspace(3) %tile
  call void @__wherry_barrier(i32 1) convergent
  %second = load i32, ptr addrspace(3) %tile
  store i32 1, ptr addrspace(3) %other
  %third = load i32, ptr addrspace(3) %tile
  %fourth = load i32, ptr addrspace(3) %tile
  %seen = load volatile i32, ptr addrspace(3) %tile
  %again = load volatile i32, ptr addrspace(3) %tile
  %a = add i32 %first, %second
  %b = add i32 %third, %fourth
  %c = add i32 %a, %b
  %d = add i32 %seen, %again
  %e = add i32 %c, %d
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %e, ptr addrspace(1) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
