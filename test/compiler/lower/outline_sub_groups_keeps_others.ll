; RUN: wherry-opt -passes=outline-sub-groups %s | FileCheck %s
; A kernel whose sub-groups wait for none stays as it is, and a region of a waiting kernel without a loop over sub-groups.

; CHECK-LABEL: define void @wg.none(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    store i32 1, ptr %args
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @wg.other(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:   define
define void @wg.none(ptr %args, ptr %context) "wherry-kernel"="none" "wherry-regions"="1" {
entry:
  store i32 1, ptr %args
  ret void
}

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" "wherry-waits" "wherry-regions"="1" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %place = getelementptr i32, ptr %args, i64 %x
  store i32 1, ptr %place
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, 16, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

!0 = !{}
