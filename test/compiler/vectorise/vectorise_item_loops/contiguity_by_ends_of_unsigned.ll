; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Bounds of unsigned numbers, as of signed ones where none is negative.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.clamped(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[NO_WRAP:.*]] = icmp sle i32 %[[ID]], 2147483644
; CHECK:       %[[BY:.*]] = icmp sgt i32 %by, -1
; CHECK:       %[[LOW:.*]] = icmp sge i32 %[[ID]], %by
; CHECK:       %[[LESS:.*]] = sub i32 %[[ID]], %by
; CHECK:       icmp sgt i32 %[[LESS]], -1
; CHECK:       icmp sgt i32 %most, -1
; CHECK:       %[[LAST:.*]] = add i32 %[[LESS]], 3
; CHECK:       %[[HIGH:.*]] = icmp sle i32 %[[LAST]], %most
; CHECK:       getelementptr float, ptr addrspace(1) %in
; CHECK:       freeze i1
; CHECK:       load <4 x float>
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i32 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %less = call i32 @llvm.usub.sat.i32(i32 %id, i32 %by)
  %index = call i32 @llvm.umin.i32(i32 %less, i32 %most)
  %long = zext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %long
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="clamped" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
