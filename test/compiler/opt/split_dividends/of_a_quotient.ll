; RUN: wherry-opt -passes=split-dividends,verify %s | FileCheck %s
; A division of the quotient of another one of the same condition has a branch of its own, behind the other one's.

; CHECK-LABEL: @wg.test
; CHECK: br i1 %turned, label
; CHECK: udiv i64 {{.*}}, %n
; CHECK: udiv i64 {{.*}}, 7
; CHECK: br i1 %turned, label
; CHECK: udiv i64 {{.*}}, 5
define void @wg.test(ptr %args, ptr %context) !wherry.args !1 {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %turned = icmp ugt i64 %n, 5
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %first = select i1 %turned, i64 %x, i64 %y
  %one = udiv i64 %first, %n
  %second = select i1 %turned, i64 %y, i64 %x
  %two = udiv i64 %second, 7
  %third = select i1 %turned, i64 %two, i64 %x
  %three = udiv i64 %third, 5
  %sum = add i64 %one, %three
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %sum
  store i64 %two, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 0, i1 false}
