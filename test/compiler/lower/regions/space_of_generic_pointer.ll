; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Where a generic pointer leads (OpenCL C 6.15.6, get_fence, to_local ...): known from what it was made of, else by
; comparison with the group's local memory, the work-item context, and the stack. All else is global memory, 1.

; CHECK-LABEL: define void @wg.known(
; CHECK-NOT:     stacksave
; CHECK:         store i32 3, ptr addrspace(1)
define void @wg.known(ptr %args, ptr %context) "wherry-kernel"="known" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  %generic = addrspacecast ptr addrspace(3) %own to ptr addrspace(4)
  %space = call i32 @__wherry_space(ptr addrspace(4) %generic)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %space, ptr addrspace(1) %place
  ret void
}

; CHECK-LABEL: define void @wg.unknown(
; CHECK-DAG:     call ptr @llvm.stacksave
; CHECK-DAG:     getelementptr inbounds i8, ptr %context, i64 88
; CHECK-DAG:     getelementptr inbounds i8, ptr %context, i64 56
; CHECK-DAG:     getelementptr inbounds i8, ptr %context, i64 64
; CHECK:         %[[OTHERWISE:.*]] = select i1 %{{.*}}, i32 0, i32 1
; CHECK:         %[[SPACE:.*]] = select i1 %{{.*}}, i32 3, i32 %[[OTHERWISE]]
; CHECK:         store i32 %[[SPACE]], ptr addrspace(1)
define void @wg.unknown(ptr %args, ptr %context) "wherry-kernel"="unknown" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  %generic = load ptr addrspace(4), ptr addrspace(1) %place
  %space = call i32 @__wherry_space(ptr addrspace(4) %generic)
  store i32 %space, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i32 @__wherry_space(ptr addrspace(4)) nounwind speculatable willreturn memory(none)

!0 = !{}
