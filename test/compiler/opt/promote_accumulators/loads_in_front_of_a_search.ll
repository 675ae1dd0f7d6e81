; RUN: wherry-opt -passes="for-kernels<accumulating>(early-cse),promote-accumulators",verify %s 2>&1 | FileCheck %s
; A search that leaves its loop where it finds something: each iteration compares with the work-item's own element, which
; is loaded once, where the loop's bound lets the first iteration begin. A loop that writes keeps its load, and so does one
; that loads on some ways only.

; CHECK-LABEL: @wg.search(
; CHECK:       items:
; CHECK:         br i1 %{{.*}}, label %[[SOME:.*]], label
; CHECK:       {{^}}[[SOME]]:
; CHECK:         load float, ptr addrspace(1) %own
; CHECK-NOT:     load float, ptr addrspace(1) %own
; CHECK-LABEL: @wg.writes(
; CHECK:         load float, ptr addrspace(1) %from
; CHECK-NEXT:    load float, ptr addrspace(1) %own
; CHECK-LABEL: @wg.some_ways(
; CHECK:       {{^}}rare:
; CHECK-NEXT:    load float, ptr addrspace(1) %own

define void @wg.search(ptr %args, ptr %context) #0 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %own = getelementptr float, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %latch ]
  br label %test

test:
  %again = icmp ult i64 %i, %size
  br i1 %again, label %body, label %items.next

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %mine = load float, ptr addrspace(1) %own
  %found = fcmp oge float %value, %mine
  br i1 %found, label %items.next, label %latch

latch:
  %next = add i64 %i, 1
  br label %loop

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.writes(ptr %args, ptr %context) #1 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %own = getelementptr float, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %latch ]
  br label %test

test:
  %again = icmp ult i64 %i, %size
  br i1 %again, label %body, label %items.next

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %mine = load float, ptr addrspace(1) %own
  store float 0.0, ptr addrspace(1) %from
  %found = fcmp oge float %value, %mine
  br i1 %found, label %items.next, label %latch

latch:
  %next = add i64 %i, 1
  br label %loop

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.some_ways(ptr %args, ptr %context) #2 {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %own = getelementptr float, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %next, %latch ]
  br label %test

test:
  %again = icmp ult i64 %i, %size
  br i1 %again, label %body, label %items.next

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %often = fcmp oge float %value, 0.0
  br i1 %often, label %latch, label %rare

rare:
  %mine = load float, ptr addrspace(1) %own
  %found = fcmp oge float %value, %mine
  br i1 %found, label %items.next, label %latch

latch:
  %next = add i64 %i, 1
  br label %loop

items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="search" "wherry-regions"="1" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="writes" "wherry-regions"="1" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="some_ways" "wherry-regions"="1" }
!llvm.module.flags = !{!1, !2}
!0 = !{}
!1 = !{i32 8, !"wherry.optimize", i32 1}
!2 = !{i32 7, !"wherry.vector_width", i32 0}
