; RUN: wherry-opt -passes='function(merge-private-arrays,sroa),verify' %s | FileCheck %s
; Pairs that do not meet become an array each, and stay apart from arrays without such pointers, which become values.

; CHECK-LABEL: @pairs(
; CHECK-COUNT-2: alloca [16 x float]
; CHECK-NOT:   alloca
; CHECK:       ret float
define float @pairs(i1 %c, i1 %d, i64 %k, float %x) {
entry:
  %a = alloca [8 x float]
  %b = alloca [8 x float]
  %e = alloca [8 x float]
  %f = alloca [8 x float]
  %value = alloca [1 x float]
  store float %x, ptr %value
  br i1 %c, label %then, label %else

then:
  br label %else

else:
  %one = phi ptr [ %a, %entry ], [ %b, %then ]
  %two = select i1 %d, ptr %e, ptr %f
  %at.one = getelementptr float, ptr %one, i64 %k
  %at.two = getelementptr float, ptr %two, i64 %k
  %own = load float, ptr %value
  store float %own, ptr %at.one
  store float %own, ptr %at.two
  %back = load float, ptr %one
  %other = load float, ptr %two
  %sum = fadd float %back, %other
  ret float %sum
}
