; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; A branch on the local id diverges, and so does a phi at its join; a branch on an argument does not.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %low
; CHECK-NEXT:    divergent terminator of %merge
; CHECK-NEXT:    divergent %either
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %few = icmp ult i64 %n, 4
  br i1 %few, label %small, label %merge
small:
  br label %merge
merge:
  %uniform = phi i64 [ 1, %small ], [ 2, %entry ]
  %low = icmp ult i64 %x, %n
  br i1 %low, label %side, label %join
side:
  br label %join
join:
  %either = phi i64 [ 1, %side ], [ %uniform, %merge ]
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
