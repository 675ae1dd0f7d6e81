; RUN: wherry-opt -passes=segment-item-loops,verify %s 2>&1 | FileCheck %s
; A divisor that extends a number, as LLVM writes its guard: the number itself is asked whether it is 0 or -1.

; CHECK:       1 item loop in segments
; CHECK-LABEL: @wg.flat(
; CHECK:       items:
; CHECK-NOT:   {{[us]}}div
; CHECK-NOT:   {{[us]}}rem
; CHECK:       segment.end:
define void @wg.flat(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %base, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %g = add i64 %base, %x
  %wide = sext i32 %n to i64
  %zero = icmp eq i32 %n, 0
  %least = icmp eq i64 %g, -9223372036854775808
  %minus = icmp eq i32 %n, -1
  %overflows = and i1 %least, %minus
  %bad = or i1 %zero, %overflows
  %by = select i1 %bad, i64 1, i64 %wide
  %row.wide = sdiv i64 %g, %by
  %column.wide = srem i64 %g, %by
  %line = getelementptr [4096 x float], ptr addrspace(1) %in, i64 %row.wide
  %from = getelementptr float, ptr addrspace(1) %line, i64 %column.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %column.wide
  store float %value, ptr addrspace(1) %to, align 4
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
