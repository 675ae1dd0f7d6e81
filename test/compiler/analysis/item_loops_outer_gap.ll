; RUN: wherry-opt -passes='print<item-loops>' -disable-output %s 2>&1 | FileCheck %s
; Outer item loops count up to the first loop that is not one. A mark whose phi is in no loop's header means nothing.

; CHECK-LABEL: item-loops of 'wg.k':
; CHECK-NEXT:    item loop at %x.loop, index %x{{$}}
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  br label %z.loop
z.loop:
  %z = phi i64 [ 0, %entry ], [ %z.next, %z.latch ], !wherry.outer_item_loop !0
  br label %own
own:
  %i = phi i64 [ 0, %z.loop ], [ %i.next, %own.latch ]
  br label %x.loop
x.loop:
  %x = phi i64 [ 0, %own ], [ %x.next, %x.loop ], !wherry.item_loop !0
  %x.next = add nuw nsw i64 %x, 1
  %x.more = icmp ult i64 %x.next, 16, !wherry.item_loop !0
  br i1 %x.more, label %x.loop, label %own.latch, !wherry.item_loop !0
own.latch:
  %left = phi i64 [ %x, %x.loop ], !wherry.item_loop !0
  %i.next = add i64 %i, 1
  %i.more = icmp ult i64 %i.next, 4
  br i1 %i.more, label %own, label %z.latch
z.latch:
  %z.next = add nuw nsw i64 %z, 1
  %z.more = icmp ult i64 %z.next, 2
  br i1 %z.more, label %z.loop, label %done
done:
  ret void
}

!0 = !{}
