; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; Segments of a known number of work-items, cut at multiples of a known divisor, have a length that the vectoriser is told.

; CHECK-LABEL: @wg.known(
; CHECK:       icmp ult i64 %x.next, %segment.length, !wherry.item_loop !{{.*}}, !wherry.items_at_most ![[MOST:[0-9]+]]
; CHECK-LABEL: @wg.uneven(
; CHECK-NOT:   items_at_most
; CHECK:       ![[MOST]] = !{i64 64}
define void @wg.known(ptr addrspace(1) %out, i64 %start) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %g = add i64 %x, %start
  %column = urem i64 %g, 64
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %g, ptr addrspace(1) %to
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 256, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.uneven(ptr addrspace(1) %out, i64 %start) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %g = add i64 %x, %start
  %column = urem i64 %g, 50
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %g, ptr addrspace(1) %to
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 256, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="known" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="uneven" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
