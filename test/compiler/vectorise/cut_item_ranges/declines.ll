; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; An effect outside of the guard; a bound that is loaded for each item; a value behind the loop that items outside of the
; guard leave.

; CHECK-NOT:   remark
; CHECK:       remark: an item loop is not cut by its guard: the bound, the load, may differ from work-item to work-item
; CHECK-NEXT:  remark: an item loop is not cut by its guard: what it hands on depends on all work-items
; CHECK-NOT:   remark
; CHECK-LABEL: @wg.effect(
; CHECK-NOT:   range
; CHECK:       {{^[}]}}
define void @wg.effect(ptr addrspace(1) %out, i64 %high, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 0, ptr addrspace(1) %to
  %below = icmp ult i64 %x, %high
  br i1 %below, label %write, label %next

write:
  store i64 %x, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.loaded(
; CHECK-NOT:   range
; CHECK:       {{^[}]}}
define void @wg.loaded(ptr addrspace(1) %out, ptr addrspace(1) %bounds, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  %high = load i64, ptr addrspace(1) %bounds
  %below = icmp ult i64 %x, %high
  br i1 %below, label %write, label %next

write:
  store i64 %x, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.value(
; CHECK-NOT:   range
; CHECK:       {{^[}]}}
define i64 @wg.value(ptr addrspace(1) %out, i64 %high, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %below = icmp ult i64 %x, %high
  br i1 %below, label %write, label %next

write:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %x, ptr addrspace(1) %to
  br label %next

next:
  %last = phi i64 [ 1, %write ], [ 2, %items ]
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret i64 %last
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
