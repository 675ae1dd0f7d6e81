; RUN: wherry-opt -passes=unthread-exits,adce,verify %s | FileCheck %s
; Two blocks in front of a latch that test for the loop's end alike: the latch tests, and what one of the blocks has
; computed for the code behind the loop goes there through a phi of the latch.

declare void @use(i32)
declare i1 @ask(i64)

; `for (j = 0; j < m; j++) ok = ok && t[j] == p[j]; if (ok) count++;`: LLVM knows `ok` in one block. The exit that asks
; for it asks behind the latch.
; CHECK-LABEL: @wg.flag(
; CHECK:       known:
; CHECK-NEXT:    br label %latch
; CHECK:       compare:
; CHECK:         %same = call i1 @ask
; CHECK-NEXT:    br label %latch
; CHECK:       latch:
; CHECK-NEXT:    %ok.next = phi i1 [ %same, %compare ], [ false, %known ]
; CHECK-NEXT:    %[[MORE:.*]] = icmp ne i64 %left.next, 0
; CHECK-NEXT:    br i1 %[[MORE]], label %loop, label %asks
; CHECK:       asks:
; CHECK-NEXT:    br i1 %ok.next, label %counts, label %done
define void @wg.flag(i64 %m) #0 {
entry:
  br label %loop

loop:
  %left = phi i64 [ %m, %entry ], [ %left.next, %latch ]
  %ok = phi i1 [ true, %entry ], [ %ok.next, %latch ]
  %left.next = add i64 %left, -1
  br i1 %ok, label %compare, label %known

known:
  %ends.known = icmp eq i64 %left.next, 0
  br i1 %ends.known, label %empty, label %latch

compare:
  %same = call i1 @ask(i64 %left)
  %goes.on = icmp ne i64 %left.next, 0
  br i1 %goes.on, label %latch, label %asks

latch:
  %ok.next = phi i1 [ %same, %compare ], [ false, %known ]
  br label %loop

asks:
  br i1 %same, label %counts, label %done

empty:
  br label %done

counts:
  call void @use(i32 1)
  br label %done

done:
  ret void
}

; Exits to different places: behind the latch, a flag tells from which block.
; CHECK-LABEL: @wg.places(
; CHECK:       latch:
; CHECK-DAG:     %[[TO:.*]] = phi i1 [ true, %b ], [ false, %a ]
; CHECK-DAG:     %[[B:.*]] = phi i32 [ %of.b, %b ], [ poison, %a ]
; CHECK:         br i1 %{{.*}}, label %left, label %loop
; CHECK:       out.a:
; CHECK-NEXT:    %from.a = phi i32 [ 7, %left ]
; CHECK:       left:
; CHECK-NEXT:    br i1 %[[TO]], label %out.b, label %out.a
; CHECK:       out.b:
; CHECK-NEXT:    call void @use(i32 %[[B]])
define void @wg.places(i64 %m, i32 %n) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %which = call i1 @ask(i64 %i)
  %ends = icmp eq i64 %next, %m
  br i1 %which, label %a, label %b

a:
  call void @use(i32 %n)
  br i1 %ends, label %out.a, label %latch

b:
  %of.b = add i32 %n, 1
  call void @use(i32 %of.b)
  br i1 %ends, label %out.b, label %latch

latch:
  br label %loop

out.a:
  %from.a = phi i32 [ 7, %a ]
  call void @use(i32 %from.a)
  ret void

out.b:
  call void @use(i32 %of.b)
  ret void
}

; Both exits lead to one place, which takes another value from each.
; CHECK-LABEL: @wg.one.place(
; CHECK:       latch:
; CHECK:         %[[LAST:.*]] = phi i32 [ %of.b, %b ], [ 3, %a ]
; CHECK:       left:
; CHECK-NEXT:    br label %done
; CHECK:       done:
; CHECK-NEXT:    %value = phi i32 [ %[[LAST]], %left ]
define i32 @wg.one.place(i64 %m, i32 %n) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %which = call i1 @ask(i64 %i)
  %ends = icmp eq i64 %next, %m
  br i1 %which, label %a, label %b

a:
  call void @use(i32 %n)
  br i1 %ends, label %done, label %latch

b:
  %of.b = add i32 %n, 1
  br i1 %ends, label %done, label %latch

latch:
  br label %loop

done:
  %value = phi i32 [ 3, %a ], [ %of.b, %b ]
  ret i32 %value
}

attributes #0 = { "wherry-kernel"="joined" }
