; RUN: wherry-opt -passes=segment-item-loops,verify %s | FileCheck %s
; A neighbour in a ring does not cut a short row, of up to two vectors: its remainder is that of the first work-item, plus
; the work-item's number, less the row where that is past its end. A longer row is cut there.

; CHECK-LABEL: @wg.short(
; CHECK:       items:
; CHECK:       %[[NEXT:remainder[0-9]+]] = add nuw i32
; CHECK:       %[[INSIDE:.*]] = icmp ult i32 %[[NEXT]], 24
; CHECK-NEXT:  %[[WRAPPED:.*]] = sub i32 %[[NEXT]], 24
; CHECK-NEXT:  %[[RIGHT:.*]] = select i1 %[[INSIDE]], i32 %[[NEXT]], i32 %[[WRAPPED]]
; CHECK:       zext i32 %[[RIGHT]] to i64
; CHECK-LABEL: @wg.long(
; CHECK:       items:
; CHECK:       add nuw i32
; CHECK:       add nuw i32
; CHECK-NOT:   select
; CHECK:       segment.end:
define void @wg.short(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %column = urem i32 %g, 24
  %up = add i32 %g, 1
  %right = urem i32 %up, 24
  %column.wide = zext i32 %column to i64
  %right.wide = zext i32 %right to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %right.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %column.wide
  store float %value, ptr addrspace(1) %to, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 24, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.long(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %column = urem i32 %g, 48
  %up = add i32 %g, 1
  %right = urem i32 %up, 48
  %column.wide = zext i32 %column to i64
  %right.wide = zext i32 %right to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %right.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %column.wide
  store float %value, ptr addrspace(1) %to, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 48, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="short" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
