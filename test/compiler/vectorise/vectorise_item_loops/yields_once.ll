; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; All lanes of a sub-group let others run by one call, not lane by lane. A loop over one sub-group has no more lanes than
; work-items, whatever width is asked for.

; CHECK:       vectorised, 4 work-items
; CHECK-LABEL: @wg.waits(
; CHECK:         load atomic i32
; CHECK:         call void @__wherry_yield()
; CHECK-NEXT:    br label %
define void @wg.waits(ptr addrspace(1) %flag, ptr addrspace(1) %out, i64 %count) #0 {
entry:
  br label %sub.groups

sub.groups:
  %sub.group = phi i64 [ 0, %entry ], [ %sub.group.next, %latch ], !wherry.sub_group_loop !0
  %first = mul nuw i64 %sub.group, 4
  br label %items

items:
  %x = phi i64 [ 0, %sub.groups ], [ %x.next, %next ], !wherry.item_loop !0
  %item = add nuw i64 %first, %x
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %item
  br label %loop

loop:
  br label %loop.body

loop.body:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %next, label %again

again:
  call void @__wherry_yield()
  br label %loop

next:
  store i32 1, ptr addrspace(1) %place
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %count, !wherry.item_loop !0
  br i1 %more, label %items, label %latch, !wherry.item_loop !0

latch:
  %sub.group.next = add nuw nsw i64 %sub.group, 1
  %others = icmp ult i64 %sub.group.next, 3
  br i1 %others, label %sub.groups, label %done

done:
  ret void
}

declare void @__wherry_yield() convergent nounwind willreturn

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="waits" "wherry-regions"="1" "wherry-vectorise" "wherry-waits" "wherry-sub-group-size"="4" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
