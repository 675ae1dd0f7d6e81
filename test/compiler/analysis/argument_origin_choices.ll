; RUN: wherry-opt -passes='print<argument-origin>' -disable-output %s 2>&1 | FileCheck %s
; Where control flow chooses between pointers, all that it may choose, once each.

; CHECK:      argument-origin of 'wg.choose':
; CHECK:        read at %from: argument 0 or argument 1
; CHECK-NEXT:   read at %same: argument 0
; CHECK-NEXT:   write at %to: private variable %v or argument 1
; CHECK-NOT:  {{[a-z]}}
define void @wg.choose(ptr %args, ptr %context) "wherry-kernel"="choose" !wherry.args !1 {
entry:
  %v = alloca [8 x i32]
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_b = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %to_b, !invariant.load !0
  %a.0 = getelementptr i32, ptr addrspace(1) %a, i64 9
  %choice = load i1, ptr %context
  br i1 %choice, label %first, label %both

first:
  %a.second = getelementptr i32, ptr addrspace(1) %a, i64 1
  br label %both

both:
  %from = phi ptr addrspace(1) [ %a.second, %first ], [ %b, %entry ]
  %x = load i32, ptr addrspace(1) %from
  %same = select i1 %choice, ptr addrspace(1) %a, ptr addrspace(1) %a.0
  %y = load i32, ptr addrspace(1) %same
  %v.generic = addrspacecast ptr %v to ptr addrspace(4)
  %b.generic = addrspacecast ptr addrspace(1) %b to ptr addrspace(4)
  %to = select i1 %choice, ptr addrspace(4) %v.generic, ptr addrspace(4) %b.generic
  store i32 %x, ptr addrspace(4) %to
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
