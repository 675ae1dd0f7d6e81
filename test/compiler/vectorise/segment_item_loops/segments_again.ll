; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: wherry-opt -passes=segment-item-loops,vectorise-item-loops,verify %s 2>&1 | FileCheck %s --check-prefix=VECTORS
; A plane, a row and a column from one index: the remainder of the first division goes up by one within a segment, which
; runs in segments of its own.

; CHECK:       1 item loop in segments with a uniform quotient, 1 of segments again
; CHECK:       1 item loop in segments with a uniform quotient, 2 of segments again
; CHECK:       1 item loop in segments with a uniform quotient, 1 of segments again
; CHECK-LABEL: @wg.planes(
; CHECK:       segment:
; CHECK:       %segment.first = phi i64
; CHECK:       urem i32 %{{.*}}, %{{.*}}
; CHECK:       segment{{[0-9]+}}:
; CHECK-NEXT:  %segment.first{{[0-9]+}} = phi i64
; CHECK:       items:
; CHECK-NOT:   {{[us]}}div
; CHECK-NOT:   {{[us]}}rem
; CHECK:       segment.end:
; VECTORS:     2 contiguous accesses, {{.*}} 0 gathers, 0 scatters

; Item loops are split three times at most: of five dimensions, a row is still divided by 28.
; CHECK-LABEL: @wg.deep(
; CHECK:       items:
; CHECK-NOT:   urem i32 %{{.*}}, {{784|21952|614656}}
; CHECK:       udiv i32 %{{.*}}, 28
; CHECK-NEXT:  urem i32 %{{.*}}, 28
; CHECK:       segment.end:

; Segments in segments of a known length end where the inner divisor, which is unknown, says.
; CHECK-LABEL: @wg.known(
; CHECK:       icmp ult i64 %x.next, %segment.length{{[0-9]*}}, !wherry.item_loop !{{[0-9]+$}}
define void @wg.planes(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %plane = udiv i32 %g, 784
  %place = urem i32 %g, 784
  %row = udiv i32 %place, 28
  %column = urem i32 %place, 28
  %row.wide = zext i32 %row to i64
  %column.wide = zext i32 %column to i64
  %plane.wide = zext i32 %plane to i64
  %line = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row.wide
  %from = getelementptr float, ptr addrspace(1) %line, i64 %column.wide
  %out.plane = getelementptr [784 x float], ptr addrspace(1) %out, i64 %plane.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out.plane, i64 %column.wide
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.deep(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %batch = udiv i32 %g, 614656
  %in.batch = urem i32 %g, 614656
  %volume = udiv i32 %in.batch, 21952
  %in.volume = urem i32 %in.batch, 21952
  %plane = udiv i32 %in.volume, 784
  %in.plane = urem i32 %in.volume, 784
  %row = udiv i32 %in.plane, 28
  %column = urem i32 %in.plane, 28
  %batch.wide = zext i32 %batch to i64
  %at.batch = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %batch.wide
  store float 1.0, ptr addrspace(1) %at.batch, align 4
  %volume.wide = zext i32 %volume to i64
  %at.volume = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %volume.wide
  store float 1.0, ptr addrspace(1) %at.volume, align 4
  %plane.wide = zext i32 %plane to i64
  %at.plane = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %plane.wide
  store float 1.0, ptr addrspace(1) %at.plane, align 4
  %row.wide = zext i32 %row to i64
  %at.row = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row.wide
  store float 1.0, ptr addrspace(1) %at.row, align 4
  %column.wide = zext i32 %column to i64
  %at.column = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column.wide
  store float 1.0, ptr addrspace(1) %at.column, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.known(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %plane = udiv i32 %g, 256
  %place = urem i32 %g, 256
  %row = udiv i32 %place, %n
  %column = urem i32 %place, %n
  %plane.wide = zext i32 %plane to i64
  %at.plane = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %plane.wide
  store float 1.0, ptr addrspace(1) %at.plane, align 4
  %row.wide = zext i32 %row to i64
  %at.row = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row.wide
  store float 1.0, ptr addrspace(1) %at.row, align 4
  %column.wide = zext i32 %column to i64
  %at.column = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column.wide
  store float 1.0, ptr addrspace(1) %at.column, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 1024, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
