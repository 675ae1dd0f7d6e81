; RUN: wherry-opt -passes=form-regions,verify %s 2>/dev/null | FileCheck %s
; Behind the barrier an address is computed again for its two uses once, so that they are one to the vectoriser; but not
; before the beginning of a variable's life.

; CHECK-LABEL: define void @wg.twice(
; CHECK:       region.r1:
; CHECK-NEXT:    call void @llvm.lifetime.start
; CHECK-NEXT:    [[PLACE:%.*]] = getelementptr <2 x i32>
; CHECK-NOT:     getelementptr <2 x i32>
; CHECK:         store i32 1, ptr addrspace(1) [[PLACE]]
; CHECK-NOT:     getelementptr <2 x i32>
; CHECK:         store i32 2, ptr addrspace(1)
define void @wg.twice(ptr %args, ptr %context) "wherry-kernel"="twice" {
entry:
  %scratch = alloca i32
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr <2 x i32>, ptr addrspace(1) %out, i64 %x
  call void @llvm.lifetime.start.p0(ptr %scratch)
  store i32 7, ptr %scratch
  call void @llvm.lifetime.end.p0(ptr %scratch)
  call void @__wherry_barrier(i32 2)
  call void @llvm.lifetime.start.p0(ptr %scratch)
  store volatile i32 8, ptr %scratch
  store i32 1, ptr addrspace(1) %place
  %next = getelementptr i8, ptr addrspace(1) %place, i64 4
  store i32 2, ptr addrspace(1) %next
  call void @llvm.lifetime.end.p0(ptr %scratch)
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
