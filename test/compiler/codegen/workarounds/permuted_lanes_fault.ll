; RUN: not --crash llc -O2 -o /dev/null %s 2>&1 | FileCheck %s
; Eight of sixteen lanes' 16-bit numbers, chosen by eight of sixteen 32-bit numbers. LLVM takes as
; many bytes of the indices as the numbers have. Programs with such code, broadcasts of short3 in sub-groups, are built
; without optimising (src/build/compile.cpp).

; CHECK: Cannot select: {{.*}}: v8i16 = truncate
target triple = "x86_64-unknown-linux-gnu"

define <8 x i16> @permuted(<16 x i16> %x, <16 x i32> %lanes) #0 {
  %l0 = extractelement <16 x i32> %lanes, i64 0
  %e0 = extractelement <16 x i16> %x, i32 %l0
  %v0 = insertelement <8 x i16> poison, i16 %e0, i64 0
  %l1 = extractelement <16 x i32> %lanes, i64 1
  %e1 = extractelement <16 x i16> %x, i32 %l1
  %v1 = insertelement <8 x i16> %v0, i16 %e1, i64 1
  %l2 = extractelement <16 x i32> %lanes, i64 2
  %e2 = extractelement <16 x i16> %x, i32 %l2
  %v2 = insertelement <8 x i16> %v1, i16 %e2, i64 2
  %l3 = extractelement <16 x i32> %lanes, i64 3
  %e3 = extractelement <16 x i16> %x, i32 %l3
  %v3 = insertelement <8 x i16> %v2, i16 %e3, i64 3
  %l4 = extractelement <16 x i32> %lanes, i64 4
  %e4 = extractelement <16 x i16> %x, i32 %l4
  %v4 = insertelement <8 x i16> %v3, i16 %e4, i64 4
  %l5 = extractelement <16 x i32> %lanes, i64 5
  %e5 = extractelement <16 x i16> %x, i32 %l5
  %v5 = insertelement <8 x i16> %v4, i16 %e5, i64 5
  %l6 = extractelement <16 x i32> %lanes, i64 6
  %e6 = extractelement <16 x i16> %x, i32 %l6
  %v6 = insertelement <8 x i16> %v5, i16 %e6, i64 6
  %l7 = extractelement <16 x i32> %lanes, i64 7
  %e7 = extractelement <16 x i16> %x, i32 %l7
  %v7 = insertelement <8 x i16> %v6, i16 %e7, i64 7
  ret <8 x i16> %v7
}

attributes #0 = { "target-cpu"="x86-64-v4" }
