; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Work-items fill a tile from an argument's memory, each one element, and load each other's elements behind a barrier: a
; second function, for launches whose work-groups fill all of the tile and whose buffers lie apart, loads from the
; argument's memory, without a barrier.

; CHECK-LABEL: define void @wg.rows(
; CHECK:       call void @__wherry_barrier(
; CHECK-LABEL: define void @wg.rows.reshaped(
; CHECK-NOT:   @__wherry_barrier
; CHECK-NOT:   @__wherry_local_id
; CHECK:     body:
; CHECK:       %[[FROM:.*]] = add {{.*}}i64 %first, %k
; CHECK:       %[[AT:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[FROM]]
; CHECK:       %[[VALUE:.*]] = load float, ptr addrspace(1) %[[AT]]
; CHECK:       fadd float %sum, %[[VALUE]]
; CHECK-LABEL: define zeroext i1 @shape.rows(
; CHECK-DAG:   %[[GLOBAL:.*]] = load i64, ptr %{{.*}}
; CHECK:       urem i64 %
; CHECK:       icmp slt i64 15, %local
@rows.tile = internal addrspace(3) global [16 x float] undef
define void @wg.rows(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  br label %tiles

tiles:
  %first = phi i64 [ 0, %entry ], [ %following, %done ]
  %sums = phi float [ 0.0, %entry ], [ %sum, %done ]
  %another = icmp ult i64 %first, %n
  br i1 %another, label %fill, label %end

fill:
  %own = add i64 %first, %l
  %from = getelementptr float, ptr addrspace(1) %in, i64 %own
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @rows.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  br label %head

head:
  %k = phi i64 [ 0, %fill ], [ %next, %body ]
  %sum = phi float [ %sums, %fill ], [ %more, %body ]
  %on = icmp ne i64 %k, 16
  br i1 %on, label %body, label %done

body:
  %at = getelementptr float, ptr addrspace(3) @rows.tile, i64 %k
  %value = load float, ptr addrspace(3) %at
  %more = fadd float %sum, %value
  %next = add i64 %k, 1
  br label %head

done:
  call void @__wherry_barrier(i32 1)
  %following = add i64 %first, 16
  br label %tiles

end:
  %at.id = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sums, ptr addrspace(1) %at.id
  ret void
}

; Some work-items fill: those with local id 0 in dimension 0, for all others of their row.
; CHECK-LABEL: define void @wg.some.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK:       %[[Y:.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:       getelementptr float, ptr addrspace(1) %{{.*}}, i64 %y
; CHECK-LABEL: define zeroext i1 @shape.some(
@some.tile = internal addrspace(3) global [16 x float] undef
define void @wg.some(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %place = getelementptr float, ptr addrspace(3) @some.tile, i64 %m
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %fill, label %all

fill:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %from = getelementptr float, ptr addrspace(1) %in, i64 %y
  %loaded = load float, ptr addrspace(1) %from
  store float %loaded, ptr addrspace(3) %place
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) %place
  %at.x = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %at.x
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="rows" }
attributes #1 = { "wherry-kernel"="some" }
!0 = !{}
!10 = !{!11, !12, !13}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 8, i32 8, i32 0, i1 false}
