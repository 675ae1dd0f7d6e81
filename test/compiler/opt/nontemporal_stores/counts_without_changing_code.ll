; RUN: wherry-opt -passes=count-streamed-bytes %s | FileCheck %s
; Counting changes facts only, and no other fact than its own; scalar stores beside vectors do not count.

; CHECK:      define void @wg.k(ptr %args, ptr %context) #0 {
; CHECK-NEXT:   %out = load ptr addrspace(1), ptr %args
; CHECK-NEXT:   store <4 x i32> zeroinitializer, ptr addrspace(1) %out, align 16, !wherry.streamed ![[FIRST:[0-9]+]]
; CHECK-NEXT:   store i8 0, ptr addrspace(1) %out, align 1, !wherry.streamed ![[SECOND:[0-9]+]]
; CHECK-NEXT:   ret void
; CHECK:      attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-regroupable" "wherry-streamed-bytes"="4" }
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regroupable" "wherry-regions"="1" {
  %out = load ptr addrspace(1), ptr %args
  store <4 x i32> zeroinitializer, ptr addrspace(1) %out, !wherry.streamed !0
  store i8 0, ptr addrspace(1) %out, !wherry.streamed !1
  ret void
}

!0 = distinct !{i32 4}
!1 = distinct !{i32 1}
