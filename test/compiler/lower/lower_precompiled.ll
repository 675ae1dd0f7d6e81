; RUN: sed s/LEVEL/v2/ %s | wherry-opt -passes=lower-precompiled | FileCheck %s --check-prefixes=CHECK,V2
; RUN: sed s/LEVEL/v3/ %s | wherry-opt -passes=lower-precompiled | FileCheck %s --check-prefixes=CHECK,V3
; RUN: sed s/LEVEL/v4/ %s | wherry-opt -passes=lower-precompiled | FileCheck %s --check-prefixes=CHECK,V4
; The library has each function of one number, and of as many as fill a register of the module's x86-64 level. Calls of
; other widths become such calls. Lanes without a number of their own repeat the first, which raises no other exception.

; CHECK-LABEL: @eight(
; V2: %[[X0:.*]] = shufflevector <8 x float> %x, {{.*}} <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; V2: %[[Y0:.*]] = shufflevector <8 x float> %y, {{.*}} <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; V2: call <4 x float> @_Z3powDv4_fS_(<4 x float> %[[X0]], <4 x float> %[[Y0]])
; V2: %[[X1:.*]] = shufflevector <8 x float> %x, {{.*}} <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; V2: call <4 x float> @_Z3powDv4_fS_(<4 x float> %[[X1]],
; V3-NEXT: %power = call <8 x float> @_Z3powDv8_fS_(<8 x float> %x, <8 x float> %y)
; V4: shufflevector <8 x float> %x, {{.*}} <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0,
; V4: call <16 x float> @_Z3powDv16_fS_(
; CHECK: ret <8 x float>
define <8 x float> @eight(<8 x float> %x, <8 x float> %y) #0 {
  %power = call <8 x float> @_Z3powDv8_fS_(<8 x float> %x, <8 x float> %y)
  ret <8 x float> %power
}

; The argument of another type has as many components.
; CHECK-LABEL: @three(
; V2: %[[N:.*]] = shufflevector <3 x i32> %n, {{.*}} <2 x i32> <i32 2, i32 0>
; V2: call <2 x double> @_Z4pownDv2_dDv2_i(<2 x double> %{{.*}}, <2 x i32> %[[N]])
; V3: %[[X:.*]] = shufflevector <3 x double> %x, {{.*}} <4 x i32> <i32 0, i32 1, i32 2, i32 0>
; V3: %[[POWER:.*]] = call <4 x double> @_Z4pownDv4_dDv4_i(<4 x double> %[[X]],
; V3: shufflevector <4 x double> %[[POWER]], {{.*}} <3 x i32> <i32 0, i32 1, i32 2>
; V4: call <8 x double> @_Z4pownDv8_dDv8_i(
; CHECK: ret <3 x double>
define <3 x double> @three(<3 x double> %x, <3 x i32> %n) #0 {
  %power = call <3 x double> @_Z4pownDv3_dDv3_i(<3 x double> %x, <3 x i32> %n)
  ret <3 x double> %power
}

; CHECK-LABEL: @one(
; CHECK-NEXT:  %power = call float @_Z3powff(float %x, float %x)
; CHECK-NEXT:  ret float %power
define float @one(float %x) #0 {
  %power = call float @_Z3powff(float %x, float %x)
  ret float %power
}

declare <8 x float> @_Z3powDv8_fS_(<8 x float>, <8 x float>)
declare <3 x double> @_Z4pownDv3_dDv3_i(<3 x double>, <3 x i32>)
declare float @_Z3powff(float, float)

attributes #0 = { "target-cpu"="x86-64-LEVEL" "target-features"="+sse2" }
