; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; A quotient that leads to no address is constant in segments by the same divisor, too. Where the divisions that lead to
; addresses are as many as pay, the quotient stays in the item loop.

; CHECK:       remark: 1 item loop in segments with a uniform quotient
; CHECK:       remark: 1 item loop in segments with a uniform quotient
; CHECK-LABEL: @wg.few(
; CHECK:       items:
; CHECK-NOT:   udiv
; CHECK:       segment.end:
; CHECK-LABEL: @wg.six(
; CHECK:       items:
; CHECK-NOT:   {{udiv|urem}}
; CHECK:       %value = udiv i32 %{{.*}}, 784
; CHECK-NOT:   {{udiv|urem}}
; CHECK:       segment.end:
define void @wg.few(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %row0 = udiv i32 %g, 784
  %column0 = urem i32 %g, 784
  %row0.wide = zext i32 %row0 to i64
  %at.row0 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row0.wide
  store float 1.0, ptr addrspace(1) %at.row0, align 4
  %column0.wide = zext i32 %column0 to i64
  %at.column0 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column0.wide
  store float 1.0, ptr addrspace(1) %at.column0, align 4
  %last = add i32 %g, 3
  %value = udiv i32 %last, 784
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.six(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %row0 = udiv i32 %g, 784
  %column0 = urem i32 %g, 784
  %g.1 = add i32 %g, 1
  %row1 = udiv i32 %g.1, 784
  %column1 = urem i32 %g.1, 784
  %g.2 = add i32 %g, 2
  %row2 = udiv i32 %g.2, 784
  %column2 = urem i32 %g.2, 784
  %row0.wide = zext i32 %row0 to i64
  %at.row0 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row0.wide
  store float 1.0, ptr addrspace(1) %at.row0, align 4
  %column0.wide = zext i32 %column0 to i64
  %at.column0 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column0.wide
  store float 1.0, ptr addrspace(1) %at.column0, align 4
  %row1.wide = zext i32 %row1 to i64
  %at.row1 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row1.wide
  store float 1.0, ptr addrspace(1) %at.row1, align 4
  %column1.wide = zext i32 %column1 to i64
  %at.column1 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column1.wide
  store float 1.0, ptr addrspace(1) %at.column1, align 4
  %row2.wide = zext i32 %row2 to i64
  %at.row2 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row2.wide
  store float 1.0, ptr addrspace(1) %at.row2, align 4
  %column2.wide = zext i32 %column2 to i64
  %at.column2 = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %column2.wide
  store float 1.0, ptr addrspace(1) %at.column2, align 4
  %last = add i32 %g, 3
  %value = udiv i32 %last, 784
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
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
