; RUN: wherry-opt -passes=keep-loop-vectoriser-out %s | FileCheck %s
; LLVM may vectorise an item loop in which every work-item runs every block.

; CHECK-LABEL: @wg.straight(
; CHECK-NOT:   llvm.loop
; CHECK:       ret void
; CHECK-NOT:   llvm.loop
define void @wg.straight(ptr %args, ptr %context) "wherry-kernel"="straight" "wherry-regions"="1" {
entry:
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %place = getelementptr i32, ptr %args, i64 %x
  store i32 1, ptr %place
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %end, !wherry.item_loop !0

end:
  ret void
}

!0 = !{}
