; RUN: wherry-opt -passes=separate-guards,verify %s | FileCheck %s
; What the first work-item does behind a loop, and what work-items below a bound do behind the loop's last barrier, become
; two regions. So do two guards between two barriers.

; CHECK-LABEL: @wg.tree(
; CHECK:       tree:
; CHECK:       left:
; CHECK-NEXT:  call void @__wherry_barrier(i32 0)
; CHECK-NEXT:  %is.first = icmp eq i64 %l, 0
; CHECK-NOT:   @__wherry_barrier(
; CHECK:       ret void
define void @wg.tree(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out, i64 %size) "wherry-kernel"="tree" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  store i32 1, ptr addrspace(3) %own
  br label %tree

tree:
  %o = phi i64 [ %size, %entry ], [ %half, %next ]
  %more = icmp ne i64 %o, 0
  br i1 %more, label %step, label %left

step:
  call void @__wherry_barrier(i32 1)
  %below = icmp ult i64 %l, %o
  br i1 %below, label %add, label %next

add:
  %at = add i64 %l, %o
  %from = getelementptr i32, ptr addrspace(3) %part, i64 %at
  %other = load i32, ptr addrspace(3) %from
  %mine = load i32, ptr addrspace(3) %own
  %sum = add i32 %mine, %other
  store i32 %sum, ptr addrspace(3) %own
  br label %next

next:
  %half = lshr i64 %o, 1
  br label %tree

left:
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %write, label %end

write:
  %all = load i32, ptr addrspace(3) %part
  store i32 %all, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; CHECK-LABEL: @wg.in_a_row(
; CHECK:       @__wherry_barrier(i32 1)
; CHECK:       joined:
; CHECK-NEXT:  call void @__wherry_barrier(i32 0)
; CHECK:       ret void
define void @wg.in_a_row(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out) "wherry-kernel"="in_a_row" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
  %below = icmp ult i64 %l, 32
  br i1 %below, label %few, label %joined

few:
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  store i32 1, ptr addrspace(3) %own
  br label %joined

joined:
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %write, label %end

write:
  store i32 1, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

declare i64 @__wherry_local_id(i32)
declare void @__wherry_barrier(i32)
