; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; work_group_broadcast (OpenCL C 6.15.16): the value at (z * size of y + y) * size of x + x. An id past the group's end
; must not read past the last work-item: the index is cut to the last work-item.

; CHECK-LABEL: define void @wg.spread(
; CHECK:         %[[INDEX:.*]] = add i64 %{{.*}}, 3
; CHECK:         %[[LAST:.*]] = sub i64 %items, 1
; CHECK:         %[[SAFE:.*]] = call i64 @llvm.umin.i64(i64 %[[INDEX]], i64 %[[LAST]])
; CHECK:         %[[PLACE:.*]] = getelementptr inbounds i32, ptr %{{.*}}, i64 %[[SAFE]]
; CHECK:         %[[VALUE:.*]] = load i32, ptr %[[PLACE]]
; CHECK:         %[[BITS:.*]] = zext i32 %[[VALUE]] to i64
; CHECK-COUNT-2: phi i64 {{.*}} !wherry.item_loop
; CHECK:         store i64 %[[BITS]], ptr addrspace(1)
define void @wg.spread(ptr %args, ptr %context) "wherry-kernel"="spread" {
entry:
  %operand = alloca i32
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr %operand
  %result = call i64 @__wherry_broadcast(ptr %operand, i32 105, i64 3, i64 2, i64 1)
  store i64 %result, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_broadcast(ptr, i32, i64, i64, i64) convergent nounwind willreturn

!0 = !{}
