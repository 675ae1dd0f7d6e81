; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; No nontemporal instruction stores fewer than 16 bytes, or a number of bytes that is no power of two. Scalars, unmarked
; stores, and kernels without a count of streamed bytes stay as they are.

; CHECK-LABEL: define void @wg.small(
; CHECK-NOT:   br i1
; CHECK-NOT:   !nontemporal
; CHECK:       ret void
define void @wg.small(ptr %args, ptr %context) "wherry-kernel"="small" "wherry-regions"="1" "wherry-streamed-bytes"="4" {
  %out = load ptr addrspace(1), ptr %args
  store <8 x i8> zeroinitializer, ptr addrspace(1) %out, align 1, !wherry.streamed !0
  store <12 x i32> zeroinitializer, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  store float 0.0, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x float> zeroinitializer, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @wg.uncounted(
; CHECK-NEXT:  %out = load
; CHECK-NEXT:  store <16 x float>
; CHECK-NEXT:  ret void
define void @wg.uncounted(ptr %args, ptr %context) "wherry-kernel"="uncounted" "wherry-regions"="1" {
  %out = load ptr addrspace(1), ptr %args
  store <16 x float> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  ret void
}

!0 = distinct !{i32 4}
