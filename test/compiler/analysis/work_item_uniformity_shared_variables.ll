; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; A private array that all work-items give the same contents is shared, and loads from it are uniform. One that gets a
; local id is not, nor one written where work-items diverge.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    shared %events
; CHECK-NEXT:    divergent %own
; CHECK-NEXT:    divergent %behind
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %mine
; CHECK-NEXT:    divergent %first
; CHECK-NEXT:    divergent terminator of %entry
; CHECK-NEXT:    divergent %some
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %events = alloca [2 x i64]
  %own = alloca i64
  %behind = alloca i64
  %x = call i64 @__wherry_local_id(i32 0)
  store i64 7, ptr %events
  store i64 %x, ptr %own
  %event = load i64, ptr %events
  %mine = load i64, ptr %own
  %first = icmp eq i64 %x, 0
  br i1 %first, label %only, label %done
only:
  store i64 7, ptr %behind
  br label %done
done:
  %some = load i64, ptr %behind
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
