; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over a block of indices that begins at the id times the block's size: the blocks' sum becomes the dimension.

; From the block's begin to its end, without conversions that change an index of 31 bits.
; CHECK-LABEL: define void @wg.whole.reshaped(
; CHECK-NOT:   phi
; CHECK:       %[[ID:.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK:       %[[INDEX:.*]] = trunc {{.*}}i64 %[[ID]] to i32
; CHECK:       store i32 %[[INDEX]],
; CHECK-LABEL: define zeroext i1 @shape.whole(
; CHECK:       %[[ITEMS:.*]] = mul i64 %asked, 16
; CHECK:       icmp ult i64 %{{.*}}, 2147483648
define void @wg.whole(ptr %args, ptr %context) "wherry-kernel"="whole" {
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
  store i32 %i, ptr addrspace(1) %to
  %next = add i32 %i, 1
  br label %head

end:
  ret void
}

; By a counter from 0 on that is added to the block's begin. A condition on the index stays.
; CHECK-LABEL: define void @wg.counter.reshaped(
; CHECK-NOT:   phi
; CHECK:       icmp slt i32 %{{.*}}, %n32
; CHECK:       store
; CHECK-LABEL: define zeroext i1 @shape.counter(
; CHECK:       mul i64 %asked, 12
define void @wg.counter(ptr %args, ptr %context) "wherry-kernel"="counter" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = mul i32 %id32, 12
  br label %head

head:
  %k = phi i32 [ 0, %0 ], [ %next, %latch ]
  %more = icmp slt i32 %k, 12
  br i1 %more, label %body, label %end

body:
  %i = add nsw i32 %begin, %k
  %inside = icmp slt i32 %i, %n32
  br i1 %inside, label %then, label %latch

then:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  br label %latch

latch:
  %next = add i32 %k, 1
  br label %head

end:
  ret void
}

; A block's size that hangs on the global size, and the last block's end at the number of elements.
; CHECK-LABEL: define void @wg.shared.reshaped(
; CHECK-NOT:   phi
; CHECK:       store
; CHECK-LABEL: define zeroext i1 @shape.shared(
; CHECK:       udiv i64 %n{{.*}}, %
; CHECK:       call i64 @llvm.umin.i64(
define void @wg.shared(ptr %args, ptr %context) "wherry-kernel"="shared" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %size = call i64 @__wherry_global_size(i32 0)
  %least = call i64 @llvm.umax.i64(i64 %size, i64 1)
  %per = udiv i64 %n, %least
  %id = call i64 @__wherry_global_id(i32 0)
  %product = mul i64 %id, %per
  %begin = trunc i64 %product to i32
  %per32 = trunc i64 %per to i32
  %stop = add nsw i32 %begin, %per32
  %last = call i32 @llvm.smin.i32(i32 %stop, i32 %n32)
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %last
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

; Two conditions, and the next block's begin as an end.
; CHECK-LABEL: define void @wg.next.reshaped(
; CHECK-NOT:   phi
; CHECK:       store
define void @wg.next(ptr %args, ptr %context) "wherry-kernel"="next" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %n32 = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = mul i32 %id32, %n32
  %id.next = add i32 %id32, 1
  %stop = mul i32 %id.next, %n32
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %inside = icmp slt i32 %i, %stop
  %few = icmp slt i32 %i, 10000
  %more = and i1 %inside, %few
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

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64)
declare i32 @llvm.smin.i32(i32, i32)
; Of indices that may wrap around, as LLVM widens their counter: the larger of the block's begin and its end.

; CHECK-LABEL: define void @wg.larger.reshaped(
; CHECK:         %[[X:.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK-NOT:     phi
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %[[X]]
; CHECK-LABEL: define zeroext i1 @shape.larger(
; CHECK:         icmp ult i64 %{{.*}}, 2147483648
define void @wg.larger(ptr %args, ptr %context) "wherry-kernel"="larger" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %begin = shl i32 %id32, 6
  %stop = add i32 %begin, 64
  %first = sext i32 %begin to i64
  %larger = call i32 @llvm.smax.i32(i32 %begin, i32 %stop)
  %last = sext i32 %larger to i64
  br label %head

head:
  %i = phi i64 [ %first, %0 ], [ %next, %body ]
  %more = icmp ne i64 %i, %last
  br i1 %more, label %body, label %end

body:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %to
  %next = add nsw i64 %i, 1
  br label %head

end:
  ret void
}

; Likewise of unsigned indices of 64 bits.
; CHECK-LABEL: define void @wg.unsigned.reshaped(
; CHECK:         %[[X:.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK-NOT:     phi
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %[[X]]
define void @wg.unsigned(ptr %args, ptr %context) "wherry-kernel"="unsigned" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = shl i64 %id, 4
  %stop = add i64 %begin, 16
  %last = call i64 @llvm.umax.i64(i64 %begin, i64 %stop)
  br label %head

head:
  %i = phi i64 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ne i64 %i, %last
  br i1 %more, label %body, label %end

body:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %to
  %next = add i64 %i, 1
  br label %head

end:
  ret void
}

!0 = !{}
