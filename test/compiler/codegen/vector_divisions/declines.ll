; RUN: wherry-opt -passes=vector-divisions,verify %s | FileCheck %s
; Scalars, two lanes and divisions by constants stay, as does all that a processor without AVX2 divides.

; CHECK-NOT: fdiv
define i32 @scalar(i32 %a, i32 %b) #0 {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define <2 x i32> @two(<2 x i32> %a, <2 x i32> %b) #0 {
  %q = sdiv <2 x i32> %a, %b
  ret <2 x i32> %q
}

define <8 x i32> @constant(<8 x i32> %a) #0 {
  %q = udiv <8 x i32> %a, splat (i32 7)
  ret <8 x i32> %q
}

define <8 x i32> @sse(<8 x i32> %a, <8 x i32> %b) {
  %q = sdiv <8 x i32> %a, %b
  ret <8 x i32> %q
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
