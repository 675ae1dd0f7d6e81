; RUN: wherry-opt -passes=interleave-items,verify %s 2>&1 | FileCheck %s
; A guard before all else: work-items that agree on it run together, those that do not one by one.

; CHECK:       remark: {{.*}} run 4 together
; CHECK-LABEL: @wg.guard(
; CHECK:       items.together:
; CHECK:       %[[FIRST:first.*]] = phi i64
; CHECK-COUNT-4: icmp ult i64 %{{.*}}, %limit
; CHECK:       br i1 %{{.*}}, label %[[AGREED:agreed.*]], label %rest
; CHECK:       rest:
; CHECK-NEXT:  phi i64 [ %[[FIRST]], %items.together ],
; CHECK:       [[AGREED]]:
; CHECK-NEXT:  br i1 %{{.*}}, label %work.together, label %next.together
define void @wg.guard(ptr addrspace(1) %a, i32 %n, i64 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %inside = icmp ult i64 %x, %limit
  br i1 %inside, label %work, label %next

work:
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i32 [ 0, %work ], [ %i.next, %loop ]
  %v = phi <16 x float> [ %start, %work ], [ %sum, %loop ]
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %i.next = add i32 %i, 1
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %loop, label %write

write:
  store <16 x float> %sum, ptr addrspace(1) %at
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!0 = !{}
