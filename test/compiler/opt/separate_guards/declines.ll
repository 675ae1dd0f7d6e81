; RUN: wherry-opt -passes=separate-guards,verify %s 2>&1 | FileCheck %s
; A value that a work-item computes before the second guard would be kept for all work-items, as a remark says, and so
; would a private variable. Kernels
; without work-group operations stay regroupable. Where work-items may miss a barrier, another one would be worse.

; CHECK:     remark: {{.*}}work-items of this guard run with those of the guard before: they take the load from there
; CHECK:     remark: {{.*}}they take a value from there
; CHECK-NOT: remark
; CHECK-NOT: @__wherry_barrier(i32 0)

define void @wg.takes(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out) "wherry-kernel"="takes" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  call void @__wherry_barrier(i32 1)
  %value = load i32, ptr addrspace(3) %own
  %below = icmp ult i64 %l, 32
  br i1 %below, label %few, label %joined

few:
  store i32 1, ptr addrspace(3) %own
  br label %joined

joined:
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %write, label %end

write:
  store i32 %value, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

define void @wg.variable(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out, i64 %which) "wherry-kernel"="variable" {
entry:
  %values = alloca [4 x i32]
  %l = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %part, i64 %l
  call void @__wherry_barrier(i32 1)
  %below = icmp ult i64 %l, 32
  br i1 %below, label %few, label %joined

few:
  store i32 1, ptr addrspace(3) %own
  store i32 1, ptr %values
  br label %joined

joined:
  %is.first = icmp eq i64 %l, 0
  br i1 %is.first, label %write, label %end

write:
  %place = getelementptr i32, ptr %values, i64 %which
  %value = load i32, ptr %place
  store i32 %value, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

define void @wg.no_barrier(ptr %args, ptr %context, ptr addrspace(1) %more, ptr addrspace(1) %out) "wherry-kernel"="no_barrier" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %below = icmp ult i64 %l, 32
  br i1 %below, label %few, label %joined

few:
  %own = getelementptr i32, ptr addrspace(1) %more, i64 %l
  store i32 1, ptr addrspace(1) %own
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

define void @wg.missed(ptr %args, ptr %context, ptr addrspace(3) %part, ptr addrspace(1) %out) "wherry-kernel"="missed" {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %some = icmp ult i64 %l, 64
  br i1 %some, label %step, label %end

step:
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
