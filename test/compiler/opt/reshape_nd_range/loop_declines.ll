; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; CHECK-NOT: reshaped

; An iteration loads what another one may have stored: how far away is data.

define void @wg.carried(ptr %args, ptr %context) "wherry-kernel"="carried" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]

  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  %at.far = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %far = load i64, ptr addrspace(1) %at.far
  %back = add nsw i64 %x, %far
  %from = getelementptr float, ptr addrspace(1) %out, i64 %back
  %value = load float, ptr addrspace(1) %from
  store float %value, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:

  ret void
}

; A value goes from iteration to iteration.

define void @wg.summed(ptr %args, ptr %context) "wherry-kernel"="summed" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi float [ 0.0, %0 ], [ %more.sum, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  %more.sum = fadd float %sum, 1.0
  store float %sum, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:

  ret void
}

; Work-items store behind the loop, too.

define void @wg.behind(ptr %args, ptr %context) "wherry-kernel"="behind" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]

  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:
  store float 2.0, ptr addrspace(1) %out
  ret void
}

; Atomics are ordered.

define void @wg.atomic(ptr %args, ptr %context) "wherry-kernel"="atomic" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]

  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  atomicrmw add ptr addrspace(1) %to, i32 1 monotonic
  %next = add nsw i64 %x, 1
  br label %head

end:

  ret void
}

; An index from memory.

define void @wg.gathered(ptr %args, ptr %context) "wherry-kernel"="gathered" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]

  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %index = load i64, ptr addrspace(1) %from
  %there = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %there
  %next = add nsw i64 %x, 1
  br label %head

end:

  ret void
}
; One work-item does all.
define void @wg.first(ptr %args, ptr %context) "wherry-kernel"="first" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %is.first = icmp eq i64 %y, 0
  br i1 %is.first, label %before, label %end

before:
  br label %head

head:
  %x = phi i64 [ 0, %before ], [ %next, %body ]

  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:

  ret void
}

; Of a loop that is left at its latch, the header's branch by other dimensions' ids stays.
define void @wg.branch(ptr %args, ptr %context) "wherry-kernel"="branch" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %z = call i64 @__wherry_global_id(i32 2)
  %sum = add i64 %y, %z
  %few = icmp ult i64 %sum, 5
  br label %head

head:
  %i = phi i64 [ 0, %0 ], [ %next, %latch ]
  br i1 %few, label %body, label %latch

body:
  %row = shl i64 %i, 10
  %at = add i64 %row, %x
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store i32 7, ptr addrspace(1) %to
  br label %latch

latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4096
  br i1 %more, label %head, label %end

end:
  ret void
}

; The host would divide by 0: that %n is below 1000 is known behind a branch alone.
define void @wg.divides(ptr %args, ptr %context) "wherry-kernel"="divides" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %at.n, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %x32 = trunc i64 %x to i32
  %small = icmp ult i32 %n, 1000
  br i1 %small, label %ask, label %end

ask:
  %divisor = add nuw nsw i32 %n, 1
  %items = udiv i32 4096, %divisor
  %inside = icmp ult i32 %x32, %items
  br i1 %inside, label %before, label %end

before:
  br label %head

head:
  %i = phi i64 [ 0, %before ], [ %next, %body ]
  %more = icmp ult i64 %i, 4096
  br i1 %more, label %body, label %after

body:
  %row = shl i64 %i, 12
  %at = add i64 %row, %x
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store i32 7, ptr addrspace(1) %to
  %next = add i64 %i, 1
  br label %head

after:
  br label %end

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
