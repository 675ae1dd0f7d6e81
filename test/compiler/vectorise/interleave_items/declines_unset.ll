; RUN: wherry-opt -passes=interleave-items,verify %s 2>&1 | FileCheck %s
; A value that is the same for all work-items that set it, which not all do.

; CHECK:       remark: {{.*}} run one by one: work-items do not all set a value
; CHECK-NOT:   .together
define void @wg.unset(ptr addrspace(1) %a, ptr addrspace(1) %t, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr <16 x float>, ptr addrspace(1) %a, i64 %x
  %start = load <16 x float>, ptr addrspace(1) %at
  %first = extractelement <16 x float> %start, i64 0
  %sets = fcmp ogt float %first, 2.0
  br i1 %sets, label %set, label %before

set:
  %u = load <16 x float>, ptr addrspace(1) %t
  br label %before

before:
  %value = phi <16 x float> [ undef, %items ], [ %u, %set ]
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %i.next, %loop ]
  %v = phi <16 x float> [ %start, %before ], [ %sum, %loop ]
  %product = fmul <16 x float> %v, %v
  %sum = fadd <16 x float> %product, splat (float 1.0)
  %i.next = add i32 %i, 1
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %loop, label %choice

choice:
  br i1 %sets, label %use, label %next

use:
  %more = fadd <16 x float> %sum, %value
  br label %next

next:
  %result = phi <16 x float> [ %sum, %choice ], [ %more, %use ]
  store <16 x float> %result, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512f,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" }
!0 = !{}
