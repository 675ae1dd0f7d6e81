; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; RUN: wherry-opt -passes='align-windows,function(loop-simplify,lcssa),vectorise-item-loops,verify' %s 2>&1 | FileCheck %s --check-prefix=VECTORS
; Where a clamp to the other side may have a work-item's iterations outside of the window, a check at run time
; decides, and a copy of the loop as it was stays for these work-items. The check branches on no poison.

; VECTORS:     1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check

; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK-LABEL: @wg.clamped(
; CHECK:       items:
; CHECK:       %[[LOW:.*]] = freeze i32 %low
; CHECK-NEXT:  %[[BEGIN:.*]] = sub i32 %first, %[[LOW]]
; CHECK-NEXT:  %[[LENGTH:.*]] = sub i32 %bound, %first
; CHECK-NEXT:  %[[SHORT:.*]] = icmp ule i32 %[[LENGTH]], 4
; CHECK-NEXT:  %[[LEFT:.*]] = sub i32 4, %[[LENGTH]]
; CHECK-NEXT:  %[[EARLY:.*]] = icmp ule i32 %[[BEGIN]], %[[LEFT]]
; CHECK-NEXT:  %[[ALL:.*]] = and i1 %[[SHORT]], %[[EARLY]]
; CHECK:       %[[ANY:.*]] = icmp sle i32 %first, %bound
; CHECK-NEXT:  %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK-NEXT:  %[[ALIGNED:.*]] = or i1 %[[ALL]], %[[NONE]]
; CHECK-NEXT:  br i1 %[[ALIGNED]], label %window.before, label %window.before1, !prof ![[RARE:.*]]
; CHECK:       head:
; CHECK:       add i32 %[[LOW]],
; CHECK:       icmp ult i64 %number, 5
; CHECK:       head.other:
; CHECK-NEXT:  %j.other = phi i32 [ %first, %window.before1 ]
; CHECK:       ![[RARE]] = !{!"branch_weights", i32 1000, i32 1}
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 2
  %not.below = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %first = call i32 @llvm.smin.i32(i32 %not.below, i32 %w.last)
  %high = add i32 %id, 2
  %high.not.below = call i32 @llvm.smax.i32(i32 %high, i32 0)
  %bound = call i32 @llvm.smin.i32(i32 %high.not.below, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  %wide = sext i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %sum.last, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
