; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; `g & ~511`, as LLVM writes `(g >> 9) << 9`, is the same for all work-items between two multiples of 512.

; CHECK:       remark: 1 item loop in segments with a uniform quotient
; CHECK-LABEL: @wg.k(
; CHECK:       segment:
; CHECK:       %[[LINE:.*]] = and i64 %{{.*}}, -512
; CHECK:       items:
; CHECK-NOT:   and i64
; CHECK:       getelementptr float, ptr addrspace(1) %in, i64 %[[LINE]]
define void @wg.k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %start, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %g = add i64 %start, %x
  %line = and i64 %g, -512
  %from = getelementptr float, ptr addrspace(1) %in, i64 %line
  %value = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %value, ptr addrspace(1) %to
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
