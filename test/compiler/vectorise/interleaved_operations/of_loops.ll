; RUN: wherry-opt -passes='function(interleaved-operations,adce),verify' %s | FileCheck %s
; A sum that a loop makes becomes interleaved.

; CHECK-LABEL: @summed(
; CHECK:       loop:
; CHECK-COUNT-2: phi <4 x float> [ zeroinitializer, %entry ], [ %{{.*}}, %loop ]
; CHECK-NOT:   phi <4 x float>
; CHECK-NOT:   shufflevector
; CHECK:       ret
define void @summed(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %xs = phi <4 x float> [ zeroinitializer, %entry ], [ %p, %loop ]
  %ys = phi <4 x float> [ zeroinitializer, %entry ], [ %q, %loop ]
  %from = getelementptr <8 x float>, ptr %in, i64 %i
  %a = load <4 x float>, ptr %from
  %second = getelementptr i8, ptr %from, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fadd <4 x float> %xs, %x
  %q = fadd <4 x float> %ys, %y
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  ret void
}

; Sources that are phis of one block are there alike.
; CHECK-LABEL: @of_phis(
; CHECK:       loop:
; CHECK:       shufflevector <2 x float> %{{.*}}, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
; CHECK-NOT:   <i32 0, i32 4, i32 1, i32 5>
; CHECK:       ret
define void @of_phis(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %u = phi float [ 0.0, %entry ], [ %v, %loop ]
  %v = phi float [ 1.0, %entry ], [ %u, %loop ]
  %one = insertelement <4 x float> poison, float %u, i64 0
  %us = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %other = insertelement <4 x float> poison, float %v, i64 0
  %vs = shufflevector <4 x float> %other, <4 x float> poison, <4 x i32> zeroinitializer
  %from = getelementptr <8 x float>, ptr %in, i64 %i
  %a = load <4 x float>, ptr %from
  %second = getelementptr i8, ptr %from, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fadd <4 x float> %us, %x
  %q = fadd <4 x float> %vs, %y
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %to = getelementptr <8 x float>, ptr %out, i64 %i
  store <4 x float> %c, ptr %to
  %third = getelementptr i8, ptr %to, i64 16
  store <4 x float> %d, ptr %third
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}
