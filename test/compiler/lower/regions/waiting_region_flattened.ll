; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; If sub-groups go from one line along dimension 0 to the next, each work-item computes its ids from its number; if they
; do not, a sub-group's ids in the other dimensions are computed once.

; CHECK-LABEL: define void @wg.waits(
; CHECK:         phi i64 {{.*}} !wherry.sub_group_loop
; CHECK-NOT:     udiv
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         fptosi float
; CHECK-LABEL: define void @wg.lines(
; CHECK:         phi i64 {{.*}} !wherry.sub_group_loop
; CHECK:         udiv i64 %{{.*}}, 32
; CHECK:         udiv i64 %{{.*}}, 3
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     fptosi float
; CHECK:         call void @__wherry_yield()
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-sub-group-size"="16" "wherry-local-size"="13,10,1" {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %sum = add i64 %x, %y
  %mine = getelementptr i32, ptr addrspace(1) %flags, i64 %sum
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %mine monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %again

again:
  call void @__wherry_yield()
  br label %loop

left:
  ret void
}

define void @wg.lines(ptr %args, ptr %context) "wherry-kernel"="lines" "wherry-waits" "wherry-sub-group-size"="16" "wherry-local-size"="32,3,1" {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %sum = add i64 %x, %y
  %mine = getelementptr i32, ptr addrspace(1) %flags, i64 %sum
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %mine monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %again

again:
  call void @__wherry_yield()
  br label %loop

left:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
