; RUN: wherry-opt -passes=elide-copies %s 2>/dev/null | FileCheck %s
; Two copies fill one array, one in each branch: loads take the address that the last one gave. A copy learns where the
; array is read now, and how many of its bytes are defined, as it may have to bring those along.

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define void @wg.twice(
; CHECK:         %[[FIRST:.*]] = call ptr addrspace(1) @__wherry_readable_in_place({{.*}}, ptr addrspace(1) %{{.*}}, i64 0)
; CHECK:         %[[DEFINED:.*]] = call i64 @llvm.umax.i64(i64 %[[BYTES:.*]], i64 0)
; CHECK:         br i1 %both
; CHECK:         %[[SECOND:.*]] = call ptr addrspace(1) @__wherry_readable_in_place({{.*}}, ptr addrspace(1) %[[FIRST]], i64 %[[DEFINED]])
; CHECK:       join:
; CHECK:         %[[VIEW:.*]] = phi ptr addrspace(1)
; CHECK-SAME:    %[[SECOND]]
; CHECK-SAME:    %[[FIRST]]
; CHECK:         load i32, ptr addrspace(1) %[[VIEW]], align 2
define void @wg.twice(ptr %args, ptr %context) "wherry-kernel"="twice" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %to_n, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 %n, i64 4, i64 1, i64 1, i64 0)
  %both = icmp ugt i64 %n, 3
  br i1 %both, label %second, label %join
second:
  %ahead = getelementptr i8, ptr addrspace(1) %in, i64 128
  %event.2 = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %ahead, i64 %n, i64 2, i64 1, i64 1, i64 0)
  br label %join
join:
  %value = load i32, ptr addrspace(3) @tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 0, i1 false}
