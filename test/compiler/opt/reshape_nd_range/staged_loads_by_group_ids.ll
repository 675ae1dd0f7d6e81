; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A variant for a local size gets a second function, too:
; RUN: sed -e 's/="turned"/& "wherry-local-size"="16,16,1"/' %s | wherry-opt -passes=reshape-nd-range | FileCheck %s
; Group ids times a constant, in place of the local size, become global ids behind staged loads, for launches of that
; local size. In a transposition by square tiles that needs work-items of a group to change places.

; CHECK-LABEL: define void @wg.turned.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_group_id
; CHECK-DAG:   %[[X:.*]] = call {{.*}}i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   %[[Y:.*]] = call {{.*}}i64 @__wherry_global_id(i32 1)
; CHECK-DAG:   shl {{.*}}i64 %[[Y]], 12
; CHECK-DAG:   shl {{.*}}i64 %[[X]], 2
; CHECK:       load float, ptr addrspace(1)
; CHECK:       store float
; CHECK-LABEL: define zeroext i1 @shape.turned(
; CHECK-DAG:   icmp eq i64 %local{{[0-9]*}}, 16
; CHECK-DAG:   icmp ule i64 %asked{{[0-9]*}}, 2147483647
@turned.tile = internal addrspace(3) global [16 x [17 x float]] undef
define void @wg.turned(ptr %args, ptr %context) #0 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %s = call i64 @__wherry_local_id(i32 0)
  %t = call i64 @__wherry_local_id(i32 1)
  %gx = call i64 @__wherry_group_id(i32 0)
  %gy = call i64 @__wherry_group_id(i32 1)
  %left = shl i64 %gx, 4
  %top = mul i64 %gy, 16
  %y = add i64 %top, %t
  %row = shl i64 %y, 10
  %x = add i64 %left, %s
  %from.index = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %from.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr [17 x float], ptr addrspace(3) @turned.tile, i64 %t, i64 %s
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %turned = getelementptr [17 x float], ptr addrspace(3) @turned.tile, i64 %s, i64 %t
  %value = load float, ptr addrspace(3) %turned
  %y2 = add i64 %left, %t
  %row2 = shl i64 %y2, 10
  %x2 = add i64 %top, %s
  %to.index = add i64 %row2, %x2
  %place = getelementptr float, ptr addrspace(1) %out, i64 %to.index
  store float %value, ptr addrspace(1) %place
  ret void
}

; A group's id is used for more: the kernel still sees groups.
; CHECK-NOT: @wg.sees.reshaped
@sees.tile = internal addrspace(3) global [16 x float] undef
define void @wg.sees(ptr %args, ptr %context) #1 !wherry.args !10 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %s = call i64 @__wherry_local_id(i32 0)
  %g = call i64 @__wherry_group_id(i32 0)
  %first = mul i64 %g, 16
  %x = add i64 %first, %s
  %from = getelementptr float, ptr addrspace(1) %in, i64 %s
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @sees.tile, i64 %s
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @sees.tile
  %number = uitofp i64 %g to float
  %sum = fadd float %value, %number
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %sum, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="turned" }
attributes #1 = { "wherry-kernel"="sees" }
!0 = !{}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
