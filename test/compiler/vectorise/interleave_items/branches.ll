; RUN: wherry-opt -passes=interleave-items,verify %s 2>&1 | FileCheck %s
; A branch that differs between work-items is taken by one after the other, each with a private variable of its own; the
; values that it joins go on together.

; CHECK:       remark: {{.*}} run 4 together
; CHECK-LABEL: @wg.branch(
; CHECK:       %[[MINE:own]] = alloca
; CHECK-COUNT-3: %own{{[0-9]+}} = alloca
; CHECK:       loop.together:
; CHECK:       br i1 %{{.*}}, label %[[SIDE:side.item[0-9]*]], label %[[JOINED:next.joined[0-9]*]]
; CHECK:       [[SIDE]]:
; CHECK:       store <16 x float> %{{.*}}, ptr %own
; CHECK:       br label %[[JOINED]]
; CHECK:       [[JOINED]]:
; CHECK-NEXT:  phi <16 x float>
; CHECK-NEXT:  br i1 %{{.*}}, label %[[SECOND:side.item[0-9]*]], label %[[AFTER:next.joined[0-9]*]]
; CHECK:       [[SECOND]]:
; CHECK:       store <16 x float> %{{.*}}, ptr %own{{[0-9]+}}
define void @wg.branch(ptr addrspace(1) %a, i32 %n, i64 %size) #0 {
entry:
  %own = alloca <16 x float>
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
  br i1 %on, label %loop, label %choice

choice:
  %first = extractelement <16 x float> %sum, i64 0
  %large = fcmp ogt float %first, 2.0
  br i1 %large, label %side, label %next

side:
  store <16 x float> %sum, ptr %own
  %at.own = getelementptr float, ptr %own, i32 %n
  store float 0.0, ptr %at.own
  %changed = load <16 x float>, ptr %own
  br label %next

next:
  %result = phi <16 x float> [ %sum, %choice ], [ %changed, %side ]
  store <16 x float> %result, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!0 = !{}
