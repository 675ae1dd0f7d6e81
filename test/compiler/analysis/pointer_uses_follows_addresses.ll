; RUN: wherry-opt -passes='print<pointer-uses>' -disable-output %s 2>&1 | FileCheck %s
; Addresses are followed through GEPs, phis, selects, freezes, and casts between address spaces. A phi or a select that
; may lead to two variables is followed from both.

; CHECK:      pointer-uses of 'wg.chosen':
; CHECK-NEXT:   %a:
; CHECK-NEXT:     load: %x = load i32, ptr addrspace(4) %generic{{.*}}
; CHECK-NEXT:   %b:
; CHECK-NEXT:     load: %x = load i32, ptr addrspace(4) %generic{{.*}}
; CHECK-NEXT:   %c:
; CHECK-NEXT:     store: store i32 %x, ptr %frozen{{.*}}
; CHECK-NOT:  {{[a-z]}}
define void @wg.chosen(ptr %args, ptr %context) "wherry-kernel"="chosen" {
entry:
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  %c = alloca i32
  %choice = load i1, ptr %context
  br i1 %choice, label %first, label %both

first:
  %second.a = getelementptr i32, ptr %a, i64 1
  br label %both

both:
  %place = phi ptr [ %second.a, %first ], [ %b, %entry ]
  %either = select i1 %choice, ptr %place, ptr %a
  %generic = addrspacecast ptr %either to ptr addrspace(4)
  %x = load i32, ptr addrspace(4) %generic
  %frozen = freeze ptr %c
  store i32 %x, ptr %frozen
  ret void
}
