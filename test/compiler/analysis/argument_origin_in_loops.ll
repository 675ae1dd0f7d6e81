; RUN: wherry-opt -passes='print<argument-origin>' -disable-output %s 2>&1 | FileCheck %s
; A pointer that a loop carries on, and one that two loops exchange.

; CHECK:      argument-origin of 'wg.walk':
; CHECK:        read at %at: argument 0
; CHECK-NEXT:   write at %one: argument 0 or argument 1
; CHECK-NEXT:   write at %other: argument 1 or argument 0
; CHECK-NEXT:   read at %last: argument 0
; CHECK-NOT:  {{[a-z]}}
define void @wg.walk(ptr %args, ptr %context) "wherry-kernel"="walk" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_b = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %to_b, !invariant.load !0
  br label %loop

loop:
  %at = phi ptr addrspace(1) [ %a, %entry ], [ %next, %loop ]
  %one = phi ptr addrspace(1) [ %a, %entry ], [ %other, %loop ]
  %other = phi ptr addrspace(1) [ %b, %entry ], [ %one, %loop ]
  %x = load i32, ptr addrspace(1) %at
  store i32 %x, ptr addrspace(1) %one
  store i32 %x, ptr addrspace(1) %other
  %next = getelementptr i32, ptr addrspace(1) %at, i64 1
  %more = icmp ne i32 %x, 0
  br i1 %more, label %loop, label %done

done:
  %last = phi ptr addrspace(1) [ %at, %loop ]
  %y = load i32, ptr addrspace(1) %last
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
