; RUN: wherry-opt -passes='print<lane-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Lanes leave the inner loop in different iterations: what it leaves behind is divergent, its index in it is not.

; CHECK-LABEL: lane-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %again
; CHECK-NEXT:    divergent terminator of %latch
; CHECK-NEXT:    divergent %iterations
; CHECK-NEXT:    divergent %x.next
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  br label %loop
loop:
  %i = phi i64 [ 0, %items ], [ %next, %latch ]
  br label %latch
latch:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %x
  br i1 %again, label %loop, label %behind
behind:
  %iterations = phi i64 [ %next, %latch ]
  br label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

!0 = !{}
