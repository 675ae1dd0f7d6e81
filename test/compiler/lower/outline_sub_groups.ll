; RUN: wherry-opt -passes=outline-sub-groups %s | FileCheck %s
; The body of a loop over sub-groups becomes a function of the sub-group's number and of what it uses from outside; the
; host runs the function for all sub-groups in turns, in place of the loop. A sub-group that waits calls the host.

; CHECK-LABEL: define void @wg.waits(
; CHECK:         %[[FRAME:.*]] = alloca { {{.*}} }
; CHECK:         store ptr %context, ptr
; CHECK:         call void %{{.*}}(ptr %context, ptr @[[CODE:.*]], ptr %[[FRAME]], i64 %groups)
; CHECK:         ret void
; CHECK:       define internal void @[[CODE]](i64 %sub.group, ptr %{{.*}}) #[[OF:[0-9]+]]
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         call void %host.call(ptr %loadgep_context)
; CHECK-NOT:     @__wherry_yield
; CHECK:       attributes #[[OF]] = { noinline "wherry-sub-group-of"="wg.waits" }
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-regions"="1" {
entry:
  %flags = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_groups = getelementptr i8, ptr %args, i64 8
  %groups = load i64, ptr %to_groups, !invariant.load !0
  br label %sub.groups

sub.groups:
  %sub.group = phi i64 [ 0, %entry ], [ %sub.group.next, %latch ], !wherry.sub_group_loop !0
  %first = mul nuw i64 %sub.group, 16
  br label %items

items:
  %x = phi i64 [ 0, %sub.groups ], [ %x.next, %next ], !wherry.item_loop !0
  %item = add nuw i64 %first, %x
  %mine = getelementptr i32, ptr addrspace(1) %flags, i64 %item
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %mine monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %next, label %again

again:
  call void @__wherry_yield()
  br label %loop

next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, 16, !wherry.item_loop !0
  br i1 %more, label %items, label %latch, !wherry.item_loop !0

latch:
  %sub.group.next = add nuw nsw i64 %sub.group, 1
  %again.group = icmp ult i64 %sub.group.next, %groups
  br i1 %again.group, label %sub.groups, label %done

done:
  ret void
}

declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
