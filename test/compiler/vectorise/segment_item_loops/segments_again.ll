; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: wherry-opt -passes=segment-item-loops,vectorise-item-loops,verify %s 2>&1 | FileCheck %s --check-prefix=VECTORS
; A plane, a row and a column from one index: the remainder of the first division goes up by one within a segment, which
; runs in segments of its own.

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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
