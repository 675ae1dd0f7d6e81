; RUN: wherry-opt -passes=separate-guards,verify %s 2>&1 | FileCheck %s
; A region that all work-items have effects in keeps its other guards: cutting would gain nothing for it. Guards on the two
; sides of a condition that is the same for all are cut-item-ranges' own matter.

; CHECK-NOT: remark
; CHECK-NOT: @__wherry_barrier(i32 0)

define void @wg.all_before(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out) "wherry-kernel"="all_before" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
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

define void @wg.all_behind(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out) "wherry-kernel"="all_behind" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  %below = icmp ult i64 %l, 32
  br i1 %below, label %few, label %joined

few:
  store i32 1, ptr addrspace(3) %own
  br label %joined

joined:
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %write, label %end

write:
  store i32 1, ptr addrspace(1) %out
  br label %end

end:
  store i32 2, ptr addrspace(3) %own
  ret void
}

define void @wg.sides(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out, i64 %size) "wherry-kernel"="sides" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  br label %tree

tree:
  %o = phi i64 [ %size, %entry ], [ %half, %next ]
  call void @__wherry_barrier(i32 1)
  %more = icmp ne i64 %o, 0
  br i1 %more, label %step, label %left

step:
  %below = icmp ult i64 %l, %o
  br i1 %below, label %add, label %next

add:
  store i32 1, ptr addrspace(3) %own
  br label %next

next:
  %half = lshr i64 %o, 1
  br label %tree

left:
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
