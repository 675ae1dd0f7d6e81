; RUN: wherry-opt -passes=elide-copies %s 2>/dev/null | FileCheck %s
; A copy in a branch: where it was not made, loads go to the local array as before. The load keeps its type
; and its in-bounds steps; a load of another array stays.

@tile = internal addrspace(3) global [64 x i32] undef
@other = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[VIEW:.*]] = call ptr addrspace(1) @__wherry_readable_in_place(
; CHECK:       join:
; CHECK:         %[[READ:.*]] = phi ptr addrspace(1)
; CHECK-SAME:    %[[VIEW]]
; CHECK-SAME:    addrspacecast (ptr addrspace(3) @tile to ptr addrspace(1))
; CHECK:         %[[PLACE:.*]] = getelementptr inbounds [64 x i32], ptr addrspace(1) %[[READ]], i64 0, i64 %n
; CHECK:         load i32, ptr addrspace(1) %[[PLACE]], align 4
; CHECK:         load i32, ptr addrspace(3) @other
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %to_n, !invariant.load !0
  %some = icmp ugt i64 %n, 3
  br i1 %some, label %copy, label %join
copy:
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 %n, i64 4, i64 1, i64 1, i64 0)
  br label %join
join:
  %place = getelementptr inbounds [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %n
  %value = load i32, ptr addrspace(3) %place
  %unchanged = load i32, ptr addrspace(3) @other
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 0, i1 false}
