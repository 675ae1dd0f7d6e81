; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; CHECK-NOT: reshaped

; What an iteration hands on was loaded from a buffer that the loop stores to.

define void @wg.stored(ptr %args, ptr %context) "wherry-kernel"="stored" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %row = mul nsw i64 %y, %n
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = phi float [ 0.0, %0 ], [ %right, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %index = add nsw i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %out, i64 %index
  %right = load float, ptr addrspace(1) %from
  %sum = fadd float %left, %right
  store float %sum, ptr addrspace(1) %from
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}

; Not every iteration loads it.

define void @wg.conditional(ptr %args, ptr %context) "wherry-kernel"="conditional" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %row = mul nsw i64 %y, %n
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %latch ]
  %left = phi float [ 0.0, %0 ], [ %right, %latch ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %index = add nsw i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %here = load float, ptr addrspace(1) %from
  %is.positive = fcmp ogt float %here, 0.0
  br i1 %is.positive, label %then, label %latch

then:
  %at.next = getelementptr float, ptr addrspace(1) %from, i64 1
  %loaded = load float, ptr addrspace(1) %at.next
  br label %latch

latch:
  %right = phi float [ 1.0, %body ], [ %loaded, %then ]
  %sum = fadd float %left, %here
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}

; Work-items are neighbours already: iterations lie a row apart.

define void @wg.column(ptr %args, ptr %context) "wherry-kernel"="column" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %row = mul nsw i64 %y, %n
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %left = phi float [ 0.0, %0 ], [ %right, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %index = add nsw i64 %row, %x
  %line = mul nsw i64 %x, %n
  %place = add nsw i64 %line, %y
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %right = load float, ptr addrspace(1) %from
  %sum = fadd float %left, %right
  %to = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float %sum, ptr addrspace(1) %to
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
