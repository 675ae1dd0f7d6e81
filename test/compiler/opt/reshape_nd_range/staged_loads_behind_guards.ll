; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A transposition of a picture of any size: work-items store to the tile what lies within the picture. What a work-item
; loads from the tile another one has stored, as its own place in the other picture is within that one.

; CHECK-LABEL: define void @wg.turned.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_group_id
; CHECK-NOT:   addrspace(3)
; Conditions stay conditions, and indices that do not wrap around become indices of 64 bits.
; CHECK:       and i1 %
; CHECK:       mul i64 %
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.turned(
; CHECK-DAG:   icmp eq i64 %local{{[0-9]*}}, 16
@turned.tile = internal addrspace(3) global [16 x [17 x float]] undef
define void @wg.turned(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %at.h = getelementptr inbounds i8, ptr %args, i64 20
  %h = load i32, ptr %at.h, align 4, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %gx = call i64 @__wherry_group_id(i32 0)
  %gy = call i64 @__wherry_group_id(i32 1)
  %narrow.l = trunc i64 %l to i32
  %narrow.m = trunc i64 %m to i32
  %narrow.x = trunc i64 %x to i32
  %narrow.y = trunc i64 %y to i32
  %in.row = icmp slt i32 %narrow.x, %w
  %in.column = icmp slt i32 %narrow.y, %h
  %stores = and i1 %in.row, %in.column
  br i1 %stores, label %fill, label %all

fill:
  %row = mul nsw i32 %narrow.y, %w
  %index = add nsw i32 %row, %narrow.x
  %wide.index = sext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %wide.index
  %loaded = load float, ptr addrspace(1) %from
  %to.row = getelementptr [17 x float], ptr addrspace(3) @turned.tile, i64 %m
  %to = getelementptr float, ptr addrspace(3) %to.row, i64 %l
  store float %loaded, ptr addrspace(3) %to
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %narrow.gx = trunc i64 %gx to i32
  %narrow.gy = trunc i64 %gy to i32
  %left = shl i32 %narrow.gy, 4
  %top = shl i32 %narrow.gx, 4
  %u = add i32 %left, %narrow.l
  %v = add i32 %top, %narrow.m
  %out.row = icmp slt i32 %u, %h
  %out.column = icmp slt i32 %v, %w
  %is.within = and i1 %out.row, %out.column
  br i1 %is.within, label %inner, label %end

inner:
  %place.row = getelementptr [17 x float], ptr addrspace(3) @turned.tile, i64 %l
  %place = getelementptr float, ptr addrspace(3) %place.row, i64 %m
  %value = load float, ptr addrspace(3) %place
  %other.row = mul nsw i32 %v, %h
  %other = add nsw i32 %other.row, %u
  %wide.other = sext i32 %other to i64
  %at = getelementptr float, ptr addrspace(1) %out, i64 %wide.other
  store float %value, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

; A group id moves a pointer, by bytes: the size of work-groups times that of the elements. Columns are a product of sums.
; CHECK-LABEL: define void @wg.bytes.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_group_id
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.bytes(
; CHECK-DAG:   icmp eq i64 %local{{[0-9]*}}, 16
@bytes.tile = internal addrspace(3) global [16 x float] undef
define void @wg.bytes(ptr %args, ptr %context) #1 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %wide.w = sext i32 %w to i64
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %gx = call i64 @__wherry_group_id(i32 0)
  %gy = call i64 @__wherry_group_id(i32 1)
  %bytes = shl i64 %gx, 6
  %corner = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %from = getelementptr float, ptr addrspace(1) %corner, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @bytes.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) %to
  %top = mul i64 %gy, 16
  %v = add i64 %top, %m
  %rows = mul i64 %v, %wide.w
  %at.row = getelementptr float, ptr addrspace(1) %out, i64 %rows
  %at = getelementptr float, ptr addrspace(1) %at.row, i64 %x
  store float %value, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="turned" }
attributes #1 = { "wherry-kernel"="bytes" }
!0 = !{}
!10 = !{!11, !12, !13, !14}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 4, i32 4, i32 0, i1 false}
!14 = !{i32 20, i32 4, i32 4, i32 0, i1 false}
