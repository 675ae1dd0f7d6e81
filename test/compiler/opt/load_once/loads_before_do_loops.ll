; RUN: wherry-opt -passes=load-once %s | FileCheck %s
; The first iteration makes the load in any case: the load stands in front of the loop, without a branch, as contiguous
; as it is. Not a load behind a store that may reach it.

; CHECK-LABEL: @wg.before(
; CHECK:       body:
; CHECK:       load i32, ptr addrspace(1) %at
; CHECK:       loop:
; CHECK-NOT:   load i32
; CHECK:       ret void
; CHECK-LABEL: @wg.stores(
; CHECK:       loop:
; CHECK:       load i32, ptr addrspace(1) %at
define void @wg.before(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %first = load i32, ptr addrspace(1) %from
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %left = phi i32 [ %first, %body ], [ %less, %loop ]
  %by = load i32, ptr addrspace(1) %at
  %less = sub i32 %left, %by
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %next

next:
  store i32 %less, ptr addrspace(1) %from
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.stores(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %first = load i32, ptr addrspace(1) %from
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %left = phi i32 [ %first, %body ], [ %less, %loop ]
  %by = load i32, ptr addrspace(1) %at
  %less = sub i32 %left, %by
  store i32 %less, ptr addrspace(1) %from
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
