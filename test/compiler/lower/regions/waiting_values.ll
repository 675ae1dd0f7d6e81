; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; What sub-groups that wait for each other have in common stands in memory, not in values that go from one to the next: a
; uniform value alive across a barrier in a variable of the group's, the next operation in the work-item context, where the
; first work-item's is read. What is loaded between waits differs from work-item to work-item.
; REMARK: its sub-groups may wait for each other

; CHECK-LABEL: define void @wg.waits(
; CHECK:         %[[KEPT:.*]] = alloca i32, align 4, !wherry.shared
; CHECK:         %[[CONTEXT:.*]] = load ptr, ptr
; CHECK:         load i32, ptr %[[KEPT]]
; CHECK:       done.r0:
; CHECK-NEXT:    %[[FIRST:.*]] = getelementptr inbounds i8, ptr %[[CONTEXT]], i64 0
; CHECK-NEXT:    %[[NEXT:.*]] = load i32, ptr %[[FIRST]]
; CHECK-NEXT:    switch i32 %[[NEXT]]
; CHECK:       sub.group.r0:
; CHECK-NEXT:    phi i64 {{.*}} !wherry.sub_group_loop
; CHECK-NEXT:    %first = mul
; CHECK:       one.r0:
; CHECK-NEXT:    store i32 %{{.*}}, ptr %[[KEPT]]
; CHECK-NEXT:    %[[BYTES:.*]] = mul nuw i64 %{{.*}}, 4
; CHECK-NEXT:    %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[CONTEXT]], i64 %[[BYTES]]
; CHECK-NEXT:    store i32 {{[12]}}, ptr %[[PLACE]]
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-sub-group-size"="16" "wherry-local-size"="48,1,1" {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %to_n, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(1) %flags, i64 %x
  br label %outer

outer:
  %count = phi i32 [ 0, %entry ], [ %counted, %one ], [ %counted, %other ]
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %mine monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %again

again:
  call void @__wherry_yield()
  br label %loop

left:
  %counted = add i32 %count, 1
  %odd = trunc i32 %counted to i1
  br i1 %odd, label %one, label %more

more:
  %ends = icmp uge i32 %counted, %n
  br i1 %ends, label %end, label %other

one:
  call void @__wherry_barrier(i32 2)
  br label %outer

other:
  call void @__wherry_barrier(i32 2)
  br label %outer

end:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
