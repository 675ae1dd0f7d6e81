; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; CHECK-NOT: reshaped

; The id is for more than the block's begin.

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %id32, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; Blocks overlap.

define void @wg.overlap(ptr %args, ptr %context) "wherry-kernel"="overlap" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 17
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; Blocks leave gaps.

define void @wg.gap(ptr %args, ptr %context) "wherry-kernel"="gap" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 15
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; A loop that goes by two.

define void @wg.two(ptr %args, ptr %context) "wherry-kernel"="two" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 2
  br label %head

end:
  ret void
}

; A value goes from iteration to iteration.

define void @wg.carried(ptr %args, ptr %context) "wherry-kernel"="carried" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %sum = phi i32 [ 0, %0 ], [ %sum.next, %body ]
  %more = icmp slt i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %sum, ptr addrspace(1) %to
  %sum.next = add i32 %sum, %i
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; A bound that some blocks begin behind, asked by inequality.

define void @wg.unequal(ptr %args, ptr %context) "wherry-kernel"="unequal" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add nsw i32 %begin, 16
  %last = call i32 @llvm.smin.i32(i32 %stop, i32 %n32)
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %last
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; A counter of 16 bits.

define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id16 = trunc i64 %id to i16
  %begin = shl i16 %id16, 4
  %stop = add i16 %begin, 16
  br label %head

head:
  %i = phi i16 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i16 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i16 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i16 %i, ptr addrspace(1) %to
  %next = add i16 %i, 1
  br label %head

end:
  ret void
}

; The dimension's size is stored.

define void @wg.size(ptr %args, ptr %context) "wherry-kernel"="size" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  %size = call i64 @__wherry_global_size(i32 0)
  %size32 = trunc i64 %size to i32
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %size32, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; The index skips numbers.

define void @wg.even(ptr %args, ptr %context) "wherry-kernel"="even" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 4
  %stop = add i32 %begin, 16
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %stop
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %odd = or i32 %i, 1
  %next = add i32 %odd, 1
  br label %head

end:
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32)
!0 = !{}
