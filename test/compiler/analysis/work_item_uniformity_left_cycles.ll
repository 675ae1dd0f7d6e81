; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Work-items leave the loop by different exits, so a phi of constants that tells them apart is divergent. LLVM's analysis
; overlooks it.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK:         divergent terminator of %body
; CHECK:         divergent %which
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %body
body:
  %found = icmp eq i64 %i, %x
  br i1 %found, label %done, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  %which = phi i64 [ 1, %body ], [ 2, %latch ]
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
