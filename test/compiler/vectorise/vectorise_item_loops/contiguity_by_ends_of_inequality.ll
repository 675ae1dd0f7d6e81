; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; One element lies elsewhere, as the neighbour of a ring's first one: contiguous while the bound lies before the first lane
; or behind the last. A bound that differs from lane to lane is none.

; CHECK-LABEL: @wg.ring(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[LAST:.*]] = add i32 %[[ID]], 3
; CHECK:       %[[BEFORE:.*]] = icmp slt i32 %first, %[[ID]]
; CHECK:       %[[BEHIND:.*]] = icmp sgt i32 %first, %[[LAST]]
; CHECK:       or i1 %[[BEFORE]], %[[BEHIND]]
; CHECK:       %[[START:.*]] = add i32 %[[ID]], -1
; CHECK:       %[[INDEX:.*]] = sext i32 %[[START]] to i64
; CHECK:       %[[FROM:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[INDEX]]
; CHECK:       load <4 x float>, ptr addrspace(1) %[[FROM]]
; CHECK:       call <4 x float> @llvm.masked.gather
; CHECK-LABEL: @wg.loaded(
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
define void @wg.ring(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %other, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %is.first = icmp eq i32 %id, %first
  %which = select i1 %is.first, i32 %other, i32 %id
  %index = add nsw i32 %which, -1
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
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

define void @wg.loaded(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %bounds, i32 %other, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %bound.at = getelementptr inbounds i32, ptr addrspace(1) %bounds, i64 %x
  %bound = load i32, ptr addrspace(1) %bound.at, align 4
  %is.first = icmp eq i32 %id, %bound
  %which = select i1 %is.first, i32 %other, i32 %id
  %index = add nsw i32 %which, -1
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="ring" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
