; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over a row counts from the row's first element, by the group id, to its end: behind staged loads it counts from 0
; to the row's length, which hangs on no group. Neither may wrap around. Another counter follows.

; CHECK-LABEL: define void @wg.rows.reshaped(
; CHECK-NOT:   @__wherry_group_id
; CHECK-NOT:   @__wherry_local_id
; CHECK:     head:
; CHECK:       %[[I:.*]] = phi i64 [ 0, %entry ]
; CHECK:       icmp slt i64 %[[I]], %wide
; CHECK-LABEL: define zeroext i1 @shape.rows(
; CHECK:       call i64 @llvm.uadd.sat.i64(
; CHECK:       icmp ule i64 %{{.*}}, 4611686018427387903
@rows.tile = internal addrspace(3) global [16 x [16 x float]] undef
define void @wg.rows(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %wide = sext i32 %n to i64
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %gy = call i64 @__wherry_group_id(i32 1)
  %rows = shl i64 %wide, 4
  %start = mul i64 %rows, %gy
  %end = add i64 %start, %wide
  br label %head

head:
  %i = phi i64 [ %start, %entry ], [ %next.i, %done ]
  %j = phi i64 [ %start, %entry ], [ %next.j, %done ]
  %sum = phi float [ 0.0, %entry ], [ %more, %done ]
  %on = icmp slt i64 %i, %end
  br i1 %on, label %fill, label %end.all

fill:
  %row = mul i64 %m, %wide
  %first = add i64 %i, %row
  %index = add i64 %first, %l
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to.row = getelementptr [16 x float], ptr addrspace(3) @rows.tile, i64 %m
  %to = getelementptr float, ptr addrspace(3) %to.row, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  br label %body

body:
  %value = load float, ptr addrspace(3) %to.row
  %own = add i64 %j, %row
  %at.own = getelementptr float, ptr addrspace(1) %in, i64 %own
  %other = load float, ptr addrspace(1) %at.own
  %product = fmul float %value, %other
  %more = fadd float %sum, %product
  br label %done

done:
  call void @__wherry_barrier(i32 1)
  %next.i = add i64 %i, 16
  %next.j = add i64 %j, 32
  br label %head

end.all:
  %at.row = mul i64 %y, %wide
  %at.index = add i64 %at.row, %x
  %at = getelementptr float, ptr addrspace(1) %out, i64 %at.index
  store float %sum, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="rows" }
!0 = !{}
!10 = !{!11, !12, !13}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 4, i32 4, i32 0, i1 false}
