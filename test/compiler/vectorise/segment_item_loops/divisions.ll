; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: wherry-opt -passes=segment-item-loops,vectorise-item-loops,verify %s 2>&1 | FileCheck %s --check-prefix=VECTORS
; A row and a column from one index: the item loop runs in segments from one multiple of the divisor to the next, in which
; the row is uniform and the column goes up by one. A segment has one item where the index may wrap around, or the divisor
; is 0.

; CHECK:       1 item loop in segments
; CHECK-LABEL: @wg.flat(
; CHECK:       segment:
; CHECK:       %segment.first = phi i64 [ 0, %entry ], [ %{{.*}}, %segment.end ], !wherry.outer_item_loop
; CHECK:       urem i32
; CHECK:       %segment.length = select i1 %{{.*}}, i64 %{{.*}}, i64 1
; CHECK:       items:
; CHECK:       %x = phi i64 [ 0, %segment ], {{.*}} !wherry.item_loop
; CHECK-NOT:   {{[us]}}div
; CHECK-NOT:   {{[us]}}rem
; CHECK:       icmp ult i64 %x.next, %segment.length
; CHECK:       segment.end:
; VECTORS:     2 contiguous accesses, {{.*}} 0 gathers, 0 scatters
define void @wg.flat(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %zero = icmp eq i32 %n, 0
  %by = select i1 %zero, i32 1, i32 %n
  %row = udiv i32 %g, %by
  %column = urem i32 %g, %by
  %row.wide = zext i32 %row to i64
  %column.wide = zext i32 %column to i64
  %line = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row.wide
  %from = getelementptr float, ptr addrspace(1) %line, i64 %column.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %column.wide
  store float %value, ptr addrspace(1) %to, align 4
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
