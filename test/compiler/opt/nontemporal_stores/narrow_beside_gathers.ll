; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; Where not all accesses are contiguous, only whole lines are stored past the caches.

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:   !nontemporal
; CHECK:       store <8 x float>
; CHECK-NOT:   !nontemporal
; CHECK:       store <16 x float> {{.*}}, align 64, {{.*}}!nontemporal
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-streamed-bytes"="8" {
  %out = load ptr addrspace(1), ptr %args
  store <8 x float> zeroinitializer, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  store <16 x float> zeroinitializer, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  ret void
}
!0 = distinct !{i32 4}
