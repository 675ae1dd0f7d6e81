; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; Vectors side by side, as of an interleaved row, take one branch, which asks for the first one's address: the others'
; distances are multiples of the alignment. A store at another place adds its address. A load between two stores, which
; may be of the first one's result, parts them.

; CHECK-LABEL: define void @wg.run(
; CHECK:       %[[PLACE:.*]] = ptrtoint ptr addrspace(1) %out to i64
; CHECK-NEXT:  %[[FIRST:.*]] = or i64 %[[PLACE]],
; CHECK-NEXT:  %[[OTHER:.*]] = ptrtoint ptr addrspace(1) %other to i64
; CHECK-NEXT:  %[[BOTH:.*]] = or i64 %[[OTHER]], %[[FIRST]]
; CHECK-NEXT:  %[[LOW:.*]] = and i64 %[[BOTH]], 63
; CHECK-NEXT:  icmp eq i64 %[[LOW]], 0
; CHECK-NEXT:  br i1
; CHECK:       store <16 x float> %value, ptr addrspace(1) %out, align 64, !nontemporal
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %next, align 64, !nontemporal
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %other, align 64, !nontemporal
; CHECK-NEXT:  br label
; CHECK:       store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %next, align 4, !wherry
; CHECK-NEXT:  store <16 x float> %value, ptr addrspace(1) %other, align 4, !wherry
; CHECK-NEXT:  br label
; CHECK-NOT:   !nontemporal
; CHECK:       ret void
define void @wg.run(ptr %args, ptr %context, ptr addrspace(1) %out, ptr addrspace(1) %other, <16 x float> %value) "wherry-kernel"="run" "wherry-regions"="1" "wherry-streamed-bytes"="12" {
  store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  %next = getelementptr i8, ptr addrspace(1) %out, i64 64
  store <16 x float> %value, ptr addrspace(1) %next, align 4, !wherry.streamed !0
  store <16 x float> %value, ptr addrspace(1) %other, align 4, !wherry.streamed !0
  ret void
}

; CHECK-LABEL: define void @wg.apart(
; CHECK:       store <16 x float> %value, ptr addrspace(1) %out, align 64, !nontemporal
; CHECK-NEXT:  br label
; CHECK:       store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry
; CHECK-NEXT:  br label
; CHECK:       %loaded = load
; CHECK:       store <16 x float> %loaded, ptr addrspace(1) %next, align 64, !nontemporal
; CHECK-NEXT:  br label
; CHECK:       ret void
define void @wg.apart(ptr %args, ptr %context, ptr addrspace(1) %out, <16 x float> %value) "wherry-kernel"="apart" "wherry-regions"="1" "wherry-streamed-bytes"="8" {
  store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  %next = getelementptr i8, ptr addrspace(1) %out, i64 64
  %loaded = load <16 x float>, ptr addrspace(1) %out, align 4
  store <16 x float> %loaded, ptr addrspace(1) %next, align 4, !wherry.streamed !0
  ret void
}

; An address that is no multiple of the alignment from the first one is asked for itself.
; CHECK-LABEL: define void @wg.odd(
; CHECK:       ptrtoint ptr addrspace(1) %out to i64
; CHECK:       ptrtoint ptr addrspace(1) %next to i64
; CHECK:       ret void
define void @wg.odd(ptr %args, ptr %context, ptr addrspace(1) %out, <16 x float> %value) "wherry-kernel"="odd" "wherry-regions"="1" "wherry-streamed-bytes"="8" {
  store <16 x float> %value, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  %next = getelementptr i8, ptr addrspace(1) %out, i64 68
  store <16 x float> %value, ptr addrspace(1) %next, align 4, !wherry.streamed !0
  ret void
}

!0 = distinct !{i32 4}
