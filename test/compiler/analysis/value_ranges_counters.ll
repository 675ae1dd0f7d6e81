; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Counters of inner loops have bounds where the only exit compares them, or their next value, with a bound from
; outside: upward and downward, signed and unsigned. What is computed from a counter has bounds, too.

; CHECK-LABEL: value-ranges of 'wg.counters':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %up.i: bounded, counts from 0 by 2 while the next value is unsigned < %n{{$}}
; CHECK-NEXT:      %up.next: bounded{{$}}
; CHECK-NEXT:      %down.i: bounded, counts from %n by -1 while the next value is > %m{{$}}
; CHECK-NEXT:      %down.next: bounded as a signed number{{$}}
; CHECK-NEXT:      %unequal.i: bounded, counts from %m by 1 while the next value is not %n{{$}}
; CHECK-NEXT:      %unequal.next: bounded{{$}}
; CHECK-NEXT:      %swapped.i: bounded, counts from %m by 4 while the value is <= %n{{$}}
; CHECK-NEXT:      %swapped.next: bounded{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}

define void @wg.counters(ptr addrspace(1) %in, i32 %n, i32 %m, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %up

up:
  %up.i = phi i32 [ 0, %items ], [ %up.next, %up ]
  %up.next = add i32 %up.i, 2
  %up.more = icmp ult i32 %up.next, %n
  br i1 %up.more, label %up, label %d

d:
  br label %down

down:
  %down.i = phi i32 [ %n, %d ], [ %down.next, %down ]
  %down.next = add i32 %down.i, -1
  %down.more = icmp sgt i32 %down.next, %m
  br i1 %down.more, label %down, label %u

u:
  br label %unequal

unequal:
  %unequal.i = phi i32 [ %m, %u ], [ %unequal.next, %unequal ]
  %unequal.next = add i32 %unequal.i, 1
  %unequal.more = icmp ne i32 %unequal.next, %n
  br i1 %unequal.more, label %unequal, label %s

s:
  br label %swapped

swapped:
  %swapped.i = phi i32 [ %m, %s ], [ %swapped.next, %swapped ]
  %swapped.next = add i32 %swapped.i, 4
  %swapped.more = icmp sge i32 %n, %swapped.i
  br i1 %swapped.more, label %swapped, label %last

last:
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
