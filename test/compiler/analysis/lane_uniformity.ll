; RUN: wherry-opt -passes='print<lane-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Lanes are work-items of an item loop: its index is divergent, and values that depend on it. The branch that ends an
; iteration is not: all lanes of a vector take it together.

; CHECK-LABEL: lane-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %place
; CHECK-NEXT:    divergent %value
; CHECK-NEXT:    divergent %x.next
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %data = load ptr addrspace(1), ptr %args, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %place = getelementptr i32, ptr addrspace(1) %data, i64 %x
  %value = load i32, ptr addrspace(1) %place
  %same = load i32, ptr addrspace(1) %data
  br label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

!0 = !{}
