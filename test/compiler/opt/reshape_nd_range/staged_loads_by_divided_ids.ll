; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Work-groups of one dimension whose local ids are divided by a constant get two, and their own ids, too, by the number of
; tiles in a row. Staged loads then go on as they do in two dimensions.

; CHECK-LABEL: define void @wg.tile.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_group_id
; CHECK-DAG:   %[[X:.*]] = call {{.*}}i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   %[[Y:.*]] = call {{.*}}i64 @__wherry_global_id(i32 1)
; CHECK:       load float, ptr addrspace(1)
; CHECK:       store float
; CHECK-LABEL: define zeroext i1 @shape.tile(
; CHECK-DAG:   icmp eq i64 %asked{{[0-9]*}}, 1
; CHECK-DAG:   urem i64 %local{{[0-9]*}}, %
; CHECK:       mul i64 16, %
@tile.tile = internal addrspace(3) global [256 x float] undef
define void @wg.tile(ptr %args, ptr %context) #0 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %tiles32 = lshr i32 %w, 4
  %tiles.wide = zext i32 %tiles32 to i64
  %tiles = call i64 @llvm.umax.i64(i64 %tiles.wide, i64 1)
  %l = call i64 @__wherry_local_id(i32 0)
  %s = and i64 %l, 15
  %t = lshr i64 %l, 4
  %g = call i64 @__wherry_group_id(i32 0)
  %gx = urem i64 %g, %tiles
  %gy = udiv i64 %g, %tiles
  %left = shl i64 %gx, 4
  %top = mul i64 %gy, 16
  %y = add i64 %top, %t
  %row = shl i64 %y, 10
  %x = add i64 %left, %s
  %from.index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @tile.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %across = shl i64 %s, 4
  %turned.index = add i64 %across, %t
  %turned = getelementptr float, ptr addrspace(3) @tile.tile, i64 %turned.index
  %value = load float, ptr addrspace(3) %turned
  %y2 = add i64 %left, %t
  %row2 = shl i64 %y2, 10
  %x2 = add i64 %top, %s
  %to.index = add i64 %row2, %x2
  %place = getelementptr float, ptr addrspace(1) %out, i64 %to.index
  store float %value, ptr addrspace(1) %place
  ret void
}

; By signed numbers. LLVM asks whether w / 16 is 0 or -1 by w itself.
; CHECK-LABEL: define void @wg.signed.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_group_id
; CHECK-LABEL: define zeroext i1 @shape.signed(
@signed.tile = internal addrspace(3) global [256 x float] undef
define void @wg.signed(ptr %args, ptr %context) #1 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %tiles32 = sdiv i32 %w, 16
  %l = call i64 @__wherry_local_id(i32 0)
  %s = and i64 %l, 15
  %t = lshr i64 %l, 4
  %g = call i64 @__wherry_group_id(i32 0)
  %g32 = trunc i64 %g to i32
  %w.off = add i32 %w, 15
  %zero = icmp ult i32 %w.off, 31
  %least = icmp eq i32 %g32, -2147483648
  %w.below = add i32 %w, 31
  %minus = icmp ult i32 %w.below, 16
  %overflows = and i1 %least, %minus
  %bad = or i1 %zero, %overflows
  %tiles = select i1 %bad, i32 1, i32 %tiles32
  %gx32 = srem i32 %g32, %tiles
  %gy32 = sdiv i32 %g32, %tiles
  %gx = sext i32 %gx32 to i64
  %gy = sext i32 %gy32 to i64
  %left = shl i64 %gx, 4
  %top = mul i64 %gy, 16
  %y = add i64 %top, %t
  %row = shl i64 %y, 10
  %x = add i64 %left, %s
  %from.index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @signed.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) %to
  %place = getelementptr float, ptr addrspace(1) %out, i64 %from.index
  store float %value, ptr addrspace(1) %place
  ret void
}

