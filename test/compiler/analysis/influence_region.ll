; RUN: wherry-opt -passes='print<influence-region>' -disable-output %s 2>&1 | FileCheck %s
; The blocks between a divergent branch and its join, without either.

; CHECK-LABEL: influence-region of 'wg.k':
; CHECK-NEXT:    branch at %entry, join %join
; CHECK-DAG:     block %then
; CHECK-DAG:     block %else
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %low = icmp ult i64 %x, 4
  br i1 %low, label %then, label %else
then:
  br label %join
else:
  br label %join
join:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
