; RUN: wherry-opt -passes=split-dividends,verify %s | FileCheck %s
; A pattern by columns or by rows, as an argument says: LLVM chooses the dividends, and divides once. A branch has a
; division of an id on each side; all divisions by one choice stand in one branch.

; CHECK-LABEL: @wg.pattern(
; CHECK:         %wide = zext i32 %height to i64
; CHECK-NEXT:    br i1 %turned, label %[[TURNED:.*]], label %[[PLAIN:.*]]
; CHECK:       [[TURNED]]:
; CHECK-NEXT:    %[[A:.*]] = urem i64 %y, %width
; CHECK-NEXT:    %[[B:.*]] = udiv i64 %x, %wide
; CHECK-NEXT:    br label %[[AFTER:.*]]
; CHECK:       [[PLAIN]]:
; CHECK-NEXT:    %[[C:.*]] = urem i64 %x, %width
; CHECK-NEXT:    %[[D:.*]] = udiv i64 %y, %wide
; CHECK-NEXT:    br label %[[AFTER]]
; CHECK:       [[AFTER]]:
; CHECK-NEXT:    %[[ROW:.*]] = phi i64 [ %[[B]], %[[TURNED]] ], [ %[[D]], %[[PLAIN]] ]
; CHECK-NEXT:    %[[COLUMN:.*]] = phi i64 [ %[[A]], %[[TURNED]] ], [ %[[C]], %[[PLAIN]] ]
; CHECK-NEXT:    add i64 %[[COLUMN]], %[[ROW]]
; CHECK-NOT:     urem
; CHECK:         ret void
define void @wg.pattern(ptr align 128 dereferenceable(32) %args, ptr align 8 dereferenceable(264) %context) #0 {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %width.place = getelementptr inbounds nuw i8, ptr %args, i64 8
  %width = load i64, ptr %width.place, align 8, !invariant.load !0
  %height.place = getelementptr inbounds nuw i8, ptr %args, i64 16
  %height = load i32, ptr %height.place, align 8, !invariant.load !0
  %rotated.place = getelementptr inbounds nuw i8, ptr %args, i64 24
  %rotated = load i32, ptr %rotated.place, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %turned = icmp ne i32 %rotated, 0
  %first = select i1 %turned, i64 %y, i64 %x
  %second = select i1 %turned, i64 %x, i64 %y
  %column = urem i64 %first, %width
  %wide = zext i32 %height to i64
  %row = udiv i64 %second, %wide
  %sum = add i64 %column, %row
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place, align 8
  ret void
}

declare i64 @__wherry_global_id(i32)

attributes #0 = { "wherry-kernel"="pattern" }
!0 = !{}
