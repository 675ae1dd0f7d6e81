; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Behind the test of a loop that is left at its head, the next count has the bounds of the count and a step more: used
; there alone it has bounds. Each item loop has its own values; another item loop is told apart.

; CHECK-LABEL: value-ranges of 'wg.behind':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %i: bounded, counts from 0 by 1 while the value is < %n{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}
; CHECK-NEXT:      %i.next: bounded{{$}}
; CHECK-NEXT:      %wide: bounded{{$}}
; CHECK-NEXT:    item loop at %items.2:{{$}}
; CHECK-NEXT:      %y: bounded{{$}}
; CHECK-NEXT:      %twice: bounded{{$}}
; CHECK-NEXT:      %y.next: bounded{{$}}

define void @wg.behind(ptr addrspace(1) %in, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %head

head:
  %i = phi i32 [ 0, %items ], [ %i.next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %next

body:
  %i.next = add i32 %i, 1
  %wide = sext i32 %i.next to i64
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  br label %items.2

items.2:
  %y = phi i64 [ 0, %done ], [ %y.next, %items.2 ], !wherry.item_loop !0
  %twice = mul i64 %y, 2
  %y.next = add nuw nsw i64 %y, 1
  %again.2 = icmp ult i64 %y.next, %size, !wherry.item_loop !0
  br i1 %again.2, label %items.2, label %end, !wherry.item_loop !0

end:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
