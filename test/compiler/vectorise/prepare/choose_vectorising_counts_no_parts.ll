; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; A load or bitcast that is only asked for its elements, or four of them, is no vector to compute with, nor are truth
; values that are. Neither is what is put together from elements, also in one of two blocks, to be stored.

; CHECK:     remark: {{.*}}vectors of 16 elements
; CHECK-NOT: remark
; CHECK:     define void @wg.parts({{.*}} #[[PARTS:[0-9]+]]
; CHECK:     attributes #[[PARTS]] = {{.*}}"wherry-vectorise"
define void @wg.parts(ptr %args, ptr %context) "wherry-kernel"="parts" "wherry-regions"="1" {
  %values = load <8 x float>, ptr %args
  %first = extractelement <8 x float> %values, i64 0
  store float %first, ptr %context
  %bits = load i64, ptr %args
  %bytes = bitcast i64 %bits to <8 x i8>
  %byte = extractelement <8 x i8> %bytes, i64 3
  store i8 %byte, ptr %context
  %v0 = insertelement <8 x i8> poison, i8 %byte, i64 0
  %v1 = insertelement <8 x i8> %v0, i8 %byte, i64 1
  %v2 = insertelement <8 x i8> %v1, i8 %byte, i64 2
  %v3 = insertelement <8 x i8> %v2, i8 %byte, i64 3
  %v4 = insertelement <8 x i8> %v3, i8 %byte, i64 4
  %v5 = insertelement <8 x i8> %v4, i8 %byte, i64 5
  %v6 = insertelement <8 x i8> %v5, i8 %byte, i64 6
  %v7 = insertelement <8 x i8> %v6, i8 %byte, i64 7
  store <8 x i8> %v7, ptr %context
  %truth = load <8 x i1>, ptr %args
  store <8 x i1> %truth, ptr %context
  %pixels = load <16 x i8>, ptr %args
  %reds = shufflevector <16 x i8> %pixels, <16 x i8> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  store <4 x i8> %reds, ptr %context
  ret void
}

; CHECK:     attributes {{.*}}"wherry-kernel"="either"{{.*}}"wherry-vectorise"
define void @wg.either(ptr %args, ptr %context, i8 %byte, <4 x i8> %four, i1 %c) "wherry-kernel"="either" "wherry-regions"="1" {
entry:
  br i1 %c, label %makes, label %stores

makes:
  %wide = shufflevector <4 x i8> %four, <4 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %all = insertelement <8 x i8> %wide, i8 %byte, i64 7
  br label %stores

stores:
  %stored = phi <8 x i8> [ zeroinitializer, %entry ], [ %all, %makes ]
  store <8 x i8> %stored, ptr %context
  ret void
}

; CHECK-NOT: define void @wg.halves({{.*}} #[[PARTS]]
define void @wg.halves(ptr %args, ptr %context) "wherry-kernel"="halves" "wherry-regions"="1" {
  %pixels = load <16 x i8>, ptr %args
  %half = shufflevector <16 x i8> %pixels, <16 x i8> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  store <8 x i8> %half, ptr %context
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
