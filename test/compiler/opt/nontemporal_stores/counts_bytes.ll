; RUN: wherry-opt -passes=count-streamed-bytes %s | FileCheck %s
; The runtime asks how many bytes each work-item stores in vectors that may pass the caches by. Two vectors of one node
; are one store of the source (the item loop and its remainder), and count once.

; CHECK: define void @wg.two_stores({{.*}} #[[TWO:[0-9]+]]
define void @wg.two_stores(ptr %args, ptr %context) "wherry-kernel"="two_stores" "wherry-regions"="1" {
  %out = load ptr addrspace(1), ptr %args
  store <16 x float> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <8 x float> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <8 x double> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !1
  ret void
}

; An earlier count does not stay.
; CHECK: define void @wg.no_vectors({{.*}} #[[NONE:[0-9]+]]
define void @wg.no_vectors(ptr %args, ptr %context) "wherry-kernel"="no_vectors" "wherry-regions"="1" "wherry-streamed-bytes"="4" {
  %out = load ptr addrspace(1), ptr %args
  store float 0.0, ptr addrspace(1) %out, !wherry.streamed !0
  store <8 x double> zeroinitializer, ptr addrspace(1) %out
  ret void
}

; CHECK-DAG: attributes #[[TWO]] = {{.*}}"wherry-streamed-bytes"="12"
; CHECK-DAG: attributes #[[NONE]] = { "wherry-kernel"="no_vectors" "wherry-regions"="1" }

!0 = distinct !{i32 4}
!1 = distinct !{i32 8}
