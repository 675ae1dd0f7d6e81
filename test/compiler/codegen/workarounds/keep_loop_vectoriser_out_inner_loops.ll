; RUN: wherry-opt -passes=keep-loop-vectoriser-out %s | FileCheck %s
; A work-item's own loop is left to LLVM's vectoriser, which is not told what holds only behind the loop's condition. What
; each iteration computes keeps its flags.

; CHECK-LABEL: @wg.row(
; CHECK:       %[[INDEX:.*]] = sub i64 %k, %d
; CHECK-NEXT:  getelementptr i32, ptr %args, i64 %[[INDEX]]
; CHECK:       %k.next = add nuw nsw i64 %k, 1
; CHECK-NOT:   llvm.loop.vectorize.enable
define void @wg.row(ptr %args, ptr %context, i64 %d) "wherry-kernel"="row" "wherry-regions"="1" {
entry:
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %loop

loop:
  %k = phi i64 [ 0, %item ], [ %k.next, %latch ]
  %inside = icmp sge i64 %k, %d
  br i1 %inside, label %body, label %latch

body:
  %index = sub nsw i64 %k, %d
  %place = getelementptr inbounds i32, ptr %args, i64 %index
  store i32 1, ptr %place
  br label %latch

latch:
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 64
  br i1 %again, label %loop, label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %x.again, label %item, label %end, !wherry.item_loop !0

end:
  ret void
}

!0 = !{}
