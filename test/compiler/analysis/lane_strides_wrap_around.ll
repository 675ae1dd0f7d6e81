; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; The rule on wrap-around, for signed and unsigned integers: an index of 32 bits that depends on the item's index alone
; is assumed not to wrap for all items; one that flags prove needs nothing; one of a loop without a bound is checked at the access; 16
; bits of an index are checked, and fewer than 5 never counted on.

; CHECK-LABEL: lane-strides of 'wg.wrap':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %id: stride 1
; CHECK-NEXT:      %assumed: stride 1
; CHECK-NEXT:      %signed: stride 1
; CHECK-NEXT:      %unsigned: stride 1
; CHECK-NEXT:      %nonnegative: stride 1
; CHECK-NEXT:      %masked: stride 1 if %x, stride 1, within 16 bits, unsigned
; CHECK-NEXT:      %few: varying
; CHECK-NEXT:      %high: stride 4294967296
; CHECK-NEXT:      %extended: stride 1
; CHECK-NEXT:      %proved: stride 1
; CHECK-NEXT:      %proved.index: stride 1
; CHECK-NEXT:      %a: stride 4
; CHECK-NEXT:      %i: uniform
; CHECK-NEXT:      %moved: stride 1
; CHECK-NEXT:      %index: stride 1 if %moved, stride 1, within 32 bits, signed
; CHECK-NEXT:      %b: stride 4 if %moved, stride 1, within 32 bits, signed
; CHECK-NEXT:      %i.next: uniform
; CHECK-NEXT:      %scrambled: uniform
; CHECK-NEXT:      %more: uniform
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform
; CHECK-NEXT:      assumed of all items: %assumed, stride 1, within 32 bits, signed
; CHECK-NEXT:      assumed of all items: %assumed, stride 1, within 32 bits, unsigned
; CHECK-NEXT:      assumed of all items: %id, stride 1, within 32 bits, signed
; CHECK-NEXT:      assumed of all items: %high, stride 4294967296, within 64 bits, signed

define void @wg.wrap(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size, i32 %start) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %assumed = add i32 %id, %start
  %signed = sext i32 %assumed to i64
  %unsigned = zext i32 %assumed to i64
  %nonnegative = zext nneg i32 %id to i64
  %masked = and i64 %x, 65535
  %few = and i64 %x, 15
  %high = shl i64 %x, 32
  %extended = ashr exact i64 %high, 32
  %proved = add nsw i32 %id, %start
  %proved.index = sext i32 %proved to i64
  %a = getelementptr i32, ptr addrspace(1) %out, i64 %proved.index
  store i32 0, ptr addrspace(1) %a, align 4
  br label %loop

loop:
  %i = phi i32 [ %start, %items ], [ %i.next, %loop ]
  %moved = add i32 %i, %id
  %index = sext i32 %moved to i64
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 0, ptr addrspace(1) %b, align 4
  %i.next = add i32 %i, %start
  %scrambled = xor i32 %i.next, 5
  %more = icmp ult i32 %scrambled, 100
  br i1 %more, label %loop, label %left

left:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
