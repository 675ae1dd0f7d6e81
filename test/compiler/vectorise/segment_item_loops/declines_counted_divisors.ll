; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; A divisor that a loop around the item loop counts, as the steps of a Fourier transform: half of its values are less than
; a segment.

; CHECK:       an item loop is not split where a quotient changes: a loop around it counts the divisor
; CHECK:       an item loop is not split where a quotient changes: a loop around it counts the divisor
; CHECK-LABEL: @wg.k(
; CHECK-NOT:   segment
; CHECK-LABEL: @wg.signed(
; CHECK-NOT:   segment
; CHECK:       {{^[}]}}
define void @wg.k(ptr addrspace(3) %in, i64 %n, i64 %size) #0 {
entry:
  br label %step

step:
  %p = phi i32 [ 1, %entry ], [ %doubled, %more ]
  br label %items

items:
  %x = phi i64 [ 0, %step ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %rest = urem i32 %narrow, %p
  %index = zext i32 %rest to i64
  %from = getelementptr i32, ptr addrspace(3) %in, i64 %index
  %value = load i32, ptr addrspace(3) %from, align 4
  %to = getelementptr i32, ptr addrspace(3) %in, i64 %x
  store i32 %value, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %more, !wherry.item_loop !0

more:
  %doubled = shl i32 %p, 1
  %on = icmp ult i32 %doubled, 256
  br i1 %on, label %step, label %done

done:
  ret void
}

; LLVM makes a maximum of the 1 that stands in place of 0.
define void @wg.signed(ptr addrspace(3) %in, i64 %n, i64 %size) #1 {
entry:
  br label %step

step:
  %p = phi i32 [ 1, %entry ], [ %doubled, %more ]
  br label %items

items:
  %x = phi i64 [ 0, %step ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %divisor = call i32 @llvm.umax.i32(i32 %p, i32 1)
  %rest = srem i32 %narrow, %divisor
  %index = zext i32 %rest to i64
  %from = getelementptr i32, ptr addrspace(3) %in, i64 %index
  %value = load i32, ptr addrspace(3) %from, align 4
  %to = getelementptr i32, ptr addrspace(3) %in, i64 %x
  store i32 %value, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %more, !wherry.item_loop !0

more:
  %doubled = shl i32 %p, 1
  %on = icmp ult i32 %doubled, 256
  br i1 %on, label %step, label %done

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="signed" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.explain", i32 1}
