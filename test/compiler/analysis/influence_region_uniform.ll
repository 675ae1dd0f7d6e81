; RUN: wherry-opt -passes='print<influence-region>' -disable-output %s 2>&1 | FileCheck %s
; No branch diverges: there is no region.

; CHECK-LABEL: influence-region of 'wg.k':
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %few = icmp ult i64 %n, 4
  br i1 %few, label %then, label %join
then:
  br label %join
join:
  ret void
}

!0 = !{}
