; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; `x >= 1 && x <= 2046` as LLVM writes it: the counter may wrap around to 0 within the loop. Of products the steps are
; divided by.

; CHECK-LABEL: @wg.wrapped(
; CHECK:       range:
; CHECK:       sub i64 4294967296, %
; CHECK:       range.low
define void @wg.wrapped(ptr addrspace(1) %out, i64 %start, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %global = add i64 %x, %start
  %i = trunc i64 %global to i32
  %before = add i32 %i, -1
  %inside = icmp ult i32 %before, 2046
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %global
  store i32 %i, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.product(
; CHECK:       umul.with.overflow
; CHECK:       range:
; CHECK:       udiv i64
; CHECK:       range.low
define void @wg.product(ptr addrspace(3) %out, i32 %step, i32 %high, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %i = trunc i64 %x to i32
  %place = mul i32 %i, %step
  %inside = icmp slt i32 %place, %high
  br i1 %inside, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %place
  store i32 %i, ptr addrspace(3) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
