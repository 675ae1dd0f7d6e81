; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; A phi that no test compares goes on with the loop's counter: its bounds are the start and as many steps as the counter
; may make. Without a counter, or with a step that changes, there are none.

; CHECK-LABEL: value-ranges of 'wg.followers':
; CHECK:      %row: bounded, goes on from %start by %n with %i{{$}}
; CHECK-NEXT: %far: bounded, goes on from %high by -8589934592 with %i{{$}}
; CHECK-NEXT: %doubled: no bound{{$}}
; CHECK-NEXT: %i: bounded, counts from 0 by 2 while the next value is < %n{{$}}
; CHECK-NEXT: %row.next: bounded{{$}}
; CHECK:      %alone: no bound{{$}}
define void @wg.followers(ptr addrspace(1) %in, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %start = mul i32 %id, 3
  %high = shl i64 %x, 32
  br label %loop

loop:
  %row = phi i32 [ %start, %items ], [ %row.next, %loop ]
  %far = phi i64 [ %high, %items ], [ %far.next, %loop ]
  %doubled = phi i32 [ 1, %items ], [ %doubled.next, %loop ]
  %i = phi i32 [ 0, %items ], [ %i.next, %loop ]
  %row.next = add i32 %row, %n
  %far.next = add i64 %far, -8589934592
  %doubled.next = add i32 %doubled, %doubled
  %i.next = add i32 %i, 2
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %u

u:
  br label %until

until:
  %alone = phi i32 [ %start, %u ], [ %alone.next, %until ]
  %alone.next = add i32 %alone, 1
  %value = load i32, ptr addrspace(1) %in, align 4
  %goes.on = icmp ne i32 %value, 0
  br i1 %goes.on, label %until, label %last

last:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="followers" "wherry-regions"="1" }
!0 = !{}
