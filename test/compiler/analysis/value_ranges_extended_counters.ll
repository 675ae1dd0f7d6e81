; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Counters that are compared extended: with zeros, as unsigned numbers, whatever the comparison is. On its way down from
; 200 to 100, an i8 is no signed number that goes by its steps.

; CHECK-LABEL: value-ranges of 'wg.extended':
; CHECK:         %zeros.i: bounded, counts from %from by -1 while the next value is unsigned > %n{{$}}
; CHECK:         %sign.i: bounded, counts from %from by -1 while the next value is > %n{{$}}
; CHECK:         %known.i: bounded, counts from %from by -1 while the next value is > %n{{$}}

define void @wg.extended(i8 %from, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %zeros

zeros:
  %zeros.i = phi i8 [ %from, %items ], [ %zeros.next, %zeros ]
  %zeros.next = add i8 %zeros.i, -1
  %zeros.wide = zext i8 %zeros.next to i32
  %zeros.more = icmp sgt i32 %zeros.wide, %n
  br i1 %zeros.more, label %zeros, label %s

s:
  br label %sign

sign:
  %sign.i = phi i8 [ %from, %s ], [ %sign.next, %sign ]
  %sign.next = add i8 %sign.i, -1
  %sign.wide = sext i8 %sign.next to i32
  %sign.more = icmp sgt i32 %sign.wide, %n
  br i1 %sign.more, label %sign, label %k

k:
  br label %known

known:
  %known.i = phi i8 [ %from, %k ], [ %known.next, %known ]
  %known.next = add i8 %known.i, -1
  %known.wide = zext nneg i8 %known.next to i32
  %known.more = icmp slt i32 %n, %known.wide
  br i1 %known.more, label %known, label %last

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
