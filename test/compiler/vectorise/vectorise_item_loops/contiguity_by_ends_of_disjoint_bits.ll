; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/or disjoint/or/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=ANY
; The start of a row of 1024 elements and a clamped place in the row have no bits in common: their union is their sum.
; Of other bits, the check is of all lanes.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.row(
; CHECK:       %[[ID:.*]] = add i64 %{{.*}}, %at
; CHECK:       icmp sge i64 %[[ID]], 0
; CHECK:       %[[LAST:.*]] = add i64 %[[ID]], 3
; CHECK:       icmp sle i64 %[[LAST]], 1023
; CHECK:       %[[FIRST:.*]] = add i64 %start, %[[ID]]
; CHECK:       getelementptr float, ptr addrspace(1) %in, i64 %[[FIRST]]
; CHECK:       freeze i1
; CHECK:       load <4 x float>
; ANY-LABEL:   @wg.row(
; ANY-NOT:     add i64 %start
; ANY:         icmp {{eq|ne}} <4 x
define void @wg.row(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %y, i64 %at, i64 %size) #0 {
entry:
  %start = shl i64 %y, 10
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = add i64 %x, %at
  %above = call i64 @llvm.smax.i64(i64 %id, i64 0)
  %within = call i64 @llvm.smin.i64(i64 %above, i64 1023)
  %index = or disjoint i64 %start, %within
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="row" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
