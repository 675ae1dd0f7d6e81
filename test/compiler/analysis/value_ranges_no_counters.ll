; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; No counter: a step that changes from iteration to iteration, one that does not divide what `!=` compares, a
; comparison that lets the counter run away from its bound, a bound that is loaded in the loop, a second exit.

; CHECK-LABEL: value-ranges of 'wg.none':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %doubles.i: no bound{{$}}
; CHECK-NEXT:      %doubles.next: no bound{{$}}
; CHECK-NEXT:      %twos.i: no bound{{$}}
; CHECK-NEXT:      %twos.next: no bound{{$}}
; CHECK-NEXT:      %away.i: no bound{{$}}
; CHECK-NEXT:      %away.next: no bound{{$}}
; CHECK-NEXT:      %loads.i: no bound{{$}}
; CHECK-NEXT:      %bound: no bound{{$}}
; CHECK-NEXT:      %loads.next: no bound{{$}}
; CHECK-NEXT:      %breaks.i: no bound{{$}}
; CHECK-NEXT:      %breaks.next: no bound{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}

define void @wg.none(ptr addrspace(1) %in, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %doubles

doubles:
  %doubles.i = phi i32 [ 1, %items ], [ %doubles.next, %doubles ]
  %doubles.next = add i32 %doubles.i, %doubles.i
  %doubles.more = icmp ult i32 %doubles.next, %n
  br i1 %doubles.more, label %doubles, label %b

b:
  br label %twos

twos:
  %twos.i = phi i32 [ 0, %b ], [ %twos.next, %twos ]
  %twos.next = add i32 %twos.i, 2
  %twos.more = icmp ne i32 %twos.next, %n
  br i1 %twos.more, label %twos, label %c

c:
  br label %away

away:
  %away.i = phi i32 [ 0, %c ], [ %away.next, %away ]
  %away.next = add i32 %away.i, 1
  %away.more = icmp ugt i32 %away.next, %n
  br i1 %away.more, label %away, label %e

e:
  br label %loads

loads:
  %loads.i = phi i32 [ 0, %e ], [ %loads.next, %loads ]
  %bound = load i32, ptr addrspace(1) %in
  %loads.next = add i32 %loads.i, 1
  %loads.more = icmp ult i32 %loads.next, %bound
  br i1 %loads.more, label %loads, label %f

f:
  br label %breaks

breaks:
  %breaks.i = phi i32 [ 0, %f ], [ %breaks.next, %breaks.latch ]
  %breaks.next = add i32 %breaks.i, 1
  %stop = load i1, ptr addrspace(1) %in
  br i1 %stop, label %next, label %breaks.latch

breaks.latch:
  %breaks.more = icmp ult i32 %breaks.next, %n
  br i1 %breaks.more, label %breaks, label %next


next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
