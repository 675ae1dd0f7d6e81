; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; x + (x < most), as x < most ? x + 1 : x comes, is x + 1 while the comparison holds for the last lane; of an index that
; is truncated, its lanes must have the lower half's sign.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.next(
; CHECK:       %[[ID:.*]] = add i64 %{{.*}}, %at
; CHECK:       icmp sle i64 %[[ID]], 9223372036854775804
; CHECK:       %[[LAST:.*]] = add i64 %[[ID]], 3
; CHECK:       icmp slt i64 %[[LAST]], %most
; CHECK:       %[[NEXT:.*]] = add i64 %[[ID]], 1
; CHECK:       icmp sge i64 %[[NEXT]], -2147483648
; CHECK:       %[[END:.*]] = add i64 %[[NEXT]], 3
; CHECK:       icmp sle i64 %[[END]], 2147483647
; CHECK:       freeze i1
; CHECK:       load <4 x float>
define void @wg.next(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %most, i64 %at, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = add i64 %x, %at
  %is.inside = icmp slt i64 %id, %most
  %one = zext i1 %is.inside to i64
  %sum = add i64 %id, %one
  %half = trunc i64 %sum to i32
  %index = zext i32 %half to i64
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="next" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
