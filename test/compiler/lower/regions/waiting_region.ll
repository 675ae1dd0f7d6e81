; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; A region in which a sub-group may wait for another one gets a loop over sub-groups, with an item loop over one of them
; inside. Other regions of the kernel are run as ever.

; CHECK-LABEL: define void @wg.waits(
; CHECK:         phi i64 {{.*}} !wherry.outer_item_loop
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     @__wherry_yield
; CHECK:         %[[GROUP:.*]] = phi i64 {{.*}} !wherry.sub_group_loop
; CHECK-NEXT:    %[[FIRST:.*]] = mul nuw i64 %[[GROUP]], 16
; CHECK-NEXT:    %[[LEFT:.*]] = sub i64 48, %[[FIRST]]
; CHECK-NEXT:    %[[COUNT:.*]] = call i64 @llvm.umin.i64(i64 %[[LEFT]], i64 16)
; CHECK:         %[[LANE:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK-NEXT:    %[[ITEM:.*]] = add nuw i64 %[[FIRST]], %[[LANE]]
; CHECK:         icmp ult i64 %{{.*}}, %[[COUNT]], !wherry.item_loop
; CHECK-NEXT:    br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !wherry.item_loop
; CHECK:         icmp ult i64 %{{.*}}, 3
; CHECK:         call void @__wherry_yield()
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-sub-group-size"="16" "wherry-local-size"="48,1,1" {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(1) %flags, i64 %x
  store i32 0, ptr addrspace(1) %mine
  call void @__wherry_barrier(i32 2)
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
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
