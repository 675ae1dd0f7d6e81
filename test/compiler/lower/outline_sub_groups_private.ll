; RUN: wherry-opt -passes=outline-sub-groups %s | FileCheck %s
; Each sub-group has private variables of its own, on its own stack, although their addresses were computed once; what
; the group has once stays in the work-group function. A value that LLVM carries around the loop is undefined.

; CHECK-LABEL: define void @wg.waits(
; CHECK:         %common = alloca i32, align 4, !wherry.shared
; CHECK:         store ptr %common, ptr
; CHECK:         ret void
; CHECK:       define internal void @{{.*}}(i64 %sub.group, ptr %{{.*}})
; CHECK-NEXT:  {{.*}}:
; CHECK-NEXT:    %[[OWN:.*]] = alloca [4 x i32]
; CHECK:         %[[ELEMENT:.*]] = getelementptr i32, ptr %[[OWN]], i64 2
; CHECK:         store i32 7, ptr %[[ELEMENT]]
; CHECK:         store i32 poison, ptr %{{.*}}
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-regions"="1" {
entry:
  %own = alloca [4 x i32]
  %common = alloca i32, align 4, !wherry.shared !0
  %element = getelementptr i32, ptr %own, i64 2
  br label %sub.groups

sub.groups:
  %sub.group = phi i64 [ 0, %entry ], [ %sub.group.next, %latch ], !wherry.sub_group_loop !0
  %carried = phi i32 [ undef, %entry ], [ %kept, %latch ]
  br label %loop

loop:
  %seen = load atomic i32, ptr %args monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %again

again:
  call void @__wherry_yield()
  br label %loop

left:
  store i32 7, ptr %element
  %kept = load i32, ptr %own
  store i32 %carried, ptr %common
  br label %latch

latch:
  %sub.group.next = add nuw nsw i64 %sub.group, 1
  %more = icmp ult i64 %sub.group.next, 3
  br i1 %more, label %sub.groups, label %done

done:
  ret void
}

declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
