; RUN: wherry-opt -passes='print<item-loops>' -disable-output %s 2>&1 | FileCheck %s
; A loop of the kernel's own within an item loop is none.

; CHECK-LABEL: item-loops of 'wg.k':
; CHECK-NEXT:    item loop at %items, index %x{{$}}
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  br label %loop
loop:
  %i = phi i64 [ 0, %items ], [ %next, %loop ]
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %size
  br i1 %again, label %loop, label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

!0 = !{}
