; RUN: wherry-opt -passes=drop-dead-masks,verify %s | FileCheck %s
; Users that ask for a masked bit keep the mask: a comparison of 64 bits behind a phi, a shift to the right, and a
; mask of fewer bits than the truncation takes.

; CHECK-LABEL: @wg.asked(
; CHECK:         %kept = phi i64 [ %index, %first ], [ %x, %0 ]
; CHECK:         %sum = add nuw i64 %index, %y
; CHECK:         %few = add i64 %narrow, %y
define void @wg.asked(ptr addrspace(1) %out, i64 %x, i64 %y, i1 %c) #0 {
  %index = and i64 %x, 4294967295
  %narrow = and i64 %x, 65535
  br i1 %c, label %first, label %after

first:
  store i64 %index, ptr addrspace(1) %out, align 8
  store i64 %narrow, ptr addrspace(1) %out, align 8
  br label %after

after:
  %kept = phi i64 [ %index, %first ], [ %x, %0 ]
  %less = icmp ult i64 %kept, %y
  %sum = add nuw i64 %index, %y
  %high = lshr i64 %sum, 1
  %low = trunc i64 %high to i32
  %few = add i64 %narrow, %y
  %few.low = trunc i64 %few to i32
  %both = add i32 %low, %few.low
  %all = select i1 %less, i32 %both, i32 0
  store i32 %all, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="asked" }
