; RUN: wherry-opt -passes=single-lane-stores %s | llc -O2 -o - | FileCheck %s
; What single_lane_stores_fault.ll shows wrong: a word is stored, and no more.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: third:
; CHECK-NOT:   vextractps $2, %xmm0, 4(%rdi)
; CHECK:       {{movw|vpextrw}} {{.*}}, 4(%rdi)
define void @third(<4 x i32> %numbers, ptr %to) #0 {
  %narrow = trunc <4 x i32> %numbers to <4 x i16>
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %narrow, ptr align 2 %to, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v4" }
