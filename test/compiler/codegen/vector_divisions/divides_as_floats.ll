; RUN: wherry-opt -passes=vector-divisions,verify %s | FileCheck %s
; RUN: sed 's/+avx512bw,+avx512vl/+avx2/' %s | wherry-opt -passes=vector-divisions,verify | FileCheck %s --check-prefix=AVX2
; Integers of 32 bits as doubles, of 16 as floats; without AVX-512 unsigned ones of 32 bits stay.

; CHECK-LABEL: @signed(
; CHECK:       %[[A:.*]] = sitofp <16 x i32> %a to <16 x double>
; CHECK-NEXT:  %[[B:.*]] = sitofp <16 x i32> %b to <16 x double>
; CHECK-NEXT:  %[[Q:.*]] = fdiv <16 x double> %[[A]], %[[B]]
; CHECK-NEXT:  %[[R:.*]] = fptosi <16 x double> %[[Q]] to <16 x i32>
; CHECK-NEXT:  ret <16 x i32> %[[R]]
; AVX2-LABEL:  @signed(
; AVX2:        fptosi <16 x double>
define <16 x i32> @signed(<16 x i32> %a, <16 x i32> %b) #0 {
  %q = sdiv <16 x i32> %a, %b
  ret <16 x i32> %q
}

; A quotient and a remainder are divided once.
; CHECK-LABEL: @unsigned(
; CHECK:       uitofp <8 x i32> %a to <8 x double>
; CHECK:       %[[Q:.*]] = fptoui <8 x double> %{{.*}} to <8 x i32>
; CHECK-NEXT:  %[[P:.*]] = mul <8 x i32> %[[Q]], %b
; CHECK-NEXT:  %[[R:.*]] = sub <8 x i32> %a, %[[P]]
; CHECK-NEXT:  add <8 x i32> %[[R]], %[[Q]]
; CHECK-NOT:   fdiv
; CHECK:       ret
; AVX2-LABEL:  @unsigned(
; AVX2:        urem <8 x i32>
; AVX2:        udiv <8 x i32>
define <8 x i32> @unsigned(<8 x i32> %a, <8 x i32> %b) #0 {
  %r = urem <8 x i32> %a, %b
  %q = udiv <8 x i32> %a, %b
  %sum = add <8 x i32> %r, %q
  ret <8 x i32> %sum
}

; CHECK-LABEL: @narrow(
; CHECK:       zext <32 x i16> %a to <32 x i32>
; CHECK:       sitofp <32 x i32> %{{.*}} to <32 x float>
; CHECK:       fdiv <32 x float>
; CHECK-NEXT:  fptosi <32 x float> %{{.*}} to <32 x i32>
; CHECK-NEXT:  trunc <32 x i32> %{{.*}} to <32 x i16>
; AVX2-LABEL:  @narrow(
; AVX2:        fdiv <32 x float>
define <32 x i16> @narrow(<32 x i16> %a, <32 x i16> %b) #0 {
  %q = udiv <32 x i16> %a, %b
  ret <32 x i16> %q
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
