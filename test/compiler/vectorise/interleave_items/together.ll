; RUN: wherry-opt -passes=interleave-items,verify %s 2>&1 | FileCheck %s
; A chain of multiplications and additions in each work-item: four run together, and what is left one by one. What is the
; same for all work-items stands once.

; CHECK:       remark: {{.*}} run 4 together
; CHECK-LABEL: @wg.chain(
; CHECK-SAME:  #[[ATTRIBUTES:[0-9]+]]
; CHECK:       %[[LEFT:.*]] = sub i64 %size, 0
; CHECK:       icmp uge i64 %[[LEFT]], 4
; CHECK:       items.together:
; CHECK:       %[[FIRST:first.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %next.together ]
; CHECK-NEXT:  add nuw i64 %[[FIRST]], 1
; CHECK-NEXT:  add nuw i64 %[[FIRST]], 2
; CHECK-NEXT:  add nuw i64 %[[FIRST]], 3
; CHECK-COUNT-4: load <16 x float>
; CHECK-NOT:   load <16 x float>
; CHECK:       loop.together:
; CHECK-COUNT-1: phi i32
; CHECK-COUNT-4: phi <16 x float>
; CHECK-COUNT-4: fmul <16 x float>
; CHECK-COUNT-4: fadd <16 x float>
; CHECK-COUNT-1: add i32
; CHECK:       next.together:
; CHECK-COUNT-4: store <16 x float>
; CHECK:       %[[NEXT]] = add nuw i64 %[[FIRST]], 4
; CHECK:       rest:
; CHECK-NEXT:  phi i64 [ 0, %entry ], [ %[[NEXT]], %together.done ]
; CHECK:       together.done:
; CHECK:       icmp ult i64 %[[NEXT]], %size
; CHECK:       attributes #[[ATTRIBUTES]] = {{.*}}"wherry-interleaved"
define void @wg.chain(ptr addrspace(1) %a, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i32 [ 0, %items ], [ %i.next, %loop ]
  %v = phi <16 x float> [ %start, %items ], [ %sum, %loop ]
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %i.next = add i32 %i, 1
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %loop, label %next

next:
  store <16 x float> %sum, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!0 = !{}
