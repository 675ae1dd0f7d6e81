; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A loop that goes on to a pointer's end counts its steps, which are the same for all work-items where the end is the
; begin and a number of elements.

; CHECK-LABEL: @row(
; CHECK:       %counter = phi i64 [ 0, %entry ]
; CHECK:       icmp eq i64 %counter, %n
; CHECK-NOT:   icmp eq ptr
; CHECK:       ret void
define void @row(ptr addrspace(1) %a, i64 %n, i64 %id) {
entry:
  %line = mul i64 %id, %n
  %begin = getelementptr inbounds float, ptr addrspace(1) %a, i64 %line
  %end = getelementptr inbounds float, ptr addrspace(1) %begin, i64 %n
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %body ]
  %done = icmp eq ptr addrspace(1) %p, %end
  br i1 %done, label %out, label %body

body:
  %next = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 4
  store float 0.0, ptr addrspace(1) %p
  br label %loop

out:
  ret void
}

; Pairs of elements, from the third on, tested behind an iteration.
; CHECK-LABEL: @pairs(
; CHECK:       add i64 %n, -1
; CHECK:       %counter = phi i64
; CHECK-NOT:   icmp ne ptr
; CHECK:       ret void
define void @pairs(ptr addrspace(1) %a, i64 %n) {
entry:
  %begin = getelementptr inbounds i8, ptr addrspace(1) %a, i64 8
  %end = getelementptr inbounds i64, ptr addrspace(1) %a, i64 %n
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
  store float 0.0, ptr addrspace(1) %p
  %next = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 8
  %more = icmp ne ptr addrspace(1) %next, %end
  br i1 %more, label %loop, label %out

out:
  ret void
}

; An index without a flag may have wrapped around: of 2^63 + 1 pairs one is to be done.
; CHECK-LABEL: @may_wrap(
; CHECK:       %[[COUNT:.*]] = and i64 %n, 2305843009213693951
; CHECK:       icmp eq i64 %counter, %[[COUNT]]
; CHECK:       ret void
define void @may_wrap(ptr addrspace(1) %a, i64 %n) {
entry:
  %index = shl i64 %n, 1
  %end = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %index
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %next, %body ]
  %done = icmp eq ptr addrspace(1) %p, %end
  br i1 %done, label %out, label %body

body:
  %next = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 8
  store float 0.0, ptr addrspace(1) %p
  br label %loop

out:
  ret void
}

; Of 32 bits that are extended, none has.
; CHECK-LABEL: @extended(
; CHECK-NOT:   and i64
; CHECK:       icmp eq i64 %counter, %number
; CHECK:       ret void
define void @extended(ptr addrspace(1) %a, i32 %n) {
entry:
  %number = sext i32 %n to i64
  %index = shl i64 %number, 1
  %end = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %index
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %next, %body ]
  %done = icmp eq ptr addrspace(1) %p, %end
  br i1 %done, label %out, label %body

body:
  %next = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 8
  store float 0.0, ptr addrspace(1) %p
  br label %loop

out:
  ret void
}

; Kept: an end that may stand between two elements, one of another object, and a pointer or an end that may leave its
; object.
; CHECK-LABEL: @kept(
; CHECK:       icmp eq ptr addrspace(1) %p, %half
; CHECK:       icmp eq ptr addrspace(1) %q, %b
; CHECK:       icmp eq ptr addrspace(1) %r, %end
; CHECK:       icmp eq ptr addrspace(1) %s, %outside
; CHECK:       ret void
define void @kept(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %half = getelementptr inbounds i16, ptr addrspace(1) %a, i64 %n
  %end = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %n
  %outside = getelementptr i32, ptr addrspace(1) %a, i64 %n
  br label %first

first:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %first.body ]
  %first.done = icmp eq ptr addrspace(1) %p, %half
  br i1 %first.done, label %second, label %first.body

first.body:
  %p.next = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 4
  store float 0.0, ptr addrspace(1) %p
  br label %first

second:
  %q = phi ptr addrspace(1) [ %a, %first ], [ %q.next, %second.body ]
  %second.done = icmp eq ptr addrspace(1) %q, %b
  br i1 %second.done, label %third, label %second.body

second.body:
  %q.next = getelementptr inbounds nuw i8, ptr addrspace(1) %q, i64 4
  store float 0.0, ptr addrspace(1) %q
  br label %second

third:
  %r = phi ptr addrspace(1) [ %a, %second ], [ %r.next, %third.body ]
  %third.done = icmp eq ptr addrspace(1) %r, %end
  br i1 %third.done, label %fourth, label %third.body

third.body:
  %r.next = getelementptr i8, ptr addrspace(1) %r, i64 4
  store float 0.0, ptr addrspace(1) %r
  br label %third

fourth:
  %s = phi ptr addrspace(1) [ %a, %third ], [ %s.next, %fourth.body ]
  %fourth.done = icmp eq ptr addrspace(1) %s, %outside
  br i1 %fourth.done, label %out, label %fourth.body

fourth.body:
  %s.next = getelementptr inbounds nuw i8, ptr addrspace(1) %s, i64 4
  store float 0.0, ptr addrspace(1) %s
  br label %fourth

out:
  ret void
}
