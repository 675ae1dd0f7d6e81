; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; RUN: wherry-opt -passes=nontemporal-stores %s | llc -mtriple=x86_64-linux -mcpu=x86-64-v4 | FileCheck %s --check-prefix=ASM
; Vectors of halves are stored past the caches as floats, since LLVM makes plain stores of nontemporal ones of halves.

; CHECK-LABEL: define void @wg.vector(
; CHECK:       %[[FLOATS:.*]] = bitcast <32 x half> %value to <16 x float>
; CHECK:       %[[FENCED:.*]] = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %[[FLOATS]])
; CHECK:       store <16 x float> %[[FENCED]], ptr addrspace(1) %out, align 64, !nontemporal
; CHECK:       store <32 x half> %value, ptr addrspace(1) %out, align 2
; ASM-LABEL:   wg.vector:
; ASM:         vmovnt{{ps|dq}} %zmm
define void @wg.vector(ptr %args, ptr %context) "wherry-kernel"="vector" "wherry-regions"="1" "wherry-streamed-bytes"="2" {
  %out = load ptr addrspace(1), ptr %args
  %in.at = getelementptr i8, ptr %args, i64 8
  %in = load ptr addrspace(1), ptr %in.at
  %value = load <32 x half>, ptr addrspace(1) %in, align 2
  store <32 x half> %value, ptr addrspace(1) %out, align 2, !wherry.streamed !0
  ret void
}

!0 = distinct !{i32 2}
