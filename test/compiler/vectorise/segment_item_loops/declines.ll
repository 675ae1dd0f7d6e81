; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; Segments of fewer items than fill a register would leave lanes empty; a dividend by twos has no quotient that is uniform
; for long; of a mask that no address depends on nothing is gained.

; CHECK-LABEL: @wg.k(
; CHECK-NOT:   segment
; CHECK:       {{^[}]}}
define void @wg.k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %pixel = udiv i64 %x, 3
  %channel = urem i64 %x, 3
  %twice = shl i64 %x, 1
  %half = udiv i64 %twice, 64
  %bits = and i64 %x, 255
  %byte = trunc i64 %bits to i8
  %sum = add i64 %pixel, %channel
  %index = add i64 %sum, %half
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %index
  store i8 %byte, ptr addrspace(1) %to, align 1
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
