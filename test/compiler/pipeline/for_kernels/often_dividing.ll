; RUN: wherry-opt -passes='for-kernels<often_dividing>(early-cse),verify' %s | FileCheck %s
; An item loop with seven quotients, more than segments pay for, though they are all one: equal divisions are joined.

; CHECK-LABEL: @wg.k(
; CHECK:       lshr i64 %x, 6
; CHECK-NOT:   lshr
define void @wg.k(ptr addrspace(1) %out) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row0 = lshr i64 %x, 6
  %row1 = lshr i64 %x, 6
  %row2 = lshr i64 %x, 6
  %row3 = lshr i64 %x, 6
  %row4 = lshr i64 %x, 6
  %row5 = lshr i64 %x, 6
  %row6 = lshr i64 %x, 6
  %to0 = getelementptr float, ptr addrspace(1) %out, i64 %row0
  %to1 = getelementptr i8, ptr addrspace(1) %to0, i64 %row1
  %to2 = getelementptr i8, ptr addrspace(1) %to1, i64 %row2
  %to3 = getelementptr i8, ptr addrspace(1) %to2, i64 %row3
  %to4 = getelementptr i8, ptr addrspace(1) %to3, i64 %row4
  %to5 = getelementptr i8, ptr addrspace(1) %to4, i64 %row5
  %to6 = getelementptr i8, ptr addrspace(1) %to5, i64 %row6
  store i8 1, ptr addrspace(1) %to6, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 128, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
