; RUN: wherry-opt -passes='print<influence-region>' -disable-output %s 2>&1 | FileCheck %s
; The sides of the branch end on their own: they have no join, and the region is all that comes behind.

; CHECK-LABEL: influence-region of 'wg.k':
; CHECK-NEXT:    branch at %entry, join none
; CHECK-DAG:     block %then
; CHECK-DAG:     block %last
; CHECK-DAG:     block %else
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %low = icmp ult i64 %x, 4
  br i1 %low, label %then, label %else
then:
  br label %last
last:
  ret void
else:
  ret void
}

; No work-group function.
define void @helper(i1 %low) {
entry:
  br i1 %low, label %then, label %join
then:
  br label %join
join:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
