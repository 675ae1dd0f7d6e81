; RUN: wherry-opt -passes="for-kernels<often_dividing>(early-cse),segment-item-loops,verify" %s 2>&1 | FileCheck %s
; Seven quotients by different numbers would change too often for segments to pay; a dividend by twos, divided by a number
; that is not known, has no quotient that is uniform for long. A remark says so of each loop, once.

; CHECK:       remark: an item loop is not split where a quotient changes: it has 7 divisions of the index, more than 6
; CHECK-NEXT:  remark: an item loop is not split where a quotient changes: the dividend goes up by another number than 1
; CHECK-NOT:   remark
; CHECK-LABEL: @wg.many(
; CHECK-NOT:   segment
; CHECK:       {{^[}]}}
define void @wg.many(ptr addrspace(1) %out, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %q0 = udiv i64 %x, %a
  %q1 = udiv i64 %x, %b
  %q2 = udiv i64 %x, %c
  %q3 = udiv i64 %x, %d
  %q4 = udiv i64 %x, %e
  %q5 = udiv i64 %x, %f
  %q6 = udiv i64 %x, %g
  %s0 = xor i64 %q0, %q1
  %s1 = xor i64 %s0, %q2
  %s2 = xor i64 %s1, %q3
  %s3 = xor i64 %s2, %q4
  %s4 = xor i64 %s3, %q5
  %s5 = xor i64 %s4, %q6
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %s5, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.by_twos(
; CHECK-NOT:   segment
; CHECK:       {{^[}]}}
define void @wg.by_twos(ptr addrspace(1) %out, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %twice = shl i64 %x, 1
  %row = udiv i64 %twice, %n
  %column = urem i64 %twice, %n
  %sum = add i64 %row, %column
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %sum
  store i64 0, ptr addrspace(1) %to, align 8
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
