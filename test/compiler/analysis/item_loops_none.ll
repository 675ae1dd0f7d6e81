; RUN: wherry-opt -passes='print<item-loops>' -disable-output %s 2>&1 | FileCheck %s
; A region that runs once has no item loop, and a kernel's own loops have no marks.

; CHECK-LABEL: item-loops of 'wg.k':
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %done
done:
  ret void
}
