; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Indices of 32 bits that may wrap around, of local ids and an argument, beside work-groups' places of 64 bits: what is
; left without local ids holds for launches for which the host sees that the index is not negative and does not wrap
; around.

; CHECK-LABEL: define void @wg.narrow.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   addrspace(3)
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.narrow(
; CHECK:       call { i64, i1 } @llvm.umul.with.overflow.i64(i64 4095, i64 %{{.*}})
; CHECK:       %[[MOST:.*]] = call i64 @llvm.uadd.sat.i64(i64 %{{.*}}, i64 4095)
; CHECK:       icmp ule i64 %[[MOST]], 2147483647
@narrow.tile = internal addrspace(3) global [16 x [16 x float]] undef
define void @wg.narrow(ptr %args, ptr %context) #0 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.pitch = getelementptr inbounds i8, ptr %args, i64 16
  %pitch = load i32, ptr %at.pitch, align 8, !invariant.load !0
  %s = call i64 @__wherry_local_id(i32 0)
  %t = call i64 @__wherry_local_id(i32 1)
  %gx = call i64 @__wherry_group_id(i32 0)
  %gy = call i64 @__wherry_group_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %wide = sext i32 %pitch to i64
  %rows = shl nsw i64 %wide, 4
  %top = mul i64 %rows, %gy
  %corner = getelementptr float, ptr addrspace(1) %in, i64 %top
  %left = shl i64 %gx, 4
  %first = getelementptr float, ptr addrspace(1) %corner, i64 %left
  %s.low = trunc i64 %s to i32
  %t.low = trunc i64 %t to i32
  %row = mul i32 %t.low, %pitch
  %number = add i32 %row, %s.low
  %index = sext i32 %number to i64
  %from = getelementptr float, ptr addrspace(1) %first, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr [16 x float], ptr addrspace(3) @narrow.tile, i64 %t, i64 %s
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) %to
  %row.out = shl i64 %y, 10
  %at = add i64 %row.out, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %at
  store float %value, ptr addrspace(1) %place
  ret void
}

; The row above, by a difference of numbers that are not negative.
; CHECK-LABEL: define void @wg.above.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   addrspace(3)
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.above(
; CHECK:       icmp ule i64 %{{.*}}, 2147483647
@above.tile = internal addrspace(3) global [17 x [16 x float]] undef
define void @wg.above(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.pitch = getelementptr inbounds i8, ptr %args, i64 16
  %pitch = load i32, ptr %at.pitch, align 8, !invariant.load !0
  %s = call i64 @__wherry_local_id(i32 0)
  %t = call i64 @__wherry_local_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %x.low = trunc i64 %x to i32
  %y.low = trunc i64 %y to i32
  %row = mul i32 %y.low, %pitch
  %number = add i32 %row, %x.low
  %index = sext i32 %number to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %below = add i64 %t, 1
  %to = getelementptr [16 x float], ptr addrspace(3) @above.tile, i64 %below, i64 %s
  store float %loaded, ptr addrspace(3) %to
  %t.low = trunc i64 %t to i32
  %first = icmp eq i32 %t.low, 0
  br i1 %first, label %halo, label %all

halo:
  %above = sub i32 %number, %pitch
  %above.index = sext i32 %above to i64
  %from.above = getelementptr float, ptr addrspace(1) %in, i64 %above.index
  %loaded.above = load float, ptr addrspace(1) %from.above
  %to.above = getelementptr float, ptr addrspace(3) @above.tile, i64 %s
  store float %loaded.above, ptr addrspace(3) %to.above
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %of.above = getelementptr [16 x float], ptr addrspace(3) @above.tile, i64 %t, i64 %s
  %value = load float, ptr addrspace(3) %of.above
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %value, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="narrow" }
attributes #1 = { "wherry-kernel"="above" }
!0 = !{}
!10 = !{!11, !12, !13}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 4, i32 4, i32 0, i1 false}
