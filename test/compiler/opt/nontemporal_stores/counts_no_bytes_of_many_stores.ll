; RUN: wherry-opt -passes=count-streamed-bytes %s | FileCheck %s
; A processor fills only a few lines at a time on their way past the caches. With more than 16 stores the kernel stores
; plainly.

; CHECK: define void @wg.sixteen({{.*}} #[[SIXTEEN:[0-9]+]]
define void @wg.sixteen(ptr %args, ptr %context) "wherry-kernel"="sixteen" "wherry-regions"="1" {
  %out = load ptr addrspace(1), ptr %args
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  ret void
}

; CHECK: define void @wg.seventeen({{.*}} #[[SEVENTEEN:[0-9]+]]
define void @wg.seventeen(ptr %args, ptr %context) "wherry-kernel"="seventeen" "wherry-regions"="1" {
  %out = load ptr addrspace(1), ptr %args
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store <16 x i8> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  ret void
}

; CHECK-DAG: attributes #[[SIXTEEN]] = {{.*}}"wherry-streamed-bytes"="1"
; CHECK-DAG: attributes #[[SEVENTEEN]] = { "wherry-kernel"="seventeen" "wherry-regions"="1" }

!0 = distinct !{i32 1}
