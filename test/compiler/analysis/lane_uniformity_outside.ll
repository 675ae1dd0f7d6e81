; RUN: wherry-opt -passes='print<lane-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Outside of item loops all is uniform: a value that an item loop leaves behind is one value. Private variables are each
; lane's own, but for one that the work-group has once.

; CHECK-LABEL: lane-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %own
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %mine
; CHECK-NEXT:    divergent %before
; CHECK-NEXT:    divergent %x.next
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  %own = alloca i64
  %group = alloca i64, !wherry.shared !0
  %data = load ptr addrspace(1), ptr %args, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  store i64 %x, ptr %own
  %mine = load i64, ptr %own
  %ours = load i64, ptr %group
  %before = atomicrmw add ptr addrspace(1) %data, i32 1 seq_cst
  br label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  %last = phi i64 [ %x, %items.next ]
  %outside = atomicrmw add ptr addrspace(1) %data, i32 1 seq_cst
  ret void
}

!0 = !{}
