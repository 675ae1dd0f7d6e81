; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; Bounds that are the same for all work-items cut the item loop's range, from below and from above. Where the counter may
; wrap around, each item is a range of its own.

; CHECK:       remark: 1 item loop cut to the work-items that pass a guard
; CHECK-LABEL: @wg.k(
; CHECK:       range:
; CHECK:       %range.first = phi i64 [ 0, %entry ], [ %{{.*}}, %range.end ], !wherry.outer_item_loop
; CHECK:       %range.low = select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK:       %range.length = select
; CHECK:       br i1 %{{.*}}, label %range.end, label %items
; CHECK:       items:
; CHECK-NEXT:  %x = phi i64 [ 0, %range ], [ %x.next, %next ], !wherry.item_loop
; CHECK-NEXT:  %item = add nuw i64
; CHECK:       %inside = select i1 true, i1 true, i1 false
; CHECK:       icmp ult i64 %x.next, %range.length, !wherry.item_loop
; CHECK:       range.end:
; CHECK:       br i1 %{{.*}}, label %range, label %done
define void @wg.k(ptr addrspace(1) %out, i64 %start, i32 %low, i32 %high, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %global = add i64 %x, %start
  %i = trunc i64 %global to i32
  %above = icmp sgt i32 %i, %low
  %below = icmp slt i32 %i, %high
  %inside = select i1 %above, i1 %below, i1 false
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %global
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
