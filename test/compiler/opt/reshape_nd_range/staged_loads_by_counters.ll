; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Work-items fill a tile that is larger than their group by a loop that starts at their local ids: a load of element i
; loads what is loaded for counter i.

; CHECK-LABEL: define void @wg.loop.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   addrspace(3)
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.loop(
; The local size is at least the step, and work-items load no more than there is.
; CHECK:       %[[SIZE:.*]] = call i64 @llvm.umax.i64(i64 %local, i64 1)
; CHECK:       icmp uge i64 %{{.*}}, 16
; CHECK:       %[[LAST:.*]] = sub i64 %{{.*}}, 1
; CHECK:       %[[MOST:.*]] = add i64 4, %{{.*}}
; CHECK:       icmp slt i64 %[[MOST]], 20
@loop.tile = internal addrspace(3) global [20 x float] undef
define void @wg.loop(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %first = sub i64 %id, %l
  br label %head

head:
  %k = phi i64 [ %l, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %k, 20
  br i1 %more, label %fill, label %all

fill:
  %index = add i64 %first, %k
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @loop.tile, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %next = add i64 %k, 16
  br label %head

all:
  call void @__wherry_barrier(i32 1)
  %right = add i64 %l, 4
  %place = getelementptr float, ptr addrspace(3) @loop.tile, i64 %right
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; Elements by one number, of which the source's index has quotient and remainder: these are known where the remainder's
; parts are smaller than the divisor. The counter is of 32 bits, its step the number of work-items.
; CHECK-LABEL: define void @wg.divided.reshaped(
; CHECK-NOT:   udiv
; CHECK-NOT:   urem
; CHECK-NOT:   @__wherry_local_id
; CHECK:       load float, ptr addrspace(1)
; CHECK-LABEL: define zeroext i1 @shape.divided(
; CHECK:       icmp slt i64 %{{.*}}, 18
@divided.tile = internal addrspace(3) global [6 x [18 x float]] undef
define void @wg.divided(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %left = sub i64 %x, %l
  %top = sub i64 %y, %m
  %wide = call i64 @__wherry_local_size(i32 0)
  %high = call i64 @__wherry_local_size(i32 1)
  %step = mul i64 %wide, %high
  %narrow.step = trunc i64 %step to i32
  %row.start = mul i64 %m, %wide
  %start = add i64 %row.start, %l
  %narrow.start = trunc i64 %start to i32
  br label %head

head:
  %k = phi i32 [ %narrow.start, %entry ], [ %next, %fill ]
  %more = icmp ult i32 %k, 108
  br i1 %more, label %fill, label %all

fill:
  %quotient = udiv i32 %k, 18
  %remainder = urem i32 %k, 18
  %r = zext i32 %quotient to i64
  %c = zext i32 %remainder to i64
  %row = add i64 %top, %r
  %column = add i64 %left, %c
  %row.first = mul i64 %row, 1026
  %index = add i64 %row.first, %column
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to.row = getelementptr [18 x float], ptr addrspace(3) @divided.tile, i64 %r
  %to = getelementptr float, ptr addrspace(3) %to.row, i64 %c
  store float %loaded, ptr addrspace(3) %to
  %next = add i32 %k, %narrow.step
  br label %head

all:
  call void @__wherry_barrier(i32 1)
  %below = add i64 %m, 2
  %right = add i64 %l, 1
  %place.row = getelementptr [18 x float], ptr addrspace(3) @divided.tile, i64 %below
  %place = getelementptr float, ptr addrspace(3) %place.row, i64 %right
  %value = load float, ptr addrspace(3) %place
  %at.row = mul i64 %y, 1024
  %at.index = add i64 %at.row, %x
  %at = getelementptr float, ptr addrspace(1) %out, i64 %at.index
  store float %value, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_size(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="loop" }
attributes #1 = { "wherry-kernel"="divided" }
!0 = !{}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
