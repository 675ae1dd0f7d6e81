; RUN: wherry-opt -passes=eliminate-redundancy %s | FileCheck %s
; What is computed already on all ways is not computed again, also where work-items diverge.

; CHECK-LABEL: @wg.k(
; CHECK:       join:
; CHECK-NEXT:  call void @__wherry_barrier
; CHECK-NEXT:  getelementptr i32, ptr addrspace(3) %out, i32 %l
define void @wg.k(ptr %args, ptr %context, ptr addrspace(3) %out, i32 %from, i32 %o) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %x to i32
  %condition = icmp slt i32 %l, %o
  br i1 %condition, label %then, label %join

then:
  %other = sub i32 1, %from
  store i32 %other, ptr addrspace(3) %out
  br label %join

join:
  %next = trunc i64 %x to i32
  call void @__wherry_barrier(i32 1)
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %next
  store i32 %o, ptr addrspace(3) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
