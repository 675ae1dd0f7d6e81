; RUN: wherry-opt -passes='function(interleaved-operations,adce),verify' %s | FileCheck %s
; Two members of four lanes go the same way: no shuffle is left. A factor of each lane is doubled, one of each member
; alternates.

; CHECK-LABEL: @scaled(
; CHECK:       %[[L:.*]] = load <4 x float>, ptr %in
; CHECK:       %[[H:.*]] = load <4 x float>, ptr %second
; CHECK-NOT:   <i32 0, i32 2, i32 4, i32 6>
; CHECK-DAG:   %[[A:.*]] = fmul nnan <4 x float> %[[L]], %[[BY:.*]]{{$}}
; CHECK-DAG:   %[[B:.*]] = fmul nnan <4 x float> %[[H]], %[[BY]]{{$}}
; CHECK-DAG:   store <4 x float> %[[A]], ptr %out
; CHECK-DAG:   store <4 x float> %[[B]], ptr %third
; CHECK:       ret
define void @scaled(ptr %in, ptr %out, float %by) {
  %one = insertelement <4 x float> poison, float %by, i64 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %a = load <4 x float>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fmul nnan ninf <4 x float> %x, %all
  %q = fmul nnan <4 x float> %y, %all
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  ret void
}

; CHECK-LABEL: @of_lanes_and_members(
; CHECK-DAG:   shufflevector <2 x float> %{{.*}}, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
; CHECK-DAG:   shufflevector <4 x float> %w, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK-DAG:   shufflevector <4 x float> %w, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 3, i32 3>
; CHECK-NOT:   <i32 0, i32 4, i32 1, i32 5>
; CHECK:       ret
define void @of_lanes_and_members(ptr %in, ptr %weights, ptr %out, float %first, float %other) {
  %one = insertelement <4 x float> poison, float %first, i64 0
  %firsts = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %two = insertelement <4 x float> poison, float %other, i64 0
  %others = shufflevector <4 x float> %two, <4 x float> poison, <4 x i32> zeroinitializer
  %w = load <4 x float>, ptr %weights
  %a = load <4 x float>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fmul <4 x float> %x, %w
  %q = fmul <4 x float> %y, %w
  %r = fadd <4 x float> %p, %firsts
  %s = fadd <4 x float> %q, %others
  %c = shufflevector <4 x float> %r, <4 x float> %s, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %r, <4 x float> %s, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  ret void
}

; The fourth member stays: a choice among registers in place of shuffles.
; CHECK-LABEL: @one_stays(
; CHECK-COUNT-4: shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
; CHECK-NOT:   shufflevector
; CHECK:       ret
define void @one_stays(ptr %in, ptr %out) {
  %a = load <4 x float>, ptr %in
  %in.1 = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %in.1
  %in.2 = getelementptr i8, ptr %in, i64 32
  %c = load <4 x float>, ptr %in.2
  %in.3 = getelementptr i8, ptr %in, i64 48
  %d = load <4 x float>, ptr %in.3
  %ab = shufflevector <4 x float> %a, <4 x float> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %cd = shufflevector <4 x float> %c, <4 x float> %d, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %x = shufflevector <8 x float> %ab, <8 x float> %cd, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %y = shufflevector <8 x float> %ab, <8 x float> %cd, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %z = shufflevector <8 x float> %ab, <8 x float> %cd, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %w = shufflevector <8 x float> %ab, <8 x float> %cd, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %p = fadd <4 x float> %x, splat (float 2.0)
  %q = fadd <4 x float> %y, splat (float 2.0)
  %r = fadd <4 x float> %z, splat (float 2.0)
  %pq = shufflevector <4 x float> %p, <4 x float> %q, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %rw = shufflevector <4 x float> %r, <4 x float> %w, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %e = shufflevector <8 x float> %pq, <8 x float> %rw, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %f = shufflevector <8 x float> %pq, <8 x float> %rw, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %g = shufflevector <8 x float> %pq, <8 x float> %rw, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %h = shufflevector <8 x float> %pq, <8 x float> %rw, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  store <4 x float> %e, ptr %out
  %out.1 = getelementptr i8, ptr %out, i64 16
  store <4 x float> %f, ptr %out.1
  %out.2 = getelementptr i8, ptr %out, i64 32
  store <4 x float> %g, ptr %out.2
  %out.3 = getelementptr i8, ptr %out, i64 48
  store <4 x float> %h, ptr %out.3
  ret void
}
