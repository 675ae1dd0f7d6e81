; RUN: wherry-opt -passes=eliminate-redundancy %s | FileCheck %s
; Where work-items do not diverge, what one side of a branch computes is computed on the other side alone.

; CHECK-LABEL: @wg.k(
; CHECK:       join:
; CHECK-NEXT:  phi i32
; CHECK-NOT:   sub
define void @wg.k(ptr %args, ptr %context, ptr addrspace(3) %out, i32 %from, i32 %o) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %x to i32
  %condition = icmp slt i32 %o, 7
  br i1 %condition, label %then, label %join

then:
  %other = sub i32 1, %from
  store i32 %other, ptr addrspace(3) %out
  br label %join

join:
  %next = sub i32 1, %from
  call void @__wherry_barrier(i32 1)
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %next
  store i32 %o, ptr addrspace(3) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
