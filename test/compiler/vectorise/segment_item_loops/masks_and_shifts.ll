; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; A shift and a mask of an index stand for a division. What the item loop carries goes through the segments.

; CHECK:       1 item loop in segments
; CHECK-LABEL: @wg.tile(
; CHECK:       segment:
; CHECK:       %kept{{.*}} = phi i64 [ %begin, %entry ], [ %kept.next, %segment.end ]
; CHECK:       items:
; CHECK:       %kept = phi i64 [ %kept{{.*}}, %segment ], [ %kept.next, %next ]
; CHECK:       %remainder = add nuw nsw i64
; CHECK-NOT:   and i64
; CHECK-NOT:   lshr i64
; CHECK:       segment.end:
define void @wg.tile(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %begin, i64 %size) #0 {
entry:
  br label %items

items:
  %kept = phi i64 [ %begin, %entry ], [ %kept.next, %next ]
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = lshr i64 %x, 4
  %column = and i64 %x, 15
  %line = getelementptr [17 x float], ptr addrspace(1) %in, i64 %row
  %from = getelementptr float, ptr addrspace(1) %line, i64 %column
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  %first = icmp eq i64 %x, 0
  %kept.next = select i1 %first, i64 %size, i64 %kept
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
