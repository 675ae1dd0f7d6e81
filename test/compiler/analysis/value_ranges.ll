; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Sums, differences, products and shifts of the index and of values from before the loop have bounds; an unsigned
; difference has none, as a branch that its bounds do not show may guard it. What is loaded has none, nor what divides
; or masks.

; CHECK-LABEL: value-ranges of 'wg.plain':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %sum: bounded{{$}}
; CHECK-NEXT:      %below: bounded as a signed number{{$}}
; CHECK-NEXT:      %product: bounded{{$}}
; CHECK-NEXT:      %shifted: bounded{{$}}
; CHECK-NEXT:      %joined: bounded{{$}}
; CHECK-NEXT:      %other: no bound{{$}}
; CHECK-NEXT:      %value: no bound{{$}}
; CHECK-NEXT:      %more: no bound{{$}}
; CHECK-NEXT:      %half: no bound{{$}}
; CHECK-NEXT:      %low: no bound{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}

define void @wg.plain(ptr addrspace(1) %in, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %sum = add i64 %x, %n
  %below = sub i64 %x, %n
  %product = mul i64 %x, %n
  %shifted = shl i64 %x, 3
  %joined = or disjoint i64 %shifted, 5
  %other = or i64 %shifted, 5
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %value = load i64, ptr addrspace(1) %from
  %more = add i64 %value, 1
  %half = udiv i64 %x, 2
  %low = and i64 %x, 7
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
