; RUN: wherry-opt -passes='print<influence-region>' -disable-output %s 2>&1 | FileCheck %s
; A uniform branch within the region of a divergent one adds nothing; what comes behind the join is not in it.

; CHECK-LABEL: influence-region of 'wg.k':
; CHECK-NEXT:    branch at %entry, join %join
; CHECK-DAG:     block %then
; CHECK-DAG:     block %inner
; CHECK-DAG:     block %after
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %low = icmp ult i64 %x, 4
  br i1 %low, label %then, label %join
then:
  %few = icmp ult i64 %n, 4
  br i1 %few, label %inner, label %after
inner:
  br label %after
after:
  br label %join
join:
  %few.behind = icmp ult i64 %n, 8
  br i1 %few.behind, label %behind, label %done
behind:
  br label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
