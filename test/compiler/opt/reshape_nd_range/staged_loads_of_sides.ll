; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Several stores fill a tile, each a part, and all of what one address by the element would load: loads go to that address,
; if the parts leave nothing out that is loaded.

; CHECK-LABEL: define void @wg.sides.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   addrspace(3)
; CHECK:       %[[BYTES:.*]] = shl i64 %id, 2
; CHECK:       %[[AT:.*]] = add i64 %[[BYTES]], 16
; CHECK:       %[[FROM:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %[[AT]]
; CHECK:       load float, ptr addrspace(1) %[[FROM]]
; The last part begins where that of all ends, if the local size is 16. All work-items that store to the sides are there.
; CHECK-LABEL: define zeroext i1 @shape.sides(
; CHECK:       icmp uge i64 %{{.*}}, 2
; CHECK:       icmp eq i64 %local, 16
@sides.tile = internal addrspace(3) global [20 x float] undef
define void @wg.sides(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %middle = getelementptr float, ptr addrspace(1) %from, i64 2
  %loaded = load float, ptr addrspace(1) %middle
  %first = getelementptr float, ptr addrspace(3) @sides.tile, i64 %l
  %to = getelementptr float, ptr addrspace(3) %first, i64 2
  store float %loaded, ptr addrspace(3) %to
  %few = icmp ult i64 %l, 2
  br i1 %few, label %sides, label %all

sides:
  %left = load float, ptr addrspace(1) %from
  store float %left, ptr addrspace(3) %first
  %from.right = getelementptr float, ptr addrspace(1) %from, i64 18
  %right = load float, ptr addrspace(1) %from.right
  %last = getelementptr float, ptr addrspace(3) %first, i64 18
  store float %right, ptr addrspace(3) %last
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  %place = getelementptr float, ptr addrspace(3) %first, i64 4
  %value = load float, ptr addrspace(3) %place
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  ret void
}

; What is not there is not loaded: the load has the store's condition.
; CHECK-LABEL: define void @wg.within.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK:       br i1 %has.left, label %inner, label %end
; CHECK:       load float, ptr addrspace(1)
@within.tile = internal addrspace(3) global [17 x float] undef
define void @wg.within(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %loaded = load float, ptr addrspace(1) %from
  %first = getelementptr float, ptr addrspace(3) @within.tile, i64 %l
  %to = getelementptr float, ptr addrspace(3) %first, i64 1
  store float %loaded, ptr addrspace(3) %to
  %is.first = icmp eq i64 %l, 0
  %has.left = icmp ne i64 %id, 0
  %stores = and i1 %is.first, %has.left
  br i1 %stores, label %side, label %all

side:
  %from.left = getelementptr float, ptr addrspace(1) %from, i64 -1
  %left = load float, ptr addrspace(1) %from.left
  store float %left, ptr addrspace(3) @within.tile
  br label %all

all:
  call void @__wherry_barrier(i32 1)
  br i1 %has.left, label %inner, label %end

inner:
  %value = load float, ptr addrspace(3) %first
  %at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="sides" }
attributes #1 = { "wherry-kernel"="within" }
!0 = !{}
!10 = !{!11, !12}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
