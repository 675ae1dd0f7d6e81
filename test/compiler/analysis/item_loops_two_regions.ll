; RUN: wherry-opt -passes='print<item-loops>' -disable-output %s 2>&1 | FileCheck %s
; An item loop for each region, also where the kernel's own loop goes around the regions: that one is not over work-items.

; CHECK-LABEL: item-loops of 'wg.k':
; CHECK-NEXT:    item loop at %first, index %x{{$}}
; CHECK-NEXT:    item loop at %second, index %x2{{$}}
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %i.next, %both ]
  br label %first
first:
  %x = phi i64 [ 0, %again ], [ %x.next, %first ], !wherry.item_loop !0
  %x.next = add nuw nsw i64 %x, 1
  %x.more = icmp ult i64 %x.next, 16, !wherry.item_loop !0
  br i1 %x.more, label %first, label %between, !wherry.item_loop !0
between:
  br label %second
second:
  %x2 = phi i64 [ 0, %between ], [ %x2.next, %second ], !wherry.item_loop !0
  %x2.next = add nuw nsw i64 %x2, 1
  %x2.more = icmp ult i64 %x2.next, 16, !wherry.item_loop !0
  br i1 %x2.more, label %second, label %both, !wherry.item_loop !0
both:
  %i.next = add i64 %i, 1
  %i.more = icmp ult i64 %i.next, 3
  br i1 %i.more, label %again, label %done
done:
  ret void
}

!0 = !{}
