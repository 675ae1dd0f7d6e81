; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; A sub-group sees which work-items are lanes together: its item loop stays whole.

; CHECK:       remark: an item loop is not split where a quotient changes: it sees sub-groups
; CHECK-LABEL: @wg.k(
; CHECK-NOT:   segment
; CHECK:       {{^[}]}}
declare i32 @__wherry_sub_group_lane()

define void @wg.k(ptr addrspace(1) %out, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %row = udiv i64 %x, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %row
  store i32 %lane, ptr addrspace(1) %to, align 4
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
