; RUN: wherry-opt -passes=segment-item-loops,verify %s | FileCheck %s
; An unsigned remainder may have its highest bit set, and be a negative number to what extends its sign: the sum that takes
; its place wraps around as an unsigned number never, as a signed one it may. That of a signed remainder does neither.

; CHECK-LABEL: @wg.remainder(
; CHECK:         %remainder = add nuw i32
; CHECK:         sext i32 %remainder to i64
; CHECK-LABEL: @wg.signed(
; CHECK:         %remainder = add nuw nsw i32

define void @wg.remainder(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i1 %p, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %zero = icmp eq i32 %n, 0
  %by = select i1 %zero, i32 1, i32 %n
  %column = urem i32 %g, %by
  %wide = sext i32 %column to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.signed(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i1 %p, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %zero = icmp eq i32 %n, 0
  %by = select i1 %zero, i32 1, i32 %n
  %column = srem i32 %g, %by
  %wide = sext i32 %column to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 1.0, ptr addrspace(1) %to, align 4
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
