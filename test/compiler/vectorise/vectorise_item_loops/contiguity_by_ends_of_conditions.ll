; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An index on one side of a bound and one element on the other: contiguous while the condition holds for both ends of the
; vector, and so for all lanes; of unsigned numbers, where none is negative as a signed one. Where the index goes up on
; both sides, all lanes are compared.

; CHECK-LABEL: @wg.step(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[NEXT:.*]] = add i32 %[[ID]], 1
; CHECK:       icmp sle i32 %[[ID]], 2147483644
; CHECK:       %[[LAST:.*]] = add i32 %[[ID]], 3
; CHECK:       icmp slt i32 %[[LAST]], %most
; CHECK:       icmp sle i32 %[[NEXT]], 2147483644
; CHECK:       %[[INDEX:.*]] = sext i32 %[[NEXT]] to i64
; CHECK:       %[[FIRST:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[INDEX]]
; CHECK:       load <4 x float>, ptr addrspace(1) %[[FIRST]]
; CHECK:       call <4 x float> @llvm.masked.gather
; CHECK-LABEL: @wg.unsigned(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       icmp sgt i32 %[[ID]], -1
; CHECK:       icmp sgt i32 %most, -1
; CHECK:       %[[LAST:.*]] = add i32 %[[ID]], 3
; CHECK:       icmp slt i32 %[[LAST]], %most
; CHECK:       load <4 x float>
; CHECK-LABEL: @wg.both(
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
; CHECK:       load <4 x float>
define void @wg.step(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, float %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %next.id = add nsw i32 %id, 1
  %is.inside = icmp slt i32 %id, %most
  %index = select i1 %is.inside, i32 %next.id, i32 0
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

define void @wg.unsigned(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, float %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %next.id = add nsw i32 %id, 1
  %is.inside = icmp ult i32 %id, %most
  %index = select i1 %is.inside, i32 %next.id, i32 0
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
define void @wg.both(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, float %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %next.id = add nsw i32 %id, 1
  %is.inside = icmp slt i32 %id, %most
  %index = select i1 %is.inside, i32 %next.id, i32 %id
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="clamped" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
