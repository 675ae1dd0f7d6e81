; RUN: wherry-opt -passes=unthread-exits,verify %s | FileCheck %s --implicit-check-not=never: --implicit-check-not=left:
; Exits stay whose tests differ, in front of a latch with effects, and beside a third exit; and loops that end in a later
; iteration than the sixteenth, or by a value that is loaded.

declare void @use(i32)
declare i1 @ask(i64)

; CHECK-LABEL: @wg.other.test(
; CHECK:         br i1 %ends.a, label %done, label %latch
; CHECK:         br i1 %ends.b, label %done, label %latch
define void @wg.other.test(i64 %m, i64 %n) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %which = call i1 @ask(i64 %i)
  br i1 %which, label %a, label %b

a:
  call void @use(i32 1)
  %ends.a = icmp eq i64 %next, %m
  br i1 %ends.a, label %done, label %latch

b:
  %ends.b = icmp eq i64 %next, %n
  br i1 %ends.b, label %done, label %latch

latch:
  br label %loop

done:
  ret void
}

; CHECK-LABEL: @wg.effects(
; CHECK:         br i1 %ends, label %done, label %latch
; CHECK:         br i1 %ends, label %done, label %latch
define void @wg.effects(i64 %m) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %which = call i1 @ask(i64 %i)
  %ends = icmp eq i64 %next, %m
  br i1 %which, label %a, label %b

a:
  call void @use(i32 1)
  br i1 %ends, label %done, label %latch

b:
  br i1 %ends, label %done, label %latch

latch:
  call void @use(i32 2)
  br label %loop

done:
  ret void
}

; CHECK-LABEL: @wg.third.exit(
; CHECK:         br i1 %ends, label %done, label %latch
; CHECK:         br i1 %ends, label %done, label %latch
define void @wg.third.exit(i64 %m) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %stays = call i1 @ask(i64 %next)
  br i1 %stays, label %more, label %done

more:
  %which = call i1 @ask(i64 %i)
  %ends = icmp eq i64 %next, %m
  br i1 %which, label %a, label %b

a:
  call void @use(i32 1)
  br i1 %ends, label %done, label %latch

b:
  br i1 %ends, label %done, label %latch

latch:
  br label %loop

done:
  ret void
}

; CHECK-LABEL: @wg.long(
; CHECK:       latch:
; CHECK:         br label %loop
define void @wg.long() #0 {
entry:
  br label %loop

loop:
  %c = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is.0 = icmp eq i32 %c, 0
  br i1 %is.0, label %latch, label %other

other:
  %ends = icmp eq i32 %c, 20
  br i1 %ends, label %done, label %latch

latch:
  call void @use(i32 1)
  %next = add i32 %c, 1
  br label %loop

done:
  ret void
}

; CHECK-LABEL: @wg.loaded(
; CHECK:       latch:
; CHECK:         br label %loop
define void @wg.loaded(ptr addrspace(1) %end) #0 {
entry:
  %number = load i32, ptr addrspace(1) %end, align 4
  br label %loop

loop:
  %c = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is.0 = icmp eq i32 %c, 0
  br i1 %is.0, label %latch, label %other

other:
  %ends = icmp eq i32 %c, %number
  br i1 %ends, label %done, label %latch

latch:
  call void @use(i32 1)
  %next = add i32 %c, 1
  br label %loop

done:
  ret void
}

; Of 3 bits, numbers come again.
; CHECK-LABEL: @wg.three.bits(
; CHECK:       latch:
; CHECK:         br label %loop
define void @wg.three.bits() #0 {
entry:
  br label %loop

loop:
  %c = phi i3 [ 0, %entry ], [ %next, %latch ]
  %is.0 = icmp eq i3 %c, 0
  br i1 %is.0, label %latch, label %other

other:
  %ends = icmp eq i3 %c, 3
  br i1 %ends, label %done, label %latch

latch:
  call void @use(i32 1)
  %next = add i3 %c, 1
  br label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="declines" }
