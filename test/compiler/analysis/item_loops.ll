; RUN: wherry-opt -passes='print<item-loops>' -disable-output %s 2>&1 | FileCheck %s
; The loop over the lane dimension's work-items, and from the inside out the loops around it over the other dimensions.

; CHECK-LABEL: item-loops of 'wg.k':
; CHECK-NEXT:    item loop at %x.loop, index %x, in %y.loop, in %z.loop
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  br label %z.loop
z.loop:
  %z = phi i64 [ 0, %entry ], [ %z.next, %z.latch ], !wherry.outer_item_loop !0
  br label %y.loop
y.loop:
  %y = phi i64 [ 0, %z.loop ], [ %y.next, %y.latch ], !wherry.outer_item_loop !0
  br label %x.loop
x.loop:
  %x = phi i64 [ 0, %y.loop ], [ %x.next, %x.loop ], !wherry.item_loop !0
  %x.next = add nuw nsw i64 %x, 1
  %x.more = icmp ult i64 %x.next, 16, !wherry.item_loop !0
  br i1 %x.more, label %x.loop, label %y.latch, !wherry.item_loop !0
y.latch:
  %y.next = add nuw nsw i64 %y, 1
  %y.more = icmp ult i64 %y.next, 4
  br i1 %y.more, label %y.loop, label %z.latch
z.latch:
  %z.next = add nuw nsw i64 %z, 1
  %z.more = icmp ult i64 %z.next, 2
  br i1 %z.more, label %z.loop, label %done
done:
  ret void
}

!0 = !{}
