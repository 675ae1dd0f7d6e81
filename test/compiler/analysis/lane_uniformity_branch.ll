; RUN: wherry-opt -passes='print<lane-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; A branch on the index diverges; one on a value that all lanes load alike does not. A condition marked as speculatively
; uniform counts as uniform.

; CHECK-LABEL: lane-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %odd
; CHECK-NEXT:    divergent terminator of %ask
; CHECK-NEXT:    divergent %which
; CHECK-NEXT:    divergent %x.next
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %data = load ptr addrspace(1), ptr %args, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %flag = load i64, ptr addrspace(1) %data
  %on = icmp ne i64 %flag, 0
  br i1 %on, label %set, label %ask
set:
  br label %ask
ask:
  %odd = trunc i64 %x to i1
  br i1 %odd, label %side, label %join
side:
  br label %join
join:
  %which = phi i32 [ 1, %side ], [ 2, %ask ]
  %agreed = icmp ult i64 %x, 64, !wherry.speculatively_uniform !0
  br i1 %agreed, label %whole, label %items.next
whole:
  br label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

!0 = !{}