; Ids that the function begins with; a global one and a local size have no use.
; CHECK-LABEL: define void @wg.first.reshaped(
; CHECK-NOT:   @__wherry_group_id
; CHECK-LABEL: define zeroext i1 @shape.first(
@first.tile = internal addrspace(3) global [256 x float] undef
define void @wg.first(ptr %args, ptr %context) #4 !wherry.args !10 {
  %l = call i64 @__wherry_local_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  %all = call i64 @__wherry_global_id(i32 0)
  %g = call i64 @__wherry_group_id(i32 0)
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %tiles32 = lshr i32 %w, 4
  %tiles.wide = zext i32 %tiles32 to i64
  %tiles = call i64 @llvm.umax.i64(i64 %tiles.wide, i64 1)
  %s = and i64 %l, 15
  %t = lshr i64 %l, 4
  %gx = urem i64 %g, %tiles
  %gy = udiv i64 %g, %tiles
  %left = shl i64 %gx, 4
  %top = mul i64 %gy, 16
  %y = add i64 %top, %t
  %row = shl i64 %y, 10
  %x = add i64 %left, %s
  %from.index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @first.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %across = shl i64 %s, 4
  %turned.index = add i64 %across, %t
  %turned = getelementptr float, ptr addrspace(3) @first.tile, i64 %turned.index
  %value = load float, ptr addrspace(3) %turned
  %y2 = add i64 %left, %t
  %row2 = shl i64 %y2, 10
  %x2 = add i64 %top, %s
  %to.index = add i64 %row2, %x2
  %place = getelementptr float, ptr addrspace(1) %out, i64 %to.index
  store float %value, ptr addrspace(1) %place
  ret void
}

; A second dimension's id is asked for, or the group's id is divided by what only the kernel knows.
; CHECK-NOT: @wg.two.reshaped
@two.tile = internal addrspace(3) global [256 x float] undef
define void @wg.two(ptr %args, ptr %context) #2 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %s = and i64 %l, 15
  %t = lshr i64 %l, 4
  %g = call i64 @__wherry_group_id(i32 0)
  %p = call i64 @__wherry_global_id(i32 1)
  %left = shl i64 %g, 4
  %plane = shl i64 %p, 20
  %row = shl i64 %t, 10
  %x = add i64 %left, %s
  %in.plane = add i64 %row, %x
  %from.index = add i64 %in.plane, %plane
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @two.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %across = shl i64 %s, 4
  %turned.index = add i64 %across, %t
  %turned = getelementptr float, ptr addrspace(3) @two.tile, i64 %turned.index
  %value = load float, ptr addrspace(3) %turned
  %place = getelementptr float, ptr addrspace(1) %out, i64 %from.index
  store float %value, ptr addrspace(1) %place
  ret void
}
; CHECK-NOT: @wg.unknown.reshaped
@unknown.tile = internal addrspace(3) global [256 x float] undef
define void @wg.unknown(ptr %args, ptr %context) #3 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %known.late = load float, ptr addrspace(1) %in
  %tiles.float = fptoui float %known.late to i64
  %tiles = call i64 @llvm.umax.i64(i64 %tiles.float, i64 1)
  %l = call i64 @__wherry_local_id(i32 0)
  %s = and i64 %l, 15
  %t = lshr i64 %l, 4
  %g = call i64 @__wherry_group_id(i32 0)
  %gx = urem i64 %g, %tiles
  %gy = udiv i64 %g, %tiles
  %left = shl i64 %gx, 4
  %top = mul i64 %gy, 16
  %y = add i64 %top, %t
  %row = shl i64 %y, 10
  %x = add i64 %left, %s
  %from.index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @unknown.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %across = shl i64 %s, 4
  %turned.index = add i64 %across, %t
  %turned = getelementptr float, ptr addrspace(3) @unknown.tile, i64 %turned.index
  %value = load float, ptr addrspace(3) %turned
  %place = getelementptr float, ptr addrspace(1) %out, i64 %from.index
  store float %value, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_size(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
declare i64 @llvm.umax.i64(i64, i64)
attributes #0 = { "wherry-kernel"="tile" }
attributes #1 = { "wherry-kernel"="signed" }
attributes #2 = { "wherry-kernel"="two" }
attributes #4 = { "wherry-kernel"="first" }
attributes #3 = { "wherry-kernel"="unknown" }
!0 = !{}
!10 = !{!11, !12, !13}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 4, i32 4, i32 0, i1 false}
